/** What a webhook changes. */
import { describe, expect, it } from 'vitest';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Lookup, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import { type BookableMovement, type Movement, type Progress, REFUND_PENDING } from '#lib/domain/payment/movement.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { receivePayment } from '#lib/use-cases/receive-payment.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';
import { aMovement, aPaidAccount, aPayableCollection, providerIdOf } from '#test/support/a-payment.ts';
import { ledgerOf, type MemoryLedger } from '#test/support/memory-store.ts';
import { aMemoryLedger, NOW, portsOf } from './booking.ts';

const account = aPaidAccount();
const collection = aPayableCollection(['card'], { account });
const reference = providerReference(collection.ref, 'card', 1);
const SANDBOX = { kind: 'sandbox', id: providerIdOf(account) } as const;
const PAYSTACK = { kind: 'paystack', id: providerIdOf(account, 'paystack') } as const;

const paid = (given: Partial<BookableMovement> = {}) => aMovement({ references: [reference], ...given });
const found = (movements: Movement[], progress: Progress = 'ended'): ProviderFindings => ({
  kind: 'found',
  movements,
  progress,
});
const PAID = found([paid()]);

type Given = {
  stored?: MemoryLedger;
  found?: ProviderFindings;
  lookup?: Lookup;
  target?: typeof SANDBOX | typeof PAYSTACK;
};

async function receive({ stored = storedWith(), found = PAID, lookup = { reference }, target = SANDBOX }: Given = {}) {
  const asked: { lookup: Lookup; withinMs: number }[] = [];
  const read: object[] = [];
  const askedBefore: number[] = [];
  const { ports, steps } = portsOf(stored);
  const getLedger: typeof ports.getLedger = async (ref) => {
    read.push(ref);
    askedBefore.push(asked.length);
    const ledger = await ports.getLedger(ref);
    const isThere = stored.row === undefined || ref.hash === stored.row.ref.hash;
    return isThere ? ledger : { collection: undefined, entries: [], waiting: [] };
  };
  const findMovements = async (_target: object, about: Lookup, withinMs: number) => {
    asked.push({ lookup: about, withinMs });
    return found;
  };
  const received = receivePayment(
    { ...ports, changePerson, announcePayment, rememberReturn, getLedger, findMovements },
    { account, target, lookup },
  );
  return { received: await received, asked, askedBefore, steps, stored, read };
}

const changePerson = async () => true;
const rememberReturn = async () => {};
const announcePayment = async () => {};

const storedWith = (row: Collection | undefined = collection) => aMemoryLedger({ row });
const untouched = (row: Collection = collection) => ({ row, entries: new Map(), waiting: new Map() });

