/** The model and the product agree on every sequence of changes of a collection. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAccount, anyBody, anyInstant } from './any-create.ts';
import { type Known, markOverdue, recordExpiry, setStatus, statusAt } from './collection.ts';
import { expectCreate } from './expected.ts';
import { historyFaults } from './history.ts';
import { toMinor } from './money.ts';
import { apply, type Booked, type Confirmed, standingOf } from './payments.ts';
import * as product from './product.ts';
import { isInline, shownAt } from './shown-collection.ts';
import { TRANSITIONS } from './states.ts';
import { CHANNELS, MINUTE, type Status } from './wire.ts';

const STATUSES: readonly Status[] = ['pending', 'completed', 'expired', 'overdue', 'cancelled'];

/** Payments are shares of the amount: exact, too little, too much. `back` sends a payment, or a part of it, back. */
type Step =
  | { kind: 'set'; to: Status }
  | { kind: 'expiry' | 'mark' }
  | { kind: 'pay'; share: number; currency: string | undefined; transaction: string; before: number }
  | { kind: 'back'; how: Exclude<Confirmed['kind'], 'payment'>; share: number; transaction: string; object: string };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('set' as const), to: fc.constantFrom(...STATUSES) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('expiry' as const, 'mark' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      share: fc.constantFrom(0.25, 0.5, 1, 2),
      currency: fc.constantFrom(undefined, undefined, undefined, 'KES'),
      transaction: fc.constantFrom('t1', 't2', 't3', 't4'),
      /** The time in milliseconds between a payment and its webhook. */
      before: fc.constantFrom(0, 1_000, 600 * MINUTE),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('back' as const),
      how: fc.constantFrom('refund', 'refund_failed', 'dispute', 'dispute_lost', 'dispute_won'),
      share: fc.constantFrom(0.5, 1),
      transaction: fc.constantFrom('t1', 't2', 't3', 't4'),
      object: fc.constantFrom('o1', 'o2'),
    }),
  },
);

/** Clocks differ by seconds, so an instant may be earlier than the one before. */
const anySteps = fc.array(
  fc.record({
    step: anyStep,
    after: fc.oneof(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: 0, max: 1_440 * MINUTE })),
  }),
  { maxLength: 8, size: 'max' },
);

type Both = {
  known: Known;
  booked: readonly Booked[];
  collection: product.Collection;
  entries: product.Ledger['entries'];
};

function take({ known, booked, collection, entries }: Both, step: Step, now: number): Both {
  switch (step.kind) {
    case 'set': {
      const expected = setStatus(known, step.to, now);
      const found = product.setStatus(collection, step.to, now);
      expect(found.answer).toBe(expected.answer);
      return { known: expected.known, collection: found.collection, booked, entries };
    }
    case 'expiry':
      return { known: recordExpiry(known, now), collection: product.recordExpiry(collection, now), booked, entries };
    case 'mark':
      // The plan decides when; this test is about the state only.
      if (statusAt(known, now) !== 'pending') return { known, collection, booked, entries };
      return { known: markOverdue(known, now), collection: product.markOverdue(collection, now), booked, entries };
    case 'pay': {
      const { share, transaction, before, currency = known.amount.currency } = step;
      const minor = Math.max(1, Math.round(toMinor(known.amount) * share));
      // A transaction is one payment of one amount.
      const first = booked.find((each) => each.kind === 'payment' && each.transaction === transaction);
      const paid = first ?? {
        ...{ kind: 'payment' as const, transaction, object: transaction, minor, currency },
        at: now - before,
      };
      const expected = apply({ known, booked }, paid, now);
      const { standing, ...found } = product.book({ collection, entries }, paid, now);
      // Only a payment that counts has a standing, and only when it is first applied.
      if (standing !== undefined) expect(standing).toBe(standingOf(expected, paid));
      return { ...expected, ...found };
    }
    case 'back': {
      const { how, share, transaction } = step;
      const paid = booked.find((each) => each.kind === 'payment' && each.transaction === transaction);
      // What goes back came before, and an object always has one amount.
      if (paid === undefined) return { known, collection, booked, entries };
      const object = `${transaction} ${how.split('_')[0]} ${step.object}`;
      const minor = booked.find((each) => each.object === object)?.minor ?? Math.ceil(paid.minor * share);
      const back = { kind: how, transaction, object, minor, currency: paid.currency, at: now };
      const { standing: _none, ...found } = product.book({ collection, entries }, back, now);
      return { ...apply({ known, booked }, back, now), ...found };
    }
  }
}

it('model and product agree on every state, event and instant of a collection after any changes', () => {
  fc.assert(
    fc.property(anyBody, anyAccount, anyInstant, anySteps, (body, account, createdAt, steps) => {
      let both: Both = {
        known: expectCreate(body, account, createdAt).known,
        collection: product.build(body, account, CHANNELS, createdAt),
        booked: [],
        entries: [],
      };
      let now = createdAt;
      for (const { step, after } of steps) {
        now = Math.max(createdAt, now + after);
        both = take(both, step, now);
        expectAlike(both, now);
      }
    }),
    { numRuns: 800 },
  );
});

/** Compares the collection as GET shows it, with payments, and as a list and a PATCH show it, without them. */
function expectAlike({ known, collection, entries }: Both, now: number): void {
  const { events, ...expected } = shownAt(known, now, product.BASE_URL);
  const { events: found, ...shown } = product.showHistory(collection, entries, now);
  expect(shown).toEqual(expected);
  expect(historyFaults(found, events)).toEqual([]);
  const inline = shownAt({ ...known, events: known.events.filter(isInline) }, now, product.BASE_URL).events;
  expect(historyFaults(product.show(collection, now).events, inline)).toEqual([]);
}

it('the model lists the same transitions as the product, for each kind of initiator', () => {
  const list = (each: { to: string; from: readonly string[]; by: string; event: string }) =>
    each.from.map((from) => `${from} to ${each.to} by ${each.by}: ${each.event}`);
  const expected = TRANSITIONS.flatMap(({ by, ...each }) => by.flatMap((one) => list({ ...each, by: one })));
  const found = product.TRANSITIONS.flatMap((each) => list({ ...each, by: each.by === 'clock' ? 'time' : each.by }));
  expect(found.toSorted()).toEqual(expected.toSorted());
});
