/** What a webhook changes. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import type { Found, Lookup } from '#lib/domain/payment/exchange.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { receivePayment } from '#lib/use-cases/receive-payment.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';
import { aPaidAccount, aPayableCollection, aPayment, providerIdOf } from '#test/support/a-payment.ts';
import { ledgerOf, type MemoryLedger } from '#test/support/memory-ledger.ts';
import { aMemoryLedger, NOW, portsOf } from './applying.ts';

const account = aPaidAccount();
const collection = aPayableCollection(['card'], { account });
const reference = providerReference(collection.ref, 'card', 1);
const SANDBOX = { kind: 'sandbox', id: providerIdOf(account) } as const;
const PAYSTACK = { kind: 'paystack', id: providerIdOf(account, 'paystack') } as const;

const confirmed = (given: object = {}) => {
  const { provider: _us, recordedAt: _when, ...payment } = aPayment({ reference, ...given });
  return payment;
};
const PAID: Found = { kind: 'found', payments: [confirmed()] };

type Given = { stored?: MemoryLedger; found?: Found; lookup?: Lookup; target?: typeof SANDBOX | typeof PAYSTACK };

async function receive({ stored = storedWith(), found = PAID, lookup = { reference }, target = SANDBOX }: Given = {}) {
  const asked: { lookup: Lookup; withinMs: number }[] = [];
  const { ports, steps } = portsOf(stored);
  const findPayments = async (_target: object, about: Lookup, withinMs: number) => {
    asked.push({ lookup: about, withinMs });
    return found;
  };
  const received = receivePayment({ ...ports, findPayments }, { account, target, lookup });
  return { received: await received, asked, steps, stored };
}

const storedWith = (row: Collection | undefined = collection) => aMemoryLedger({ row });
const untouched = { row: collection, payments: new Map() };

describe('a webhook', () => {
  it('a webhook whose payment the provider confirms is applied', async () => {
    const lookup = { reference, key: 'k', transaction: 'trx-1' };
    const { received, asked, stored, steps } = await receive({ lookup });
    expect(received).toMatchObject({
      kind: 'applied',
      collection: collection.id,
      appliedPayments: [{ standing: 'exact', completion: { to: 'completed' } }],
    });
    expect(asked).toEqual([{ lookup, withinMs: 8_000 }]);
    expect(ledgerOf(stored).payments).toEqual([
      { ...confirmed(), provider: SANDBOX.id, recordedAt: NOW.toISOString(), event: 'payment.received' },
    ]);
    expect(steps).toEqual(['getLedger', 'recordPayment']);
  });

  it('a webhook that comes again applies nothing', async () => {
    const stored = storedWith();
    await receive({ stored });
    const after = { ...stored.row };
    expect((await receive({ stored })).received).toMatchObject({ kind: 'applied', appliedPayments: [] });
    expect(stored.row).toEqual(after);
  });

  it('a payment before its collection exists is kept', async () => {
    const { received, stored } = await receive({ stored: aMemoryLedger({ row: undefined }) });
    expect(received).toEqual({ kind: 'early' });
    expect(ledgerOf(stored).payments).toMatchObject([{ transaction: 'trx-1', provider: SANDBOX.id }]);
  });

  it('a webhook for a session that is not on record yet is applied', async () => {
    const unknown = providerReference(collection.ref, 'checkout', 2);
    const found: Found = { kind: 'found', payments: [confirmed({ reference: unknown })] };
    expect((await receive({ lookup: { reference: unknown }, found })).received.kind).toBe('applied');
  });
});

describe('a webhook changes nothing, and no provider is asked', () => {
  it.each([
    ['when its reference is not ours', 'INV-17', 'not_ours'],
    [
      'when its reference is of another account',
      providerReference(aCollection({ account: anAccount({ id: 'zzzzzzzzzz' }).id }).ref, 'card', 1),
      'misdirected',
    ],
  ])('a webhook changes nothing and asks no provider %s', async (_why, foreign, kind) => {
    const found: Found = { kind: 'found', payments: [confirmed({ reference: foreign })] };
    const { received, asked, stored, steps } = await receive({ lookup: { reference: foreign }, found });
    expect(received).toEqual({ kind });
    expect([asked, steps, stored]).toEqual([[], [], untouched]);
  });
});

describe('a webhook changes nothing', () => {
  it('a webhook changes nothing when the session was opened at another provider of the account', async () => {
    const { received, stored } = await receive({ target: PAYSTACK });
    expect(received).toEqual({ kind: 'misdirected' });
    expect(stored).toEqual(untouched);
  });

  it('a webhook changes nothing when the provider of its session is gone', async () => {
    const row = aPayableCollection(['card'], { account, provider: 'gone' });
    expect((await receive({ stored: storedWith(row) })).received).toEqual({ kind: 'misdirected' });
  });

  it('a webhook changes nothing when its provider cannot confirm it now, and must be sent again', async () => {
    const stored = storedWith();
    const found: Found = { kind: 'unavailable', reason: 'timeout' };
    expect((await receive({ stored, found })).received).toEqual({ kind: 'unconfirmed', reason: 'timeout' });
    expect(stored).toEqual(untouched);
  });

  it.each<[string, Found]>([
    ['when nothing has been paid', { kind: 'found', payments: [] }],
    [
      'when what is confirmed has another reference',
      { kind: 'found', payments: [confirmed({ reference: providerReference(collection.ref, 'card', 2) })] },
    ],
  ])('a webhook changes nothing %s', async (_why, found) => {
    const { received, stored } = await receive({ found });
    expect(received).toEqual({ kind: 'unpaid' });
    expect(stored).toEqual(untouched);
  });
});

it('a webhook applies only the confirmed payments that have its reference', async () => {
  const other = confirmed({ reference: providerReference(collection.ref, 'card', 2), transaction: 'other' });
  const { stored } = await receive({ found: { kind: 'found', payments: [other, confirmed()] } });
  expect(ledgerOf(stored).payments).toMatchObject([{ transaction: 'trx-1' }]);
});

it('a payment is written to the collection that its reference names', async () => {
  const { ports } = portsOf(storedWith());
  const written: object[] = [];
  const recordPayment: typeof ports.recordPayment = async (ref) => {
    written.push(ref);
    return 'recorded';
  };
  const findPayments = async () => PAID;
  await receivePayment({ ...ports, findPayments, recordPayment }, { account, target: SANDBOX, lookup: { reference } });
  expect(written).toEqual([collection.ref]);
});
