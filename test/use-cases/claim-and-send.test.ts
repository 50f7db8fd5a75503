/** A claim and its result, as they are written; and what is said of a message that no channel takes. */

import { expect, it } from 'vitest';
import type { SendResult } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { SlotClaim } from '#lib/domain/follow-up/claim.ts';
import { type Sendable, type SendOutcome, testMessageId } from '#lib/domain/message/outgoing.ts';
import { random } from '#lib/random.ts';
import { type ClaimPorts, claimAndSend } from '#lib/use-cases/claim-and-send.ts';
import { runContext } from '#lib/use-cases/run-context.ts';
import { sendByFirstChannel } from '#lib/use-cases/send-by-first-channel.ts';
import { aCollection, aContact, anAccount, inContext, minutesLater } from '#test/support/a-collection.ts';
import { anAttempt } from '#test/support/an-attempt.ts';
import { WITHOUT_OTHER_DEBTS } from './invocation.ts';

const account = anAccount();
const collection = aCollection({ account: account.id, contact: aContact({ email: 'Ada.O@Example.com' }) });
const DUE = minutesLater(60);

const unused = () => Promise.reject(new Error('there is no other debt to look at'));
const UNUSED = {
  findMovements: unused,
  getLedger: unused,
  recordEntry: unused,
  keepForLater: unused,
  recordSkips: unused,
  getPartition: unused,
  findReach: unused,
};

type Written = { of: { slot: number }; token: string; result: SendResult };

function recording(outcome: SendOutcome, now = DUE) {
  const claims: SlotClaim[] = [];
  const results: Written[] = [];
  const offered: Sendable[] = [];
  const last: object[] = [];
  const ports: ClaimPorts = {
    clock: { now: () => now, sleep: async () => {} },
    random: { ...random, fraction: () => 0.5, nonce: () => 'this invocation' },
    settings: { baseUrl: 'https://collections.example' },
    isOneWay: (channel) => channel === 'sms',
    send: async (outgoing) => {
      offered.push(outgoing);
      return outcome;
    },
    optOut: async () => {},
    findOpen: async () => [],
    recordEvent: async () => {},
    claimSlots: async (claim) => {
      claims.push(claim);
      return 'won';
    },
    recordLastMessage: async (phone, of) => void last.push({ phone, ...of }),
    deferSlot: async () => 'saved',
    changePerson: async () => true,
    recordResult: async (of, token, result) => void results.push({ of, token, result }),
    ...WITHOUT_OTHER_DEBTS,
    ...UNUSED,
  };
  return { ports, claims, results, offered, last };
}

/** The collection with its first slot due. */
function dueContext(now = DUE) {
  const loaded = { ...inContext(collection, account), entries: [], waiting: [], attempts: [], optedOut: [] };
  const { decision, ...context } = runContext(loaded, ['whatsapp', 'sms', 'email'], now);
  if (decision.kind !== 'send') throw new Error(`decided ${decision.kind}`);
  return { ...context, decision };
}

it('a claim bears the nonce of its invocation, under which its result is written for the slot of that collection', async () => {
  const { ports, claims, results } = recording({ kind: 'accepted', messageId: 'm-1' });
  expect(await claimAndSend(ports, dueContext())).toBe('sent');
  expect(claims).toMatchObject([{ token: 'this invocation', attempts: [{ slot: 1, token: 'this invocation' }] }]);
  expect(results).toMatchObject([{ of: { ref: collection.ref, slot: 1 }, token: 'this invocation' }]);
});

it('the result of a message that may have been taken says which channels were tried, and when', async () => {
  const { ports, results } = recording({ kind: 'ambiguous', reason: 'no_answer' });
  await claimAndSend(ports, dueContext());
  expect(results.map(({ result }) => result)).toEqual([
    { status: 'unknown', channel: 'whatsapp', reason: 'no_answer', channelsTried: ['whatsapp'], at: DUE.toISOString() },
  ]);
});

it('the result of a message that every channel refused says which channels were tried, and when', async () => {
  const { ports, results } = recording({ kind: 'refused', reason: 'not_allowed' });
  await claimAndSend(ports, dueContext());
  expect(results.map(({ result }) => result)).toEqual([
    {
      status: 'failed',
      reason: 'not_allowed',
      channelsTried: ['whatsapp', 'sms', 'email'],
      at: DUE.toISOString(),
    },
  ]);
});

