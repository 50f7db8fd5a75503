/** What a collection has received, and what is left to pay. */
import { expect, it } from 'vitest';
import { outstandingOf, receivedOf } from '#lib/domain/money.ts';
import { aCollection } from '#test/support/a-collection.ts';

it.each([
  [0, 4_500_000],
  [4_000_000, 500_000],
  [4_500_000, 0],
  [5_000_000, 0],
  [-100, 4_500_100],
])('after %i received, what is outstanding of the default amount is %i', (received, outstanding) => {
  const collection = aCollection({ received });
  expect(receivedOf(collection)).toEqual({ minor: received, currency: 'NGN' });
  expect(outstandingOf(collection)).toEqual({ minor: outstanding, currency: 'NGN' });
});