describe('a webhook about a session of ours', () => {
  it('a webhook whose payment the provider confirms is booked', async () => {
    const lookup = { reference, key: 'k', transaction: 'trx-1' };
    const { received, asked, stored, steps } = await receive({ lookup });
    expect(received).toMatchObject({
      kind: 'booked',
      collection: collection.id,
      bookings: [{ entry: { standing: 'exact' }, completion: { to: 'completed' } }],
    });
    expect(asked).toEqual([{ lookup, withinMs: 8_000 }]);
    expect(ledgerOf(stored).entries).toMatchObject([
      { transaction: 'trx-1', provider: SANDBOX.id, recordedAt: NOW.toISOString(), event: 'payment.received' },
    ]);
    expect(steps).toEqual(['getLedger', 'recordEntry']);
  });

  it('a webhook of a session of ours asks the provider while the table is read, and any other only afterwards', async () => {
    expect(await receive()).toMatchObject({ askedBefore: [1], asked: [{}] });
    expect(await receive({ lookup: { reference: 'trx-1', transaction: reference } })).toMatchObject({
      askedBefore: [1, 1],
    });
    const own = { ...collection, ref: collectionRefOf(account, 'INV-1'), referenceProvider: 'sandbox' };
    const lookup = { reference: 'INV-1' };
    expect(await receive({ stored: storedWith(own), lookup })).toMatchObject({ askedBefore: [0], asked: [{}] });
  });

  it('a webhook that comes again books nothing', async () => {
    const stored = storedWith();
    await receive({ stored });
    const after = { ...stored.row };
    expect((await receive({ stored })).received).toMatchObject({ kind: 'booked', bookings: [] });
    expect(stored.row).toEqual(after);
  });

  it('a payment before its collection exists is kept', async () => {
    const { received, stored } = await receive({ stored: aMemoryLedger({ row: undefined }) });
    expect(received).toEqual({ kind: 'early' });
    expect(ledgerOf(stored).waiting).toMatchObject([{ reported: { transaction: 'trx-1', provider: SANDBOX.id } }]);
  });

  it('a webhook for a session that is not on record yet is booked', async () => {
    const unknown = providerReference(collection.ref, 'checkout', 2);
    const confirmed = found([paid({ references: [unknown] })]);
    expect((await receive({ lookup: { reference: unknown }, found: confirmed })).received.kind).toBe('booked');
  });

  it('a webhook books only the confirmed movements that have its reference', async () => {
    const other = paid({ references: [providerReference(collection.ref, 'card', 2)], transaction: 'other' });
    const { stored } = await receive({ found: found([other, paid()]) });
    expect(ledgerOf(stored).entries).toMatchObject([{ transaction: 'trx-1' }]);
  });

  it('a movement is written to the collection that its reference names', async () => {
    const { ports } = portsOf(storedWith());
    const written: object[] = [];
    const recordEntry: typeof ports.recordEntry = async (ref) => {
      written.push(ref);
      return 'recorded';
    };
    const findMovements = async () => PAID;
    await receivePayment(
      { ...ports, changePerson, announcePayment, rememberReturn, findMovements, recordEntry },
      { account, target: SANDBOX, lookup: { reference } },
    );
    expect(written).toEqual([collection.ref]);
  });
});

it.each<[ProviderFindings, boolean, object]>([
  [found([], 'pending'), true, { kind: 'pending' }],
  [found([], 'pending'), false, { kind: 'unconfirmed', reason: 'pending' }],
  [found([], 'open'), true, { kind: 'unconfirmed', reason: 'open' }],
  [found([], 'unknown'), true, { kind: 'unconfirmed', reason: 'unknown' }],
  [{ kind: 'unavailable', reason: 'busy' }, true, { kind: 'unconfirmed', reason: 'busy' }],
  [found([], 'ended'), true, { kind: 'failed' }],
])(
  'of a payment that the provider gives as %j, with another webhook to come: %s, the answer is %j',
  async (is, hasSequel, received) => {
    const { ports } = portsOf(storedWith());
    const deps = { ...ports, changePerson, announcePayment, rememberReturn, findMovements: async () => is };
    const notified = { account, target: SANDBOX, lookup: { reference }, hasSequel };
    expect(await receivePayment(deps, notified)).toEqual(received);
  },
);

it.each(['dispute', REFUND_PENDING] as const)(
  'a %s that a webhook reports is remembered until it ends',
  async (kind) => {
    const remembered: object[] = [];
    const { ports } = portsOf(storedWith());
    const movements = [paid(), { ...paid({ object: 'o-1' }), kind }];
    const rememberReturn = async (provider: string, open: object) => void remembered.push([provider, open]);
    const findMovements = async () => found(movements);
    const lookup = { transaction: 'trx-1', reference, about: 'disputes' } as const;
    await receivePayment(
      { ...ports, changePerson, announcePayment, rememberReturn, findMovements },
      { account, target: SANDBOX, lookup },
    );
    const about = kind === 'dispute' ? 'disputes' : 'refunds';
    expect(remembered).toEqual([[SANDBOX.id, { transaction: 'trx-1', about, object: 'o-1' }]]);
  },
);

