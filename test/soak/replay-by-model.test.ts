/** The soak's replay of an order: also when two writers read the clock in another order than they wrote. */
import { expect, it } from 'vitest';
import { expectCreate } from '#test/simulation/model/expected.ts';
import type { CreateBody } from '#test/simulation/model/wire.ts';
import { possibleOrders, replay, type Told } from './replay-by-model.ts';

const CREATED_AT = Date.parse('2026-03-02T09:00:00.000Z');
const instant = (ms: number) => new Date(CREATED_AT + ms).toISOString();

const BODY = {
  reference: 'INV-1',
  amount: { value: 50, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031000001' },
} as CreateBody;

const typesOf = (shown: readonly (readonly [type: string, ms: number])[]): readonly (readonly string[])[] => {
  const expected = expectCreate(BODY, { id: 'a123456789', name: 'Acme', salt: 'aa' }, CREATED_AT);
  const events = shown.map(([type, ms]) => ({ type, timestamp: instant(ms) }));
  const entry = { amount: BODY.amount, transaction: 'sbx-1', paidAt: instant(200), recordedAt: instant(200) };
  const told = {
    shown: { events, payable: { options: [] } },
    entries: [entry],
    rows: [],
    nextSlot: 1,
  } as unknown as Told;
  return [...possibleOrders(told.shown.events)].map((each) =>
    replay(expected, told, each).events.map(({ type }) => type),
  );
};

it('an overdue mark that is dated just after the payment that it preceded is one of the possible orders', () => {
  const [asShown, markedFirst] = typesOf([
    ['collection.created', 0],
    ['payment.received', 200],
    ['collection.overdue', 205],
    ['collection.completed', 205],
  ]);
  expect(asShown).not.toContain('collection.overdue');
  expect(markedFirst?.slice(0, 4)).toEqual([
    'collection.created',
    'collection.overdue',
    'payment.received',
    'collection.completed',
  ]);
});

it('an overdue mark long after the payment that completed the collection is in no possible order', () => {
  const orders = typesOf([
    ['collection.created', 0],
    ['payment.received', 200],
    ['collection.completed', 200],
    ['collection.overdue', 60_000],
  ]);
  for (const types of orders) expect(types).not.toContain('collection.overdue');
});
