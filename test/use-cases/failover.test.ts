/** A message that fails for good after its channel has accepted it: the next channel gets the slot, once, at a fit time. */
import { expect, it } from 'vitest';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, failSlot, planIn, rowOf, type World } from './world.ts';

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
