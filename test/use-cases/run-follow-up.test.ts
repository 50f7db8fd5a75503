/** What a run does when nothing goes wrong. */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { type Ended, heal, invoke } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, planIn, rowOf, type World } from './world.ts';

const MINUTE = 60_000;
const outcomeOf = (ended: Ended) => (typeof ended === 'string' ? ended : ended.outcome);
const statuses = (world: World) => [...world.attempts.values()].map(({ status, reason }) => reason ?? status);
const dueAt = (world: World, slot: number): string => planIn(world).slots[slot - 1]?.dueAt ?? 'no such slot';

const optOutOfAll = (world: World): void => {
  for (const channel of CHANNELS) world.optedOut.add(channel);
};

/** Runs the run that is set, this long before or after its instant. */
async function invokeAt(world: World, at: string, { early = 0, late = 0 } = {}) {
  advanceTo(world, Date.parse(at) - early + late);
  return outcomeOf(await invoke(world, { runNumber: rowOf(world).runNumber }));
}

describe('a run for a slot that is due', () => {
  it('a run of a due slot sends it by its channel, records it, and sets the next run', async () => {
    const world = aWorld();
    const [first] = planIn(world).slots;
    expect(await invokeAt(world, dueAt(world, 1))).toBe('sent');
    expect(world.accepted).toMatchObject([{ slot: 1, channel: first?.channel, at: first?.dueAt }]);
    expect(world.attempts.get(1)).toMatchObject({
      status: 'sent',
      messageId: `${first?.channel}-1`,
      channelsTried: [first?.channel],
      at: { sending: first?.dueAt, sent: first?.dueAt },
    });
    expect(rowOf(world)).toMatchObject({ nextSlot: 2, runNumber: 2, nextRunAt: dueAt(world, 2) });
    expectSound(world);
  });

  it('a run up to a minute early sends its slot, and an earlier one sets the same run again', async () => {
    const world = aWorld();
    expect(await invokeAt(world, dueAt(world, 1), { early: MINUTE + 1 })).toBe('rearmed');
    expect(rowOf(world)).toMatchObject({ nextSlot: 1, runNumber: 2, nextRunAt: dueAt(world, 1) });
    expect(await invokeAt(world, dueAt(world, 1), { early: MINUTE })).toBe('sent');
  });

  it('a run with a replaced number still sends a due slot', async () => {
    const world = aWorld();
    advanceTo(world, dueAt(world, 1));
    expect(outcomeOf(await invoke(world, { runNumber: 0 }))).toBe('sent');
  });

  it('a run sends the newest of several due slots, and skips the others as late', async () => {
    const world = aWorld({ followUp: { cadence: 'every_30m', startAfter: 30 } });
    expect(await invokeAt(world, dueAt(world, 3), { late: MINUTE })).toBe('sent');
    expect(statuses(world)).toEqual(['late', 'late', 'sent']);
    expect(world.accepted.map(({ slot }) => slot)).toEqual([3]);
    expect(rowOf(world)).toMatchObject({ nextSlot: 4, nextRunAt: dueAt(world, 4) });
  });

  it('a run skips a slot that is so late that it falls into quiet hours', async () => {
    const world = aWorld({
      followUp: { cadence: 'every_12h', startAfter: 600 },
      now: new Date('2026-03-02T08:00:00Z'),
    });
    expect(dueAt(world, 1)).toBe('2026-03-02T18:00:00.000Z');
    expect(await invokeAt(world, '2026-03-02T19:30:00.000Z')).toBe('skipped');
    expect(statuses(world)).toEqual(['quiet_hours']);
    expect(world.accepted).toEqual([]);
    expectSound(world);
  });

  it('a run gives its lag in seconds', async () => {
    const world = aWorld();
    advanceTo(world, Date.parse(dueAt(world, 1)) + 2500);
    expect(await invoke(world)).toEqual({ outcome: 'sent', lagSeconds: 2.5, bookings: [] });
  });

  it('an early run has no lag', async () => {
    const world = aWorld();
    advanceTo(world, Date.parse(dueAt(world, 1)) - 2500);
    expect(await invoke(world)).toEqual({ outcome: 'sent', lagSeconds: 0, bookings: [] });
  });
});