const dueBy = (channel: Channel) => {
  const { decision, ...context } = dueContext();
  return { ...context, decision: { ...decision, channels: [channel] } };
};

it.each(['whatsapp', 'sms'] as const)('a message by %s is remembered as the last one to its phone', async (channel) => {
  const { ports, last: remembered } = recording({ kind: 'accepted', messageId: 'm-1' });
  await claimAndSend(ports, dueBy(channel));
  expect(remembered).toEqual([{ phone: '+2348031234567', ref: collection.ref, slot: 1 }]);
});

it('a message that may have been taken is remembered as the last one to its phone, too', async () => {
  const { ports, last: remembered } = recording({ kind: 'ambiguous', reason: 'no_answer' });
  await claimAndSend(ports, dueBy('sms'));
  expect(remembered).toHaveLength(1);
});

it.each<[string, SendOutcome, 'sms' | 'email']>([
  ['an email', { kind: 'accepted', messageId: 'm-1' }, 'email'],
  ['a message that was refused', { kind: 'refused', reason: 'not_allowed' }, 'sms'],
  ['a message of a test account, which goes nowhere', { kind: 'accepted', messageId: testMessageId('t') }, 'sms'],
])('%s is not remembered as the last one to a phone', async (_what, outcome, channel) => {
  const { ports, last: remembered } = recording(outcome);
  await claimAndSend(ports, dueBy(channel));
  expect(remembered).toEqual([]);
});

const order = { channels: ['email'], attempt: anAttempt(1), count: () => Promise.resolve() } as const;

it('a message without a channel fails for that reason', async () => {
  const { ports, offered } = recording({ kind: 'accepted', messageId: 'm-1' });
  expect(await sendByFirstChannel(ports, dueContext(), { ...order, channels: [] })).toEqual({
    status: 'failed',
    reason: 'no_channel',
    channelsTried: [],
    at: DUE.toISOString(),
  });
  expect(offered).toEqual([]);
});

it('an email goes to the address as the contact has written it', async () => {
  const { ports, offered } = recording({ kind: 'accepted', messageId: 'm-1' });
  await sendByFirstChannel(ports, dueContext(), order);
  expect(offered.map(({ to }) => to)).toEqual(['Ada.O@Example.com']);
});

it.each([
  ['a begun second is left out', 3_600_500, 3600],
  ['half a minute before the next slot it is tried for a whole one', 30_000, 60],
])('a message is tried for whole seconds: %s', async (_why, leftMs, seconds) => {
  const { plan } = dueContext();
  const nextAt = plan.slots[1]?.dueAt ?? Number.NaN;
  const { ports, offered } = recording({ kind: 'accepted', messageId: 'm-1' }, new Date(nextAt - leftMs));
  await sendByFirstChannel(ports, dueContext(), order);
  expect(offered.map(({ timeToLiveSeconds }) => timeToLiveSeconds)).toEqual([seconds]);
});

it.each<[Channel, SendOutcome, number | undefined]>([
  ['whatsapp', { kind: 'accepted', messageId: 'm-1' }, 0.02],
  // In two parts, with its links.
  ['sms', { kind: 'accepted', messageId: 'm-1' }, 0.1],
  ['sms', { kind: 'ambiguous', reason: 'no_answer' }, 0.1],
  ['email', { kind: 'accepted', messageId: 'm-1' }, undefined],
  ['sms', { kind: 'refused', reason: 'not_allowed' }, undefined],
])('a message by %s that was %o costs %s by the prices of the account', async (channel, outcome, value) => {
  const prices = [
    { channel: 'sms', price: 0.09 },
    { channel: 'sms', country: 'NG', price: 0.05 },
    { channel: 'whatsapp', price: 0.02 },
  ] as const;
  const { ports, results } = recording(outcome);
  const due = dueBy(channel);
  await claimAndSend(ports, { ...due, account: { ...due.account, messagePrices: { currency: 'USD', prices } } });
  expect(results[0]?.result.cost).toEqual(value === undefined ? undefined : { value, currency: 'USD' });
});
