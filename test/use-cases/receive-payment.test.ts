/** What a webhook comes to. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import type { Found, Lookup } from '#lib/domain/payment/exchange.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { receivePayment } from '#lib/use-cases/receive-payment.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';
import { aPaidAccount, aPayableCollection, aPayment, providerIdOf } from '#test/support/a-payment.ts';
import { type Books, ledgerOf } from '#test/support/memory-ledger.ts';
import { NOW, portsOf, theBooks } from './applying.ts';

const account = aPaidAccount();
const collection = aPayableCollection(['card'], { account });
const reference = providerReference(collection.ref, 'card', 1);
const SANDBOX = { kind: 'sandbox', id: providerIdOf(account) } as const;
const PAYSTACK = { kind: 'paystack', id: providerIdOf(account, 'paystack') } as const;

const told = (given: object = {}) => {
  const { provider: _us, recordedAt: _when, ...payment } = aPayment({ reference, ...given });
  return payment;
};
const PAID: Found = { kind: 'found', payments: [told()] };

type Given = { books?: Books; found?: Found; lookup?: Lookup; target?: typeof SANDBOX | typeof PAYSTACK };

async function receive({ books = booksOf(), found = PAID, lookup = { reference }, target = SANDBOX }: Given = {}) {
  const asked: { lookup: Lookup; withinMs: number }[] = [];
  const { ports, steps } = portsOf(books);
  const findPayments = async (_target: object, about: Lookup, withinMs: number) => {
    asked.push({ lookup: about, withinMs });
    return found;
  };
  const received = receivePayment({ ...ports, findPayments }, { account, target, lookup });
  return { received: await received, asked, steps, books };
}

const booksOf = (row: Collection | undefined = collection) => theBooks({ row });
const untouched = { row: collection, payments: new Map() };

describe('a webhook', () => {
  it('is believed once its provider confirms the payment, which is settled', async () => {
    const lookup = { reference, key: 'k', transaction: 'trx-1' };
    const { received, asked, books, steps } = await receive({ lookup });
    expect(received).toMatchObject({
      kind: 'applied',
      collection: collection.id,
      appliedPayments: [{ standing: 'exact', completion: { to: 'completed' } }],
    });
    expect(asked).toEqual([{ lookup, withinMs: 8_000 }]);
    expect(ledgerOf(books).payments).toEqual([
      { ...told(), provider: SANDBOX.id, recordedAt: NOW.toISOString(), event: 'payment.received' },
    ]);
    expect(steps).toEqual(['getLedger', 'recordPayment']);
  });

  it('settles nothing the second time', async () => {
    const books = booksOf();
    await receive({ books });
    const after = { ...books.row };
    expect((await receive({ books })).received).toMatchObject({ kind: 'applied', appliedPayments: [] });
    expect(books.row).toEqual(after);
  });

  it('ahead of its collection is kept', async () => {
    const { received, books } = await receive({ books: theBooks({ row: undefined }) });
    expect(received).toEqual({ kind: 'early' });
    expect(ledgerOf(books).payments).toMatchObject([{ transaction: 'trx-1', provider: SANDBOX.id }]);
  });

  it('of a session that the record does not know yet is believed', async () => {
    const unknown = providerReference(collection.ref, 'checkout', 2);
    const found: Found = { kind: 'found', payments: [told({ reference: unknown })] };
    expect((await receive({ lookup: { reference: unknown }, found })).received.kind).toBe('applied');
  });
});

describe('a webhook changes nothing, and nobody is asked,', () => {
  it.each([
    ['when its reference is none of ours', 'INV-17', 'not_ours'],
    [
      'when its reference is of another account',
      providerReference(aCollection({ account: anAccount({ id: 'zzzzzzzzzz' }).id }).ref, 'card', 1),
      'misdirected',
    ],
  ])('%s', async (_why, foreign, kind) => {
    const found: Found = { kind: 'found', payments: [told({ reference: foreign })] };
    const { received, asked, books, steps } = await receive({ lookup: { reference: foreign }, found });
    expect(received).toEqual({ kind });
    expect([asked, steps, books]).toEqual([[], [], untouched]);
  });
});

describe('a webhook changes nothing', () => {
  it('when the session was opened at another of the account’s providers', async () => {
    const { received, books } = await receive({ target: PAYSTACK });
    expect(received).toEqual({ kind: 'misdirected' });
    expect(books).toEqual(untouched);
  });

  it('when its session’s provider is gone', async () => {
    const row = aPayableCollection(['card'], { account, provider: 'gone' });
    expect((await receive({ books: booksOf(row) })).received).toEqual({ kind: 'misdirected' });
  });

  it('when its provider cannot confirm it now: it is asked to tell us again', async () => {
    const books = booksOf();
    const found: Found = { kind: 'unavailable', reason: 'timeout' };
    expect((await receive({ books, found })).received).toEqual({ kind: 'unconfirmed', reason: 'timeout' });
    expect(books).toEqual(untouched);
  });

  it.each<[string, Found]>([
    ['when nothing has been paid', { kind: 'found', payments: [] }],
    [
      'when what is confirmed has another reference',
      { kind: 'found', payments: [told({ reference: providerReference(collection.ref, 'card', 2) })] },
    ],
  ])('%s', async (_why, found) => {
    const { received, books } = await receive({ found });
    expect(received).toEqual({ kind: 'unpaid' });
    expect(books).toEqual(untouched);
  });
});

it('of all that is confirmed only what has the reference is settled', async () => {
  const other = told({ reference: providerReference(collection.ref, 'card', 2), transaction: 'other' });
  const { books } = await receive({ found: { kind: 'found', payments: [other, told()] } });
  expect(ledgerOf(books).payments).toMatchObject([{ transaction: 'trx-1' }]);
});

it('a payment is written to the collection that its reference names', async () => {
  const { ports } = portsOf(booksOf());
  const written: object[] = [];
  const recordPayment: typeof ports.recordPayment = async (ref) => {
    written.push(ref);
    return 'recorded';
  };
  const findPayments = async () => PAID;
  await receivePayment({ ...ports, findPayments, recordPayment }, { account, target: SANDBOX, lookup: { reference } });
  expect(written).toEqual([collection.ref]);
});
