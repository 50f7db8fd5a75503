/**
 * The message of one slot: its recipient, its channels, its retries, and its result.
 * A message that fails for good after its channel has accepted it: the next channel gets the slot, once, at a fit time.
 */
import { describe, expect, it } from 'vitest';
import { slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import type { Outgoing, SendOutcome } from '#lib/domain/message/outgoing.ts';
import { anAccount } from '#test/support/a-collection.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, failSlot, phoneIn, planIn, rowOf, type World } from './world.ts';

const ACCEPTED: SendOutcome = { kind: 'accepted', messageId: 'm-1' };
const REFUSED: SendOutcome = { kind: 'refused', reason: 'not_allowed' };
const THROTTLED: SendOutcome = { kind: 'throttled' };
const AMBIGUOUS: SendOutcome = { kind: 'ambiguous', reason: 'no_answer' };

/** Sends the first slot (channels whatsapp, sms and email) with these answers in order. */
async function send(answers: readonly SendOutcome[], given: Parameters<typeof aWorld>[0] = {}) {
  const world = aWorld(given);
  const offered: Outgoing[] = [];
  world.answer = (outgoing) => {
    offered.push(outgoing);
    return answers[offered.length - 1] ?? ACCEPTED;
  };
  advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
  await invoke(world);
  return { world, offered, channels: offered.map(({ message }) => message.channel), attempt: world.attempts.get(1) };
}

describe('the channels of a slot', () => {
  it('no other channel is tried once one has accepted the message', async () => {
    const { channels, attempt } = await send([ACCEPTED]);
    expect(channels).toEqual(['whatsapp']);
    expect(attempt).toMatchObject({ status: 'sent', channel: 'whatsapp', messageId: 'm-1', channelsTried: channels });
  });

  it('the next channel is tried as long as each one certainly refuses', async () => {
    const { channels, attempt } = await send([REFUSED, REFUSED, ACCEPTED]);
    expect(channels).toEqual(['whatsapp', 'sms', 'email']);
    expect(attempt).toMatchObject({ status: 'sent', channel: 'email', channelsTried: channels });
  });

  it('a slot whose last channel refuses has failed, with that channel’s reason', async () => {
    const { channels, attempt } = await send([REFUSED, REFUSED, { kind: 'refused', reason: 'blocked' }]);
    expect(channels).toHaveLength(3);
    expect(attempt).toMatchObject({ status: 'failed', reason: 'blocked', channelsTried: channels });
    expect(attempt).not.toHaveProperty('channel');
  });

  it.each([0, 1, 2])(
    'no other channel is tried once one may have accepted the message, after %i refusals',
    async (refusals) => {
      const { channels, attempt } = await send([...Array(refusals).fill(REFUSED), AMBIGUOUS]);
      expect(channels).toHaveLength(refusals + 1);
      expect(attempt).toMatchObject({ status: 'unknown', channel: channels.at(-1), reason: 'no_answer' });
    },
  );

  it('a throttled channel is asked again some seconds later, by a run of its own, before any other', async () => {
    const { world, channels, attempt } = await send([THROTTLED]);
    expect(channels).toEqual(['whatsapp']);
    const { nextRunAt = '' } = rowOf(world);
    expect(Date.parse(nextRunAt) - world.now.getTime()).toBe(7_500);
    expect(attempt).toMatchObject({ status: 'deferred', retryAt: nextRunAt, channelsTried: ['whatsapp'] });
    advanceTo(world, nextRunAt);
    await invoke(world);
    expect(world.attempts.get(1)).toMatchObject({ status: 'sent', channel: 'whatsapp', channelsTried: ['whatsapp'] });
  });

  it('a channel that stays throttled is asked for an hour, and only then the next one', async () => {
    const { world, offered } = await send(Array(40).fill(THROTTLED), {
      followUp: { cadence: 'every_6h', startAfter: 0 },
    });
    const start = world.now.getTime();
    while (world.attempts.get(1)?.status === 'deferred') {
      advanceTo(world, rowOf(world).nextRunAt ?? '');
      await invoke(world);
    }
    const asked = offered.map(({ message }) => message.channel);
    const first = asked.filter((channel) => channel === 'whatsapp');
    expect(asked).toEqual([...first, 'sms', 'email']);
    expect(first.length).toBeGreaterThan(8);
    expect(world.now.getTime() - start).toBeGreaterThan(45 * 60_000);
    expect(world.now.getTime() - start).toBeLessThan(60 * 60_000);
    expect(world.attempts.get(1)).toMatchObject({ status: 'skipped', reason: 'channel_busy' });
  });

  it('a slot near the expiry is with the next channel before it', async () => {
    const given = { expiresIn: 61, followUp: { cadence: 'every_6h', startAfter: 60 } } as const;
    const { world, offered } = await send(Array(40).fill(THROTTLED), given);
    const { expiresAt } = rowOf(world);
    for (let runs = 0; runs < 99 && world.attempts.get(1)?.status === 'deferred'; runs += 1) {
      advanceTo(world, rowOf(world).nextRunAt ?? '');
      await invoke(world);
    }
    expect(world.now.toISOString() < expiresAt).toBe(true);
    expect(offered.at(-1)?.message.channel).toBe('email');
  });

  it('a slot that waits for its channel yields to the next slot', async () => {
    const { world } = await send([THROTTLED], { followUp: { cadence: 'every_5m', startAfter: 0 } });
    advanceTo(world, planIn(world).slots[1]?.dueAt ?? '');
    await invoke(world);
    expect(world.accepted.map(({ slot }) => slot)).toEqual([2]);
    expect(rowOf(world).retry).toBeUndefined();
  });

  it('a refusal other than an opt-out does not leave a channel out of later slots', async () => {
    const { world } = await send([REFUSED, REFUSED]);
    expect([...world.optedOut]).toEqual([]);
  });

  it('a phone channel that answers with an opt-out closes SMS and WhatsApp, as STOP does', async () => {
    const { world, channels } = await send([{ kind: 'refused', reason: 'opted_out', optedOut: true }, ACCEPTED]);
    expect(channels).toEqual(['whatsapp', 'email']);
    expect([...world.optedOut]).toEqual(['whatsapp', 'sms']);
    expect(planIn(world).slots.some(({ channel, fallbacks }) => [channel, ...fallbacks].includes('whatsapp'))).toBe(
      false,
    );
  });
});

describe('a message in the merchant’s own words', () => {
  const text = { version: 4, changedAt: '2026-01-01T00:00:00.000Z' };
  const template = { name: 'kobo_v1' };
  const texts = {
    'en/whatsapp/gentle': { ...text, body: 'Please pay {{amount}} {{payLink}} now', template },
    'en/sms/gentle': { ...text, body: 'Please pay {{amount}} {{payLink}} {{optOut}}' },
  };
  const worded = { account: { ...anAccount(), texts } };
  const whose = (offered: readonly Outgoing[]) =>
    offered.map(({ message }) => [message.channel, message.text.includes('Please pay') ? 'theirs' : 'ours']);

  it('is kept with its version', async () => {
    const { offered, attempt } = await send([ACCEPTED], worded);
    expect(whose(offered)).toEqual([['whatsapp', 'theirs']]);
    expect(attempt).toMatchObject({ status: 'sent', own: { version: 4 }, text: offered[0]?.message.text });
  });

  it('is sent again in ours where the channel surely refused it, before any other channel', async () => {
    const { offered, attempt } = await send([REFUSED, ACCEPTED], worded);
    expect(whose(offered)).toEqual([
      ['whatsapp', 'theirs'],
      ['whatsapp', 'ours'],
    ]);
    expect(attempt).toMatchObject({
      channel: 'whatsapp',
      own: { version: 4, isUnused: true },
      channelsTried: ['whatsapp'],
    });
    expect(attempt?.text).toBe(offered[1]?.message.text);
  });

  it('is not sent again where it may have been accepted, where our account is at fault, or by whom nothing may come', async () => {
    for (const [outcome, next] of [
      [AMBIGUOUS, []],
      [{ kind: 'refused', reason: 'not_allowed', fault: true }, [['sms', 'theirs']]],
      [{ kind: 'refused', reason: 'opted_out', optedOut: true }, [['email', 'ours']]],
    ] as [SendOutcome, string[][]][]) {
      const { offered } = await send([outcome, ACCEPTED], worded);
      expect(whose(offered)).toEqual([['whatsapp', 'theirs'], ...next]);
    }
  });

  it('that could not be used was ours already: it is not offered twice', async () => {
    const button = { ...texts['en/whatsapp/gentle'], template: { ...template, button: true as const } };
    const account = anAccount({ texts: { 'en/whatsapp/gentle': button } });
    const { offered } = await send([REFUSED, ACCEPTED], { account });
    expect(whose(offered)).toEqual([
      ['whatsapp', 'ours'],
      ['sms', 'ours'],
    ]);
  });

  it('of another channel than the claim’s, what was sent is kept with its own version, or with none', async () => {
    const { attempt } = await send([REFUSED, REFUSED, ACCEPTED], worded);
    expect(attempt).toMatchObject({ channel: 'sms', own: { version: 4 } });
    const { attempt: byEmail } = await send([REFUSED, REFUSED, REFUSED, REFUSED, ACCEPTED], worded);
    expect(byEmail).toMatchObject({ channel: 'email' });
    expect(byEmail?.own).toBeUndefined();
  });
});

it('an opt-out is stored under the address that is looked up, however the email is written', async () => {
  const optedOut: SendOutcome = { kind: 'refused', reason: 'opted_out', optedOut: true };
  const { world } = await send([REFUSED, REFUSED, optedOut], { email: 'Ada.O@Example.com' });
  expect([...world.optedOut]).toEqual(['email']);
});

describe('a message', () => {
  it('a message is the one that the plan shows for its channel', async () => {
    const { world, offered } = await send([REFUSED, REFUSED, ACCEPTED]);
    const plan = planIn(world);
    const deployment = { baseUrl: 'https://collections.example', isOneWay: (channel: string) => channel === 'sms' };
    const setting = { account: world.account, phone: phoneIn(world), hours: plan.hours, ...deployment };
    const tone = plan.slots[0]?.tone ?? 'urgent';
    for (const { message } of offered) {
      expect(message).toEqual(slotMessage(rowOf(world), { channel: message.channel, tone, at: 0 }, setting));
    }
  });

  it('a message goes to the phone in E.164 or the email address, in the merchant’s name, tagged with ids only', async () => {
    const { world, offered } = await send([REFUSED, REFUSED, ACCEPTED]);
    const { contact, id } = rowOf(world);
    expect(offered.map(({ to }) => to)).toEqual([contact.phone, contact.phone, contact.email]);
    for (const { fromName, attempt } of offered) {
      expect(fromName).toBe(world.account.name);
      expect(attempt).toEqual({ collectionId: id, slot: 1, tone: 'gentle', token: world.attempts.get(1)?.token });
    }
  });

  it.each<[string, Parameters<typeof aWorld>[0], number]>([
    ['until the next slot', { followUp: { cadence: 'every_1h', startAfter: 60 } }, 3600],
    ['for at most four hours', { followUp: { cadence: 'every_6h', startAfter: 0 } }, 4 * 3600],
    ['until the expiry after the last slot', { followUp: { cadence: 'daily', startAfter: 60 }, expiresIn: 90 }, 1800],
    ['for at least a minute', { followUp: { cadence: 'daily', startAfter: 60 }, expiresIn: 61 }, 60],
  ])('a channel may try to deliver a message %s', async (_how, given, seconds) => {
    const { offered } = await send([ACCEPTED], given);
    expect(offered[0]?.timeToLiveSeconds).toBe(seconds);
  });
});

it('a slot is not due on a day on which its only channel is silent', () => {
  const sundays: World = aWorld({ phone: '+233241234567', followUp: { channels: ['sms'], startAfter: 60 } });
  expect(planIn(sundays).slots.some(({ dueAt }) => dueAt.startsWith('2026-03-01'))).toBe(false);
});

const MINUTE = 60_000;
const channelsIn = (world: World) => world.accepted.map(({ slot, channel }) => [slot, channel]);

/** A collection whose slot was sent by its first channel, WhatsApp. */
async function aSent(given: Parameters<typeof aWorld>[0] = {}, slot = 1): Promise<World> {
  const world = aWorld({ followUp: { cadence: 'every_1h', startAfter: 60 }, ...given });
  for (let each = 1; each <= slot; each += 1) {
    advanceTo(world, planIn(world).slots[each - 1]?.dueAt ?? '');
    await invoke(world);
  }
  return world;
}

async function nextRun(world: World): Promise<void> {
  advanceTo(world, rowOf(world).nextRunAt ?? '');
  await invoke(world);
}

it('the next channel gets a failed slot at once, and the plan goes on as before', async () => {
  const world = await aSent();
  advanceTo(world, world.now.getTime() + MINUTE);
  expect(failSlot(world, 1)).toBe(true);
  await nextRun(world);
  expect(channelsIn(world)).toEqual([
    [1, 'whatsapp'],
    [1, 'sms'],
  ]);
  expect(world.attempts.get(1)).toMatchObject({
    status: 'sent',
    channelsTried: ['whatsapp', 'sms'],
    earlier: { channel: 'whatsapp', messageId: 'whatsapp-1' },
  });
  expect(rowOf(world)).toMatchObject({ nextSlot: 2, nextRunAt: planIn(world).slots[1]?.dueAt });
  expectSound(world);
  await heal(world);
  expectFinished(world);
});

it('a slot fails over once: when its second message fails too, it has failed', async () => {
  const world = await aSent();
  failSlot(world, 1);
  await nextRun(world);
  expect(failSlot(world, 1)).toBe(false);
  await nextRun(world);
  expect(channelsIn(world).filter(([slot]) => slot === 1)).toEqual([
    [1, 'whatsapp'],
    [1, 'sms'],
  ]);
});

it('a failure at night waits for the opening', async () => {
  const world = await aSent({ followUp: { cadence: 'daily', startAfter: 60 }, expiresIn: 4 * 1440 });
  advanceTo(world, '2026-03-01T22:00:00.000Z');
  expect(failSlot(world, 1)).toBe(true);
  await nextRun(world);
  expect(channelsIn(world)).toEqual([[1, 'whatsapp']]);
  expect(rowOf(world).nextRunAt).toBe('2026-03-02T07:00:00.000Z');
  await nextRun(world);
  expect(channelsIn(world)).toEqual([
    [1, 'whatsapp'],
    [1, 'sms'],
  ]);
});

it('a failure shortly before the next slot leaves the contact to that one', async () => {
  const world = await aSent();
  advanceTo(world, Date.parse(planIn(world).slots[1]?.dueAt ?? '') - 10 * MINUTE);
  failSlot(world, 1);
  await nextRun(world);
  await nextRun(world);
  expect(channelsIn(world)).toEqual([
    [1, 'whatsapp'],
    [2, 'sms'],
  ]);
  expect(rowOf(world).retry).toBeUndefined();
});

it('a failure after the next slot was claimed gives the slot to nobody', async () => {
  const world = await aSent({}, 2);
  expect(failSlot(world, 1)).toBe(false);
});

it('a slot without another channel ends as failed', async () => {
  const world = await aSent({ followUp: { cadence: 'every_1h', startAfter: 60, channels: ['email'] } });
  failSlot(world, 1);
  await nextRun(world);
  expect(channelsIn(world)).toEqual([[1, 'email']]);
  expect(rowOf(world).retry).toBeUndefined();
});

it('a collection that was cancelled meanwhile is not reminded again', async () => {
  const world = await aSent();
  failSlot(world, 1);
  changeStatus(world, 'cancelled');
  await invoke(world);
  expect(channelsIn(world)).toEqual([[1, 'whatsapp']]);
});
