/** A claim of slots, and the attempts that it writes. */
import { expect, it } from 'vitest';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { aCollection, anAccount, inContext, minutesLater } from '#test/support/a-collection.ts';

const collection = { ...aCollection(), nextSlot: 2, runNumber: 5 };
const context = { ...inContext(collection, anAccount()), optedOut: [] };
const plan = planFollowUps(collection, { ...context, availableChannels: ['whatsapp', 'sms', 'email'] });
const now = minutesLater(900);
const dueAt = (slot: number) => new Date(plan.slots[slot - 1]?.dueAt ?? Number.NaN).toISOString();
const send = { kind: 'send', slot: 3, late: [2], channels: ['sms'], nextRunAt: 'next' } as const;

it('a claim takes the slots from the next one on: the late ones are skipped, and the last is being sent', () => {
  const common = { claimedAt: now.toISOString(), token: 't', channelsTried: [] };
  expect(claimOf(collection, plan, send, { token: 't', now })).toStrictEqual({
    ref: collection.ref,
    expected: { status: 'pending', nextSlot: 2, runNumber: 5, entryCount: 0 },
    attempts: [
      {
        ...common,
        slot: 2,
        status: 'skipped',
        reason: 'late',
        dueAt: dueAt(2),
        tone: 'gentle',
        at: { skipped: now.toISOString() },
      },
      {
        ...common,
        slot: 3,
        status: 'sending',
        claimedFor: 'sms',
        dueAt: dueAt(3),
        tone: 'professional',
        at: { sending: now.toISOString() },
      },
    ],
    nextRunAt: 'next',
    token: 't',
    now,
  });
});

it('a claim of no slot is an error that says so', () => {
  expect(() => claimOf(collection, plan, { ...send, slot: 1 }, { token: 't', now })).toThrow('a claim of no slot');
});
