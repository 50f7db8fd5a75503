/** The model and the product agree on every plan: its slots, its removed slots, its overdue mark, and the actions of a run. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyAccount, anyBody, anyInstant, fewOptedOut, someChannels } from './any-create.ts';
import { expectCreate, expectPlan, expectRunPlan } from './expected.ts';
import type { Plan } from './plan.ts';
import * as product from './product.ts';
import { LISTED, planReasonFaults, slotReasonFaults } from './reasons.ts';
import { actionOf, nextRunAt } from './runs.ts';
import { CHANNELS, HOUR, MINUTE, type Status } from './wire.ts';

const RUNS = { numRuns: 800 };

const anyCase = fc.record({
  body: anyBody,
  account: anyAccount,
  now: anyInstant,
  senders: someChannels,
  optedOut: fewOptedOut,
});

it('model and product plan the same slots', () => {
  fc.assert(
    fc.property(anyCase, ({ body, account, now, ...means }) => {
      const expected = expectPlan(expectCreate(body, account, now), means);
      const found = product.plan(product.build(body, account, means.senders, now), { account, ...means });
      expect(readable(found)).toEqual(readable(expected));
    }),
    RUNS,
  );
});

it('model and product explain plans and slots in the same words', () => {
  fc.assert(
    fc.property(anyCase, ({ body, account, now, optedOut }) => {
      const senders = CHANNELS;
      const expected = expectCreate(body, account, now);
      const given = body.followUp;
      const closed = { optedOut, unreachable: [] };
      const plan = expectPlan(expected, { senders, optedOut });
      const { reasons, slots } = product.explain(product.build(body, account, senders, now), {
        account,
        senders,
        optedOut,
      });
      const faults = slots.flatMap((each) => {
        const slot = plan.slots[each.slot - 1];
        return slot === undefined
          ? ['a slot more']
          : slotReasonFaults(each, slot, { expected, given, isOnRecord: false });
      });
      expect([...planReasonFaults(reasons, { expected, given, closed, plan }), ...faults]).toEqual([]);
    }),
    RUNS,
  );
});

/** Instants as text make failures readable. */
const readable = ({ slots, removed, overdueAt }: Omit<Plan, 'unlisted'>) => ({
  slots: slots.map(({ dueAt, why: _why, ...slot }) => ({ ...slot, dueAt: new Date(dueAt).toISOString() })),
  removed: removed.slice(0, LISTED).map(({ dueAt, reason }) => `${new Date(dueAt).toISOString()} ${reason}`),
  overdueAt: overdueAt === undefined ? undefined : new Date(overdueAt).toISOString(),
});

it('model and product do the same in a run at any instant', () => {
  const anyStatus = fc.constantFrom<Status>('pending', 'pending', 'overdue', 'completed', 'cancelled', 'expired');
  const anyRun = fc.record({
    status: anyStatus,
    near: fc.nat(60),
    claimed: fc.nat(3),
    off: fc.oneof(
      fc.integer({ min: -70_000, max: 70_000 }),
      fc.integer({ min: -8, max: 8 }).map((n) => n * MINUTE),
      fc.integer({ min: 0, max: 30 * HOUR }),
    ),
  });
  fc.assert(
    fc.property(anyCase, anyRun, ({ body, account, now: createdAt, ...means }, { status, near, claimed, off }) => {
      const expected = expectCreate(body, account, createdAt);
      const plan = expectRunPlan(expected, means);
      const slots = plan.slots.length;
      const marks = [...plan.slots.map(({ dueAt }) => dueAt), plan.overdueAt ?? createdAt, expected.known.expiresAt];
      const now = (marks[near % marks.length] as number) + off;
      const nextSlot = Math.max(1, Math.min(slots + 1, (near % marks.length) + 2 - claimed));
      const facts = { plan, nextSlot, status, expiresAt: expected.known.expiresAt, hours: expected.hours };
      const collection = { ...product.build(body, account, means.senders, createdAt), status };
      const running = { account, ...means, nextSlot };
      expect(product.actionAt(collection, running, now)).toEqual(actionOf({ ...facts, now }));
      expect(product.nextRunAt(collection, running)).toBe(nextRunAt(facts));
    }),
    RUNS,
  );
});
