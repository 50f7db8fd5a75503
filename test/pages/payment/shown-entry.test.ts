/** What the page shows of a ledger, by itself: the order of entries, what of them is hidden, and what has gone back. */
import { describe, expect, it } from 'vitest';
import { ENTRY_KINDS, type EntryKind, type LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { goneBack, hasReceipt, receiptTerms, shownEntries } from '#lib/pages/payment/shown-entry.ts';
import { PAYMENT_PAGE_WORDS } from '#lib/words/languages.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anEntry, disputed, received, refunded } from './an-entry.ts';

const shown = (...entries: LedgerEntry[]) => shownEntries(entries, aCollection());
const nothing = { refunded: 0, chargedBack: 0, disputed: 0 };

describe('an entry', () => {
  it('comes after what happened before it, and money that was moved after its payment', () => {
    const moved = received(-100, { kind: 'moved', recordedAt: minutesLater(9).toISOString() });
    const [first, last] = [1, 3].map((minute) => received(minute, { at: minutesLater(minute).toISOString() }));
    const entries = [last, moved, received(100), first].map((entry) => entry ?? anEntry());
    expect(shown(...entries).map(({ amount }) => amount.minor)).toEqual([1, 100, 100, 3]);
    expect(shown()).toEqual([]);
  });

  it.each([
    [received(500), 500, false],
    [refunded(500), 500, true],
    [disputed(500), 500, false],
    [disputed(500, { taken: true, credited: -200 }), 200, true],
    [received(500, { credited: 300 }), 300, false],
  ])('%# shows what it has moved, or what it is about where it moves nothing', (entry, minor, isMinus) => {
    expect(shown(entry)).toMatchObject([{ amount: { minor }, isMinus }]);
  });

  it.each([
    ['card', 'card'],
    ['Bank transfer-2', undefined],
    ['a name of exactly thirty letters'.slice(0, 30), 'a name of exactly thirty letters'.slice(0, 30)],
    ['a name of thirty-one characters', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('has the method %j as %j: what is no name of one may be a text of a person', (method, expected) => {
    const { method: _card, ...entry } = anEntry();
    expect(shown({ ...entry, ...(method !== undefined && { method }) })[0]?.method).toBe(expected);
  });

  it('has no transaction that the merchant wrote, and none in which the phone of the payer stands', () => {
    const { phone } = aCollection().contact;
    const transactions = [
      anEntry({ transaction: 'trx-1' }),
      anEntry({ transaction: 'trx-2', provider: 'merchant' }),
      anEntry({ transaction: `from ${phone}` }),
      anEntry({ transaction: 'x'.repeat(101) }),
    ].map((entry) => shown(entry)[0]?.transaction);
    expect(transactions).toEqual(['trx-1', undefined, expect.not.stringContaining(phone), `${'x'.repeat(99)}…`]);
  });
});

describe('what has gone back', () => {
  const BACK: Partial<Record<EntryKind, keyof typeof nothing>> = {
    refund: 'refunded',
    refund_failed: 'refunded',
    reversal: 'refunded',
    chargeback: 'chargedBack',
    chargeback_reversed: 'chargedBack',
  };

  it.each(ENTRY_KINDS)('counts %s where it belongs', (kind) => {
    const entry = received(-100, { kind });
    const sum = BACK[kind];
    expect(goneBack([entry], 'NGN')).toEqual({ ...nothing, ...(sum && { [sum]: 100 }) });
    expect(hasReceipt(shown(entry)[0] ?? ({} as never))).toBe(kind === 'payment');
  });

  it('is nothing of an empty ledger, in another currency, or where the money does not count', () => {
    const entries = [refunded(100, { counts: false }), refunded(100, { amount: { minor: 100, currency: 'USD' } })];
    expect([goneBack([], 'NGN'), goneBack(entries, 'NGN')]).toEqual([nothing, nothing]);
    expect(hasReceipt(shown(received(100, { counts: false }))[0] ?? ({} as never))).toBe(false);
  });

  it('has disputes that nobody has decided: a decision is of one dispute of one provider', () => {
    const [first, second] = [disputed(100), disputed(30)];
    const decision = (movement: 'dispute_won' | 'dispute_lost', given: Partial<LedgerEntry> = {}) =>
      received(0, { kind: 'dispute', movement, object: first.object, ...given });
    const open = (...decisions: LedgerEntry[]) => goneBack([first, second, ...decisions], 'NGN').disputed;
    expect([open(), open(decision('dispute_won')), open(decision('dispute_lost'))]).toEqual([130, 30, 30]);
    expect(open(decision('dispute_won', { provider: 'prv_stripe' }))).toBe(130);
    expect(goneBack([first], 'USD')).toEqual(nothing);
  });
});

it.each<[string, LedgerEntry[], number]>([
  ['a payment that is alone', [received(100)], 3],
  ['no entry', [], 0],
  ['two payments', [received(100), received(200)], 0],
  ['a payment that does not count', [received(100, { counts: false })], 0],
  ['a refund', [refunded(100)], 0],
])('the terms of a receipt are there for a payment that is alone: %s', (_what, entries, count) => {
  const given = { entries: shown(...entries), zones: ['Africa/Lagos'], language: 'en' } as const;
  expect(receiptTerms(given, PAYMENT_PAGE_WORDS.en)).toHaveLength(count);
});
