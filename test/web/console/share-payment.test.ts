/** One payment over several debts: to the oldest first, exactly as much as there is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CollectionResponse, collectionExample } from '#lib/contract/collection-response.ts';
import { owedOf, shared } from '#lib/web/console/share-payment.ts';

const aDebt = (reference: string, value: number, given: object = {}): CollectionResponse => ({
  ...collectionExample,
  reference,
  status: 'pending',
  amount: { value: 100_000, currency: 'NGN' },
  balance: { received: { value: 0, currency: 'NGN' }, outstanding: { value, currency: 'NGN' } },
  ...given,
});

const shown = (value: number, debts: readonly CollectionResponse[]) => {
  const { shares, rest } = shared(value, debts);
  return [...shares.map((each) => `${each.collection.reference} ${each.value}`), rest];
};

describe('one payment', () => {
  const debts = [aDebt('A', 30), aDebt('B', 0.3), aDebt('C', 50)];
  it.each([
    [0, [0]],
    [10, ['A 10', 0]],
    [30, ['A 30', 0]],
    [30.1, ['A 30', 'B 0.1', 0]],
    [30.3, ['A 30', 'B 0.3', 0]],
    [80.3, ['A 30', 'B 0.3', 'C 50', 0]],
    [81, ['A 30', 'B 0.3', 'C 50', 0.7]],
  ])('of %d is shared as %j', (value, expected) => {
    expect(shown(value, debts)).toEqual(expected);
  });

  it('of any sum is shared whole, and no debt gets more than it owes', () => {
    const anyCents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(anyCents, fc.array(anyCents, { maxLength: 8 }), (cents, owed) => {
        const all = owed.map((each, index) => aDebt(`${index}`, each / 100));
        const { shares, rest } = shared(cents / 100, all);
        const sum = shares.reduce((total, { value }) => total + Math.round(value * 100), 0);
        expect(sum + Math.round(rest * 100)).toBe(cents);
        for (const { collection, value } of shares)
          expect(value).toBeLessThanOrEqual(collection.balance.outstanding.value);
      }),
    );
  });
});

it('what takes money is what is owed in that currency, the oldest first', () => {
  const dated = (reference: string, dueDate: string, given: object = {}) => aDebt(reference, 10, { dueDate, ...given });
  const debts = [
    dated('late', '2026-03-20'),
    dated('expired', '2026-03-05', { status: 'expired' }),
    dated('paid', '2026-01-01', { status: 'completed' }),
    dated('cancelled', '2026-01-01', { status: 'cancelled' }),
    aDebt('undated', 10, { createdAt: '2026-03-10T09:00:00.000Z', dueDate: undefined }),
    aDebt('settled', 0),
    dated('other', '2026-01-01', { amount: { value: 1, currency: 'KES' } }),
  ];
  expect(owedOf(debts, 'NGN').map(({ reference }) => reference)).toEqual(['expired', 'undated', 'late']);
});
