/** Flutterwave's lists of what has moved, and its answers to closing. */
import type { CloseScenario, ListScenario } from '#test/payment/conformance/provider-script.ts';
import {
  chargeback,
  ID,
  LINK,
  moved,
  PAYMENT,
  REFUNDED,
  REFUNDS,
  reference,
  SECOND,
  second,
  transaction,
  VERIFY,
  yes,
} from './movements.ts';

const WHEN = { from: '2026-03-02T10:00:00.000Z', to: '2026-03-04T10:00:00.000Z' };
const DAYS = 'from=2026-03-02&to=2026-03-05';
const pages = (current_page: number, total_pages: number) => ({ page_info: { total: 11, current_page, total_pages } });

export const LISTS: ListScenario[] = [
  {
    page: { what: 'payments', ...WHEN },
    answers: {
      [`/transactions?${DAYS}&page=1&status=successful`]: yes([transaction(), transaction(second)], pages(1, 2)),
    },
    movements: [PAYMENT, SECOND],
    next: '2',
  },
  {
    page: { what: 'payments', ...WHEN, next: '2' },
    answers: {
      [`/transactions?${DAYS}&page=2&status=successful`]: yes([transaction({ status: 'failed' })], pages(2, 2)),
    },
    movements: [],
  },
  {
    page: { what: 'refunds', ...WHEN },
    answers: {
      [`/refunds?${DAYS}&page=1`]: yes(
        REFUNDS.filter(({ tx_id }) => tx_id === ID),
        pages(1, 1),
      ),
      [VERIFY]: yes(transaction()),
    },
    movements: [PAYMENT, ...REFUNDED],
  },
  {
    page: { what: 'disputes', ...WHEN },
    answers: {
      [`/chargebacks?${DAYS}&page=1`]: yes([chargeback(2, 'lost', { transaction_id: ID }), chargeback(7, 'lost')]),
      [VERIFY]: yes(transaction()),
    },
    movements: [PAYMENT, moved('dispute', '2', 45_010), moved('dispute_lost', '2', 45_010)],
  },
];

const DISABLE = '/payments/link/disable';
const session = { method: 'checkout', reference, key: LINK } as const;
const no = (message: string) => ({ status: 400, body: { status: 'error', message, data: null } });

export const CLOSINGS: CloseScenario[] = [
  {
    name: 'a page by its address',
    session,
    replies: { [DISABLE]: { status: 200, body: yes(null) } },
    requests: [`POST ${DISABLE} ${JSON.stringify({ link: LINK })}`],
    result: 'closed',
  },
  {
    name: 'a page that is inactive already',
    session: { ...session, method: 'card' },
    replies: { [DISABLE]: no('Payment link is inactive') },
    requests: [`POST ${DISABLE} ${JSON.stringify({ link: LINK })}`],
    result: 'closed',
  },
  {
    name: 'no page when Flutterwave refuses for another reason',
    session,
    replies: { [DISABLE]: no('link is required') },
    requests: [`POST ${DISABLE} ${JSON.stringify({ link: LINK })}`],
    result: 'refused',
  },
  {
    name: 'no page without its address',
    session: { method: 'card', reference },
    replies: {},
    requests: [],
    result: 'unclosable',
  },
  ...(['virtual_account', 'bank_transfer', 'mobile_money'] as const).map((method) => ({
    name: `no ${method}`,
    session: { method, reference },
    replies: {},
    requests: [],
    result: 'unclosable',
  })),
];
