/** Paystack's lists of what has moved. */
import type { ListScenario } from '#test/payment/conformance/provider-script.ts';
import { DISPUTES, disputed, ended, ID, PAYMENT, REFUNDED, REFUNDS, transaction, yes } from './movements.ts';

const WHEN = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' };
const TIMES = 'from=2026-03-02T00%3A00%3A00.000Z&to=2026-03-04T00%3A00%3A00.000Z';

export const LISTS: ListScenario[] = [
  {
    page: { what: 'payments', ...WHEN },
    answers: {
      [`/transaction?use_cursor=true&perPage=50&${TIMES}&status=success`]: yes(
        [
          transaction(),
          transaction({ id: 2, currency: 'XOF' }),
          transaction({ id: 3, domain: 'live' }),
          transaction({ id: 4, status: 'failed', paid_at: null }),
        ],
        { next: 'dW5kZWZpbmVk=' },
      ),
    },
    movements: [PAYMENT],
    next: 'dW5kZWZpbmVk=',
  },
  {
    page: { what: 'payments', ...WHEN, next: 'dW5k=' },
    answers: {
      [`/transaction?use_cursor=true&perPage=50&${TIMES}&status=success&next=dW5k%3D`]: yes([], { next: null }),
    },
    movements: [],
  },
  {
    page: { what: 'refunds', ...WHEN },
    answers: {
      [`/refund?${TIMES}&page=1&perPage=10`]: yes([REFUNDS[0], REFUNDS[1], { ...REFUNDS[2], transaction: null }], {
        page: 1,
        pageCount: 2,
      }),
      [`/transaction/${ID}`]: yes(transaction()),
    },
    movements: [PAYMENT, ...REFUNDED.slice(0, 2)],
    next: '2',
  },
  {
    page: { what: 'refunds', ...WHEN, next: '2' },
    answers: { [`/refund?${TIMES}&page=2&perPage=10`]: yes([]) },
    movements: [],
  },
  {
    page: { what: 'disputes', ...WHEN },
    answers: {
      [`/dispute?${TIMES}&page=1&perPage=10`]: yes(DISPUTES.slice(1, 3)),
      [`/transaction/${ID}`]: yes(transaction()),
    },
    movements: [PAYMENT, disputed('2'), ended('dispute_lost', '2'), disputed('3'), ended('dispute_won', '3')],
  },
];