describe('a webhook about the merchant’s own transaction', () => {
  const REFERENCE = 'PSK_txn_8a7f34';
  const own = {
    ...aCollection({ account: account.id, referenceProvider: 'paystack' }),
    ref: collectionRefOf(account, REFERENCE),
  };
  const lookup = { reference: REFERENCE, transaction: '4099260516' };
  const confirmed = found([paid({ references: [REFERENCE] })]);
  const aboutOwn = (given: Given = {}) =>
    receive({ stored: storedWith(own), lookup, found: confirmed, target: PAYSTACK, ...given });

  it('a webhook that names the merchant’s reference completes the collection of that reference', async () => {
    const { received, read } = await aboutOwn();
    expect(received).toMatchObject({ kind: 'booked', bookings: [{ completion: { to: 'completed' } }] });
    expect(read[0]).toEqual(own.ref);
  });

  it('a webhook may name the merchant’s reference as the transaction', async () => {
    const { received } = await aboutOwn({ lookup: { reference: 'unknown', transaction: REFERENCE } });
    expect(received).toMatchObject({ kind: 'booked' });
  });

  it('a webhook may name the merchant’s reference as the provider’s key of a session', async () => {
    const { received } = await aboutOwn({ lookup: { reference: 'unknown', key: REFERENCE } });
    expect(received).toMatchObject({ kind: 'booked' });
  });

  it('a webhook may name the merchant’s reference as a payment link, beside a name of the payment itself', async () => {
    const { received, read } = await aboutOwn({ lookup: { reference: 'unknown', key: 'cs_1', link: REFERENCE } });
    expect(received).toMatchObject({ kind: 'booked' });
    expect(read).toHaveLength(3);
  });

  it('a webhook of a transaction without a collection announces each of its names, for a create that comes later', async () => {
    const announced: string[] = [];
    const { ports } = portsOf(aMemoryLedger({ row: undefined }));
    const announcePayment = async (id: string, name: string) => void announced.push(`${id} ${name}`);
    const findMovements = async () => confirmed;
    const deps = { ...ports, changePerson, rememberReturn, announcePayment, findMovements };
    expect(await receivePayment(deps, { account, target: PAYSTACK, lookup })).toEqual({ kind: 'not_ours' });
    expect(announced).toEqual([`${account.id} ${REFERENCE}`, `${account.id} 4099260516`]);
    const about = { ...lookup, about: 'refunds' } as const;
    await receivePayment(deps, { account, target: PAYSTACK, lookup: about });
    expect(announced).toHaveLength(2);
  });

  it('a webhook of a transaction without a collection asks nobody, and nothing of the payment is kept', async () => {
    const { received, asked, stored } = await aboutOwn({ stored: aMemoryLedger({ row: undefined }) });
    expect([received, asked]).toEqual([{ kind: 'not_ours' }, []]);
    expect(stored).toEqual(aMemoryLedger({ row: undefined }));
  });

  it('a webhook of another provider than the collection’s changes nothing', async () => {
    const { received, asked, stored } = await aboutOwn({ target: SANDBOX });
    expect([received, asked, stored]).toEqual([{ kind: 'misdirected' }, [], untouched(own)]);
  });

  it('a webhook about the reference of a collection without a provider changes nothing', async () => {
    const { referenceProvider: _none, ...unasked } = own;
    expect((await aboutOwn({ stored: storedWith(unasked) })).received).toEqual({ kind: 'not_ours' });
  });

  it('a transaction that was paid twice over, by ours and by the merchant’s, counts both times', async () => {
    const both = { ...own, sessions: collection.sessions };
    const ours = providerReference(own.ref, 'card', 1);
    const stored = storedWith({ ...both, sessions: [{ method: 'card', provider: 'paystack' }] });
    await aboutOwn({ stored });
    await aboutOwn({
      stored,
      lookup: { reference: ours },
      found: found([paid({ references: [ours], transaction: 'trx-2' })]),
    });
    expect(stored.row).toMatchObject({ status: 'completed', received: 9_000_000 });
    expect(ledgerOf(stored).entries).toMatchObject([{ standing: 'exact' }, { standing: 'over' }]);
  });
});