describe('a run that finds nothing due', () => {
  it('a run with a replaced number and nothing due does nothing, however often it comes', async () => {
    const world = aWorld();
    const before = { ...rowOf(world) };
    for (const run of [0, 2, 99]) expect(outcomeOf(await invoke(world, { runNumber: run }))).toBe('nothing');
    expect(world.row).toEqual(before);
  });

  it('a current run with nothing due sets the run again, because its schedule is used up', async () => {
    const world = aWorld();
    expect(outcomeOf(await invoke(world, { runNumber: 1 }))).toBe('rearmed');
    expect(rowOf(world)).toMatchObject({ runNumber: 2, nextRunAt: dueAt(world, 1) });
  });

  it('a sweeper’s run before the next run is due does nothing, because that run has its schedule', async () => {
    const world = aWorld();
    const before = { ...rowOf(world) };
    for (let runs = 0; runs < 10; runs += 1) expect(outcomeOf(await invoke(world))).toBe('nothing');
    expect(world.row).toEqual(before);
  });

  it('a sweeper’s run whose every channel is opted out skips the slot and sets the run of the next one', async () => {
    const world = aWorld();
    advanceTo(world, dueAt(world, 1));
    const nextRunAt = dueAt(world, 2);
    optOutOfAll(world);
    expect(outcomeOf(await invoke(world))).toBe('skipped');
    expect(rowOf(world)).toMatchObject({ runNumber: 2, nextSlot: 2, nextRunAt });
  });

  it('a run of a collection that is final or does not exist does nothing', async () => {
    for (const status of ['completed', 'cancelled', 'expired'] as const) {
      const world = aWorld();
      changeStatus(world, status);
      advanceTo(world, '2026-03-03T09:00:00.000Z');
      expect(await invoke(world, { runNumber: 1 })).toEqual({ outcome: 'nothing', lagSeconds: 0, bookings: [] });
      expectFinished(world);
    }
    const world = aWorld();
    const between = () => {
      world.row = undefined;
    };
    expect(await invoke(world, { between })).toEqual({ outcome: 'nothing', lagSeconds: 0, bookings: [] });
  });
});

describe('after the last slot', () => {
  const short = () => aWorld({ followUp: { cadence: 'every_1h', startAfter: 60 }, expiresIn: 200 });

  it('a collection is overdue one cadence after its last slot, and then only its expiry is left', async () => {
    const world = aWorld({ expiresIn: 2880 });
    const { slots, overdueAt = '' } = planIn(world);
    for (const slot of slots) expect(await invokeAt(world, slot.dueAt)).toBe('sent');
    expect(rowOf(world).nextRunAt).toBe(overdueAt);
    expect(await invokeAt(world, overdueAt, { early: 1 })).toBe('rearmed');
    expect(await invokeAt(world, overdueAt)).toBe('overdue');
    const { status, nextRunAt, expiresAt, events } = rowOf(world);
    expect([status, nextRunAt, events.at(-1)?.type]).toEqual(['overdue', expiresAt, 'collection.overdue']);
    expect(await invokeAt(world, expiresAt, { early: 1 })).toBe('rearmed');
    expect(await invokeAt(world, expiresAt)).toBe('expired');
    expect(rowOf(world).events.at(-1)).toMatchObject({ type: 'collection.expired', timestamp: expiresAt });
    expectFinished(world);
  });

  it('a collection that was marked overdue by hand keeps its plan, and is not marked again', async () => {
    const world = aWorld({ expiresIn: 2880 });
    changeStatus(world, 'overdue');
    const { slots, overdueAt = '' } = planIn(world);
    for (const slot of slots) expect(await invokeAt(world, slot.dueAt)).toBe('sent');
    expect(await invokeAt(world, overdueAt)).toBe('rearmed');
    await heal(world);
    expect(rowOf(world).events.filter(({ type }) => type === 'collection.overdue')).toHaveLength(1);
  });

  it('a collection without a cadence left before its expiry expires without an overdue mark', async () => {
    const world = short();
    expect(planIn(world).overdueAt).toBeUndefined();
    await heal(world);
    expect(statuses(world)).toEqual(['sent', 'sent', 'sent']);
    expect(rowOf(world).status).toBe('expired');
  });

  it.each([{ followUp: { enabled: false } }, { followUp: { channels: ['sms' as const] }, phone: '12345' }])(
    'a collection without slots has its only run at its expiry: %j',
    async (given) => {
      const world = aWorld(given);
      expect(rowOf(world).nextRunAt).toBe(rowOf(world).expiresAt);
      expect(await heal(world)).toBe(1);
      expect(rowOf(world).status).toBe('expired');
    },
  );
});

