/** The event that tells of each movement. */
import { expect, it } from 'vitest';
import { eventTypeOf, PAYMENT_EVENT_TYPES } from '#lib/domain/payment/ledger-entry.ts';
import { MOVEMENT_KINDS } from '#lib/domain/payment/movement.ts';

it('each movement has an event of its own, and only an unexpected payment has another', () => {
  const told = new Set(MOVEMENT_KINDS.map(eventTypeOf));
  expect(told.size).toBe(MOVEMENT_KINDS.length);
  expect(PAYMENT_EVENT_TYPES.filter((type) => !told.has(type))).toEqual(['payment.unexpected']);
});
