/** Monnify's lists of what has moved, and its answers to closing. */

import { referenceOf } from '#test/payment/conformance/an-order.ts';
import type { CloseScenario, ListScenario } from '#test/payment/conformance/provider-script.ts';
import {
  DETAILS,
  invoice,
  PAYMENT,
  READ,
  REFUNDED,
  REFUNDS,
  REVERSAL,
  reference,
  TRANSACTION,
  transaction,
  yes,
} from './movements.ts';

const WHEN = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' };
const TIMES = `from=${Date.parse(WHEN.from)}&to=${Date.parse(WHEN.to)}`;
const SEARCH = '/api/v1/transactions/search';
const row = (transactionReference: unknown, paymentStatus: string) => ({ transactionReference, paymentStatus });

const old = (name: string) => ({ ...row(name, 'PAID'), createdOn: '2025-01-01 10:00:00' });

export const LISTS: ListScenario[] = [
  {
    page: { what: 'payments', ...WHEN },
    answers: {
      [`/api/v1/transactions/search?page=0&size=10&${TIMES}`]: yes({
        content: [row(TRANSACTION, 'PAID'), row('MNFY|2', 'PENDING'), row(TRANSACTION, 'PAID'), row(7, 'PAID')],
        totalPages: 2,
      }),
      [READ]: yes(transaction()),
    },
    movements: [PAYMENT],
    next: '1',
  },
  {
    page: { what: 'payments', ...WHEN, next: '1' },
    answers: {
      [`/api/v1/transactions/search?page=1&size=10&${TIMES}`]: yes({ content: [row('x', 'EXPIRED')], totalPages: 2 }),
    },
    movements: [],
  },
  // Where Monnify heeds instants in milliseconds no more than the names of its pages, the other ways are tried.
  ...[
    { content: [old(TRANSACTION)], totalPages: 9 },
    { content: [old('MNFY|9'), old(TRANSACTION)], totalPages: 9, number: 0 },
  ].map(
    (ignored): ListScenario => ({
      page: { what: 'payments', ...WHEN },
      answers: {
        [`${SEARCH}?page=0&size=10&${TIMES}`]: yes(ignored),
        [`${SEARCH}?page=0&size=10&from=2026-03-02T01%3A00%3A00&to=2026-03-04T01%3A00%3A00`]: yes({
          content: [row(TRANSACTION, 'PAID')],
          totalPages: 2,
        }),
        [READ]: yes(transaction()),
      },
      movements: [PAYMENT],
      next: 'iso-1',
    }),
  ),
  {
    page: { what: 'payments', ...WHEN, next: '1' },
    answers: {
      [`${SEARCH}?page=1&size=10&${TIMES}`]: yes({ content: [], number: 0, totalPages: 3 }),
      [`${SEARCH}?pageNo=1&pageSize=10&${TIMES}`]: yes({
        content: [row(TRANSACTION, 'PAID')],
        number: 1,
        totalPages: 3,
      }),
      [READ]: yes(transaction()),
    },
    movements: [PAYMENT],
    next: 'no-2',
  },
  {
    page: { what: 'payments', ...WHEN, next: 'iso-3' },
    answers: {
      [`${SEARCH}?page=3&size=10&from=2026-03-02T01%3A00%3A00&to=2026-03-04T01%3A00%3A00`]: yes({
        content: [{ ...row(TRANSACTION, 'PAID'), paidOn: '2026-03-02 11:00:00' }, old('MNFY|9')],
        totalPages: 9,
      }),
      [READ]: yes(transaction()),
    },
    movements: [PAYMENT],
  },
  {
    page: { what: 'refunds', ...WHEN },
    answers: {
      [`/api/v1/refunds?page=0&size=10&${TIMES}`]: yes({ content: REFUNDS.slice(0, 3) }),
      [READ]: yes(transaction()),
    },
    movements: [PAYMENT, ...REFUNDED],
  },
  {
    page: { what: 'disputes', ...WHEN },
    answers: {
      [`/api/v1/transactions/search?page=0&size=10&from=${Date.parse('2025-09-05T00:00:00.000Z')}&to=${Date.parse(WHEN.to)}&paymentStatus=REVERSED`]:
        yes({ content: [row(TRANSACTION, 'REVERSED'), row('MNFY|2', 'PAID')], totalPages: 1 }),
      [READ]: yes(transaction({ paymentStatus: 'REVERSED' })),
    },
    movements: [PAYMENT, REVERSAL],
  },
];

const CANCEL = `/api/v1/invoice/${reference}/cancel`;
const no = (status: number, responseMessage: string) => ({
  status,
  body: { requestSuccessful: false, responseMessage },
});
const session = { method: 'virtual_account', reference } as const;

export const CLOSINGS: CloseScenario[] = [
  {
    name: 'an invoice',
    session,
    replies: { [CANCEL]: { status: 200, body: yes(invoice(reference, { invoiceStatus: 'CANCELLED' })) } },
    requests: [`DELETE ${CANCEL}`],
    result: 'closed',
  },
  {
    name: 'an invoice that is paid already',
    session: { ...session, method: 'card' },
    replies: { [CANCEL]: no(422, 'Invoice already paid') },
    requests: [`DELETE ${CANCEL}`],
    result: 'closed',
  },
  {
    name: 'an invoice that Monnify does not know',
    session: { ...session, method: 'checkout' },
    replies: { [CANCEL]: no(404, 'Could not find invoice') },
    requests: [`DELETE ${CANCEL}`],
    result: 'closed',
  },
  {
    name: 'an invoice that has ended, whatever Monnify says',
    session,
    replies: {
      [CANCEL]: no(422, 'Not allowed'),
      [DETAILS]: { status: 200, body: yes(invoice(reference, { invoiceStatus: 'EXPIRED' })) },
    },
    requests: [`DELETE ${CANCEL}`, `GET ${DETAILS}`],
    result: 'closed',
  },
  {
    name: 'no invoice that is open and that Monnify does not cancel',
    session,
    replies: { [CANCEL]: no(422, 'Not allowed'), [DETAILS]: { status: 200, body: yes(invoice(reference)) } },
    requests: [`DELETE ${CANCEL}`, `GET ${DETAILS}`],
    result: 'refused',
  },
  {
    name: 'no transfer',
    session: { method: 'bank_transfer', reference: referenceOf('bank_transfer'), key: TRANSACTION },
    replies: {},
    requests: [],
    result: 'unclosable',
  },
];