describe('a webhook about a refund or a dispute that names only a transaction', () => {
  const refund = paid({ kind: 'refund', object: 'refund-1' });
  const lookup: Lookup = { transaction: 'trx-1', about: 'refunds' };

  it('the provider is asked first, because only it knows whose transaction it is', async () => {
    const stored = storedWith();
    const { received, asked, steps } = await receive({ stored, lookup, found: found([paid(), refund]) });
    expect(received).toMatchObject({
      kind: 'booked',
      bookings: [{ entry: { kind: 'payment' } }, { entry: { kind: 'refund' } }],
    });
    expect([asked, steps]).toEqual([[{ lookup, withinMs: 8_000 }], ['getLedger', 'recordEntry', 'recordEntry']]);
    expect(stored.row).toMatchObject({ status: 'completed', received: 0 });
  });

  it('a refund of a transaction that is no collection’s changes nothing', async () => {
    const foreign = found([paid({ ...refund, references: ['INV-17'] })]);
    const { received, stored } = await receive({ lookup, found: foreign });
    expect([received, stored]).toEqual([{ kind: 'not_ours' }, untouched()]);
  });

  it('a refund that the provider cannot confirm now must be sent again', async () => {
    const { received } = await receive({ lookup, found: { kind: 'unavailable', reason: 'timeout' } });
    expect(received).toEqual({ kind: 'unconfirmed', reason: 'timeout' });
  });

  it('a refund of a session of another provider changes nothing', async () => {
    const { received } = await receive({ lookup, found: found([paid(), refund]), target: PAYSTACK });
    expect(received).toEqual({ kind: 'misdirected' });
  });

  it('a refund whose reference is unknown is looked for by the names that the provider gives', async () => {
    const about = { ...lookup, reference: 'unknown' };
    const { received, asked } = await receive({ lookup: about, found: found([paid(), refund]) });
    expect(received).toMatchObject({ kind: 'booked' });
    expect(asked).toHaveLength(1);
  });

  it('a refund of a session of ours by its reference needs no other look', async () => {
    const { received } = await receive({ lookup: { ...lookup, reference }, found: found([paid(), refund]) });
    expect(received).toMatchObject({ kind: 'booked', bookings: [{}, { entry: { credited: -4_500_000 } }] });
  });
});

describe('a webhook changes nothing', () => {
  it('a webhook about a session of another account changes nothing, and no provider is asked', async () => {
    const foreign = providerReference(aCollection({ account: anAccount({ id: 'zzzzzzzzzz' }).id }).ref, 'card', 1);
    const confirmed = found([paid({ references: [foreign] })]);
    const { received, asked, stored, steps } = await receive({ lookup: { reference: foreign }, found: confirmed });
    expect([received, asked, steps, stored]).toEqual([{ kind: 'misdirected' }, [], [], untouched()]);
  });

  it('a webhook changes nothing when the session was opened at another provider of the account', async () => {
    const { received, stored } = await receive({ target: PAYSTACK });
    expect([received, stored]).toEqual([{ kind: 'misdirected' }, untouched()]);
  });

  it('a webhook changes nothing when the provider of its session is gone', async () => {
    const row = aPayableCollection(['card'], { account, provider: 'gone' });
    expect((await receive({ stored: storedWith(row) })).received).toEqual({ kind: 'misdirected' });
  });

  it.each<[string, ProviderFindings, object]>([
    [
      'when its provider cannot confirm it now',
      { kind: 'unavailable', reason: 'timeout' },
      { kind: 'unconfirmed', reason: 'timeout' },
    ],
    ['while its payment is under way', found([], 'pending'), { kind: 'unconfirmed', reason: 'pending' }],
    ['while the provider does not know of the payment yet', found([], 'open'), { kind: 'unconfirmed', reason: 'open' }],
    ['when the provider says that no money will come', found([], 'ended'), { kind: 'failed' }],
    [
      'when what is confirmed has another reference',
      found([paid({ references: [providerReference(collection.ref, 'card', 2)] })]),
      { kind: 'failed' },
    ],
  ])('a webhook changes nothing %s', async (_when, confirmed, expected) => {
    const { received, stored } = await receive({ found: confirmed });
    expect([received, stored]).toEqual([expected, untouched()]);
  });
});
