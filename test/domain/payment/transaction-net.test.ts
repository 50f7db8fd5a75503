/**
 * What one transaction has brought, by example.
 * The event that tells of each movement.
 */
import { expect, it } from 'vitest';
import {
  eventTypeOf,
  type Fact,
  factOf,
  factOfEntry,
  netOf,
  PAYMENT_EVENT_TYPES,
} from '#lib/domain/payment/ledger-entry.ts';
import { MOVEMENT_KINDS, type MovementKind } from '#lib/domain/payment/movement.ts';
import { aMovement, anEntry, ngn } from '#test/support/a-payment.ts';

const fact = (movement: MovementKind, minor: number, object = 'o', taken = false): Fact => ({
  movement,
  minor,
  object,
  taken,
});
const PAID = fact('payment', 100, 'trx');
const REVERSED = fact('reversal', 100, 'trx');

it.each<[string, number, Fact[]]>([
  ['of which nothing is known', 0, []],
  ['that was paid', 100, [PAID]],
  ['that has grown', 120, [fact('payment', 120, 'trx'), PAID]],
  ['that was refunded in two parts', 30, [PAID, fact('refund', 40, 'a'), fact('refund', 30, 'b')]],
  ['whose refund is reported twice', 60, [PAID, fact('refund', 40), fact('refund', 40)]],
  ['whose refund failed', 100, [PAID, fact('refund', 40), fact('refund_failed', 40)]],
  [
    'one of whose refunds failed',
    70,
    [PAID, fact('refund', 40, 'a'), fact('refund', 30, 'b'), fact('refund_failed', 40, 'a')],
  ],
  ['that is disputed', 100, [PAID, fact('dispute', 100)]],
  ['whose dispute has taken the money', 0, [PAID, fact('dispute', 100, 'o', true)]],
  ['whose dispute was lost', 0, [PAID, fact('dispute', 100), fact('dispute_lost', 100)]],
  ['whose dispute took the money and was lost', 0, [PAID, fact('dispute', 100, 'o', true), fact('dispute_lost', 100)]],
  ['whose dispute was lost with a fee', -15, [PAID, fact('dispute', 100, 'o', true), fact('dispute_lost', 115)]],
  ['whose dispute was won', 100, [PAID, fact('dispute', 100, 'o', true), fact('dispute_won', 100)]],
  ['whose other dispute was won', 0, [PAID, fact('dispute', 100, 'a', true), fact('dispute_won', 100, 'b')]],
  ['that was reversed', 0, [PAID, REVERSED]],
  ['that was reversed and then grew', 20, [PAID, REVERSED, fact('payment', 120, 'trx')]],
  ['that was reversed by a refund', 0, [PAID, REVERSED, fact('refund', 100)]],
  ['that was reversed after a refund of a part', 0, [PAID, fact('refund', 40), REVERSED]],
  ['that was reversed by a refund that failed', 100, [PAID, REVERSED, fact('refund', 100), fact('refund_failed', 100)]],
  ['more of which went back than was paid', -20, [PAID, REVERSED, fact('refund', 100, 'a'), fact('refund', 20, 'b')]],
  ['whose refund is of nothing', 100, [PAID, fact('refund', 0)]],
  ['that was rejected', 0, [fact('rejected', 100)]],
  ['of which a part was moved away', 70, [PAID, fact('moved_out', 30)]],
  ['of which two parts were moved away', 50, [PAID, fact('moved_out', 30, 'a'), fact('moved_out', 20, 'b')]],
  ['that was moved away and went back where it is', 0, [PAID, fact('moved_out', 100)]],
  ['that was moved here, and of which a part went back', 40, [fact('moved_in', 60), fact('refund', 20)]],
  ['that was moved here, and reversed', 0, [fact('moved_in', 60), fact('reversal', 60)]],
])('a transaction %s has brought %i', (_what, net, facts) => {
  expect(netOf(facts)).toBe(net);
  expect(netOf(facts.toReversed())).toBe(net);
});

it('an entry says of its transaction what the movement said from which it was booked', () => {
  expect(factOfEntry(anEntry())).toEqual(factOf(aMovement()));
  const taken = { object: 'dispute-1', ...ngn(7), taken: true } as const;
  const entry = anEntry({ ...taken, movement: 'dispute', kind: 'dispute', credited: 0 });
  expect(factOfEntry(entry)).toEqual(factOf(aMovement({ ...taken, kind: 'dispute' })));
  expect(factOfEntry(entry)).toEqual({ movement: 'dispute', object: 'dispute-1', minor: 7, taken: true });
});

it('each movement has an event of its own, but a move has one for both sides; only an unexpected payment has another', () => {
  const told = new Set(MOVEMENT_KINDS.map(eventTypeOf));
  expect(told.size).toBe(MOVEMENT_KINDS.length - 1);
  expect(eventTypeOf('moved_in')).toBe(eventTypeOf('moved_out'));
  expect(PAYMENT_EVENT_TYPES.filter((type) => !told.has(type))).toEqual(['payment.unexpected']);
});