describe('a collection that is never paid', () => {
  it('a collection that is never paid gets every slot of its plan once, at its minute, and expires', async () => {
    for (const cadence of ['every_5m', 'every_1h', 'daily'] as const) {
      const world = aWorld({ followUp: { cadence, startAfter: 7 }, expiresIn: 4 * 1440 });
      const planned = planIn(world).slots.map(({ slot, channel, dueAt: at }) => ({ slot, channel, at }));
      await heal(world);
      expect(world.accepted.map(({ slot, channel, at }) => ({ slot, channel, at }))).toEqual(planned);
      expectFinished(world);
    }
  });

  it('a collection whose contact has opted out of everything gets no message, becomes overdue and expires', async () => {
    const world = aWorld({ followUp: { cadence: 'every_1h', startAfter: 0 }, expiresIn: 180 });
    optOutOfAll(world);
    await heal(world);
    expect(world.accepted).toEqual([]);
    expect([...world.attempts.values()].map(({ slot, status, reason }) => [slot, status, reason])).toEqual(
      [1, 2, 3].map((slot) => [slot, 'skipped', 'opted_out']),
    );
    expectFinished(world);
  });

  it('a collection whose contact opts in again is reminded from the next slot on, without another run or revision', async () => {
    const world = aWorld({ followUp: { cadence: 'every_1h', startAfter: 0 }, expiresIn: 240 });
    const [first = '', second = '', ...others] = planIn(world).slots.map((slot) => slot.dueAt);
    optOutOfAll(world);
    for (const at of [first, second]) expect(await invokeAt(world, at)).toBe('skipped');
    world.optedOut.clear();
    await heal(world);
    expect(world.accepted.map(({ at }) => at)).toEqual(others);
    expect(world.accepted.map(({ slot }) => slot)).toEqual([3, 4]);
    expectFinished(world);
  });
});

it('a run gives up after forty lost races, so that it is tried again later', async () => {
  const world = aWorld();
  advanceTo(world, dueAt(world, 1));
  let races = 0;
  const between = (step: string) => {
    if (step !== 'claimSlots') return;
    races += 1;
    world.row = { ...rowOf(world), runNumber: rowOf(world).runNumber + 1 };
  };
  expect(await invoke(world, { between })).toBe('failed');
  expect([races, world.accepted]).toEqual([40, []]);
});

it('a run that loses thirty-nine races sends at its fortieth and last try', async () => {
  const world = aWorld();
  advanceTo(world, dueAt(world, 1));
  let races = 0;
  const between = (step: string) => {
    if (step !== 'claimSlots' || races === 39) return;
    races += 1;
    world.row = { ...rowOf(world), runNumber: rowOf(world).runNumber + 1 };
  };
  expect(await invoke(world, { between })).not.toBe('failed');
  expect(world.accepted).toHaveLength(1);
});
