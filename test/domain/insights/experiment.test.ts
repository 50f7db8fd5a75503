/** What an experiment says that reminders bring, looked at once and looked at each day. */
import { describe, expect, it } from 'vitest';
import { armOf, changedExperiment, type Experiment } from '#lib/domain/account.ts';
import {
  detectablePoints,
  experimentOf,
  isMismatched,
  liftOf,
  liftOfOneLook,
  plannedDays,
} from '#lib/domain/insights/experiment.ts';
import type { Statistic } from '#lib/domain/insights/statistics.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';

const TODAY = dayOf('2026-03-31');
const arm = (asked: number, paid: number) => ({ customers: asked, asked, paid, costs: new Map<string, number>() });

describe('looked at once', () => {
  // R. G. Newcombe 1998, table II, (a), method 10, gives 0.0524 to 0.3339 for 56 of 70 and 48 of 80: an arm needs 100 here, so these
  // are other numbers by the same formula, worked out apart.
  it.each([
    [arm(140, 112), arm(160, 96), { points: 20, low: 9.6, high: 29.7 }],
    [arm(1_000, 620), arm(100, 50), { points: 12, low: 1.9, high: 22.1 }],
    [arm(100, 3), arm(100, 30), { points: -27, low: -36.8, high: -17.2 }],
    [arm(100, 0), arm(100, 0), { points: 0, low: -3.7, high: 3.7 }],
    [arm(99, 50), arm(100, 50), null],
    [arm(100, 50), arm(99, 50), null],
    [arm(99, 50), arm(99, 50), null],
  ])('of %j and %j the lift is %j', (reminded, heldOut, lift) =>
    expect(liftOfOneLook(reminded, heldOut)).toEqual(lift),
  );
});

let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
const drawn = (asked: number, share: number) =>
  Array.from({ length: asked }, random).filter((each) => each < share).length;

/** On each of 60 days so many are asked more, of whom these shares pay; what each look says. */
function looks(aDay: number, holdOut: number, [reminded, heldOut]: [number, number]) {
  const [one, other] = [arm(0, 0), arm(0, 0)];
  const grow = (result: typeof one, asked: number, share: number) => {
    result.asked += asked;
    result.paid += drawn(asked, share);
  };
  return Array.from({ length: 60 }, () => {
    const held = drawn(aDay, holdOut);
    grow(one, aDay - held, reminded);
    grow(other, held, heldOut);
    return liftOf(one, other);
  });
}

const excludesZero = (lift: ReturnType<typeof liftOf>) => lift !== null && (lift.low > 0 || lift.high < 0);

describe('looked at daily for 60 days', () => {
  it.each([
    [0.1, 0.6],
    [0.5, 0.5],
    [0.1, 0.97],
  ])('with %d held out, of whom %d pay with and without, at most 5 %% of 2,000 ever exclude zero', (holdOut, share) => {
    seed = 7;
    const wrong = Array.from({ length: 2_000 }, () => looks(40, holdOut, [share, share])).filter((all) =>
      all.some(excludesZero),
    );
    expect(wrong.length).toBeLessThanOrEqual(100);
  });

  it('finds ten points with 2,100 people at a tenth in half of the experiments, and with 4,200 in nearly all', () => {
    seed = 11;
    const found = (aDay: number) =>
      Array.from({ length: 200 }, () => looks(aDay, 0.1, [0.7, 0.6])).filter((all) => all.some(excludesZero)).length;
    const [few, many] = [found(35), found(70)];
    expect(few).toBeGreaterThan(60);
    expect(many).toBeGreaterThan(140);
  });

  it.each([
    [99, 100],
    [100, 99],
  ])('says nothing of %d and %d', (one, other) => expect(liftOf(arm(one, 1), arm(other, 1))).toBeNull());

  it('is never certain because all have paid, or none', () => {
    for (const paid of [0, 100]) {
      const lift = liftOf(arm(100, paid), arm(100, paid));
      expect([lift?.points, (lift?.low ?? 0) < 0, (lift?.high ?? 0) > 0]).toEqual([0, true, true]);
    }
  });

  it('is wider than one look, at any size', () => {
    for (const asked of [100, 1_000, 100_000]) {
      const [one, other] = [arm(asked * 9, asked * 6), arm(asked, asked / 2)];
      const [wide, narrow] = [liftOf(one, other), liftOfOneLook(one, other)];
      expect((wide?.high ?? 0) - (wide?.low ?? 0)).toBeGreaterThan((narrow?.high ?? 0) - (narrow?.low ?? 0));
    }
  });
});

describe('an experiment', () => {
  const experiment: Experiment = { holdOut: 0.5, since: '2026-01-01T09:00:00.000Z', plannedFor: 60, isDrawnAnew: true };
  const result = (statistic: Statistic, today = TODAY, days = 14) =>
    experimentOf([statistic], { experiment, days, today });

  it('has enough from a hundred in each arm on', () => {
    const enough = (asked: number) =>
      result(new Map(['reminded', 'held_out'].map((name) => [`${TODAY - 30}|${name}`, [asked]] as const))).enough;
    expect([enough(99), enough(100)]).toEqual([false, true]);
  });

  it('asks only about customers whose first reminder was due long enough ago', () => {
    const statistic: Statistic = new Map([
      [`${TODAY - 15}|held_out`, [3, 0, 1, 1]],
      [`${TODAY - 14}|held_out`, [5, 0, 5]],
    ]);
    const { arms, enough, lift } = result(statistic);
    expect(arms).toEqual([
      { arm: 'reminded', customers: 0, asked: 0, paid: 0, share: null, costs: new Map() },
      { arm: 'held_out', customers: 8, asked: 3, paid: 2, share: 2 / 3, costs: new Map() },
    ]);
    expect([enough, lift]).toEqual([false, null]);
  });

  it('is read at its planned end by those who were reminded until then, on the day on which all of them are old enough', () => {
    const { until } = plannedDays(experiment);
    const statistic: Statistic = new Map(
      ['reminded', 'held_out'].flatMap((name): [string, number[]][] => [
        [`${until - 1}|${name}`, [100, 0, 50]],
        [`${until}|${name}`, [100, 0, 50]],
        [`${until + 1}|${name}`, [100, 0, name === 'reminded' ? 100 : 0]],
      ]),
    );
    expect(result(statistic, until + 14).atPlannedEnd).toBeNull();
    expect(result(statistic, until + 15).atPlannedEnd?.points).toBe(0);
    expect(result(statistic, until + 40).atPlannedEnd?.points).toBe(0);
    expect(result(statistic, until + 40).lift?.points).toBe(33.3);
  });

  it('is drawn anew whenever its share changes, and stays as it is drawn otherwise', () => {
    const now = new Date('2026-03-02T09:00:00.000Z');
    const started = changedExperiment({}, { holdOut: 0.1 }, now);
    expect(started).toEqual({ holdOut: 0.1, since: now.toISOString(), plannedFor: 60, isDrawnAnew: true });
    expect(changedExperiment({ experiment }, { holdOut: 0.5 }, now)).toBeUndefined();
    expect(changedExperiment({}, { holdOut: 0, plannedFor: 60 }, now)).toBeUndefined();
    expect(changedExperiment({ experiment }, { holdOut: 0.5, plannedFor: 90 }, now)).toEqual({
      ...experiment,
      plannedFor: 90,
    });
    expect(changedExperiment({ experiment }, { holdOut: 0.2 }, now)?.since).toBe(now.toISOString());
    const armsOf = (of: Experiment) =>
      Array.from({ length: 400 }, (_, index) => armOf({ salt: 'salt', experiment: of }, `phone:${index}`));
    const [first, again, second] = [experiment, experiment, { ...experiment, since: now.toISOString() }].map(armsOf);
    expect(again).toEqual(first);
    const same = first?.filter((each, index) => each === second?.[index]).length ?? 0;
    expect([same > 150, same < 250]).toEqual([true, true]);
  });

  it('of an earlier version keeps the arms of its people', () => {
    const { isDrawnAnew: _new, ...old } = experiment;
    const of = (since: string) => armOf({ salt: 'salt', experiment: { ...old, since } }, 'phone:1');
    expect(of('2026-01-01T00:00:00.000Z')).toBe(of('2026-02-01T00:00:00.000Z'));
  });

  it.each([
    [900, 100, 0.1, false],
    [880, 120, 0.1, false],
    [860, 140, 0.1, true],
    [940, 60, 0.1, true],
    [0, 0, 0.1, false],
    [10, 0, 0, false],
  ])('with %d reminded and %d held out of a share of %d: mismatched %j', (reminded, heldOut, holdOut, expected) => {
    const arms = { reminded: arm(reminded, 0), held_out: arm(heldOut, 0), variant: arm(0, 0) };
    expect(isMismatched(arms, { holdOut })).toBe(expected);
  });

  const OTHER = { share: 0.3, rules: '[]' };

  it.each([
    [600, 100, 300, false],
    // Beyond what is once in a thousand for two arms, and not for three.
    [600, 132, 268, false],
    [600, 140, 260, true],
    [560, 100, 340, false],
    [540, 100, 360, true],
  ])('of %d, %d and %d, drawn at 6 : 1 : 3, mismatched is %j', (reminded, heldOut, variant, expected) => {
    const arms = { reminded: arm(reminded, 0), held_out: arm(heldOut, 0), variant: arm(variant, 0) };
    expect(isMismatched(arms, { holdOut: 0.1, variant: OTHER })).toBe(expected);
  });

  it('draws three arms as large as they are to be, and gives nobody of the two ends to the other', () => {
    const count = (of: Experiment) => {
      const drawn = Array.from({ length: 4_000 }, (_, index) =>
        armOf({ salt: 'salt', experiment: of }, `phone:${index}`),
      );
      return ['held_out', 'variant', 'reminded'].map((name) => drawn.filter((each) => each === name).length / 4_000);
    };
    const [heldOut = 0, variant = 0, reminded = 0] = count({ ...experiment, holdOut: 0.1, variant: OTHER });
    for (const [share, wanted] of [
      [heldOut, 0.1],
      [variant, 0.3],
      [reminded, 0.6],
    ] as const)
      expect(Math.abs(share - wanted)).toBeLessThan(0.03);
    expect(count({ ...experiment, holdOut: 0, variant: OTHER })[0]).toBe(0);
    expect(count({ ...experiment, holdOut: 0, variant: OTHER })[1]).toBe(variant);
    expect(armOf({ salt: 'salt', experiment: { ...experiment, holdOut: 0 } }, 'phone:1')).toBeUndefined();
  });

  it('compares the other rules with those in force, and has enough only when each of its arms has', () => {
    const statistic = (third: number): Statistic =>
      new Map([
        [`${TODAY - 30}|reminded`, [200, 0, 100]],
        [`${TODAY - 30}|variant`, [third, 0, third]],
        [`${TODAY - 30}|held_out`, [200]],
      ]);
    const of = (holdOut: number, third = 200) =>
      experimentOf([statistic(third)], {
        experiment: { ...experiment, holdOut, variant: OTHER },
        days: 14,
        today: TODAY,
      });
    expect(of(0.1).arms.map(({ arm: name }) => name)).toEqual(['reminded', 'held_out', 'variant']);
    expect(of(0).arms.map(({ arm: name, share }) => [name, share])).toEqual([
      ['reminded', 0.5],
      ['variant', 1],
    ]);
    expect([of(0.1).variant?.lift?.points, of(0.1).lift?.points]).toEqual([50, 50]);
    expect([of(0.1).enough, of(0.1, 99).enough, of(0.1, 99).variant]).toEqual([
      true,
      false,
      { lift: null, atPlannedEnd: null },
    ]);
    expect(result(statistic(200)).variant).toBeUndefined();
  });

  it('says what the messages to those asked have cost, and not to those who are too young', () => {
    const statistic: Statistic = new Map([
      [`${TODAY - 30}|reminded`, [5]],
      [`${TODAY - 30}|reminded|USD`, [150_000, 2]],
      [`${TODAY - 14}|reminded`, [7]],
      [`${TODAY - 14}|reminded|USD`, [9, 1]],
      [`${TODAY - 30}|reminded|NGN`, [3, 1]],
    ]);
    const [reminded] = result(statistic).arms;
    expect(reminded).toMatchObject({ customers: 12, asked: 5 });
    expect(Object.fromEntries(reminded?.costs ?? [])).toEqual({ USD: 150_000, NGN: 3 });
  });

  it('begins another one with other rules, or without them', () => {
    const now = new Date('2026-03-02T09:00:00.000Z');
    const running = { ...experiment, variant: OTHER };
    const changed = (given: Parameters<typeof changedExperiment>[1]) =>
      changedExperiment({ experiment: running }, given, now);
    expect(changed({ holdOut: 0.5, variant: { ...OTHER } })).toBeUndefined();
    expect(changed({ holdOut: 0.5, variant: { ...OTHER, rules: '[{}]' } })).toMatchObject({
      since: now.toISOString(),
      variant: { rules: '[{}]' },
    });
    expect(changed({ holdOut: 0.5 })).toEqual({
      holdOut: 0.5,
      since: now.toISOString(),
      plannedFor: 60,
      isDrawnAnew: true,
    });
  });

  it.each([
    [2_100, 0.1, 10.2],
    [8_400, 0.1, 5.1],
    [999, 0.1, null],
    [1_000, 0.1, 14.8],
    [199, 0.5, null],
    [2_100, 0, null],
  ])('%d customers at %d show %j points', (customers, holdOut, points) => {
    expect(detectablePoints(customers, holdOut)).toBe(points);
    expect(detectablePoints(customers, holdOut, 1 - holdOut)).toBe(points);
  });

  it('shows less between two arms of three', () => {
    expect(detectablePoints(1_000, 0.3, 0.6)).toBe(9.9);
    expect(detectablePoints(1_000, 0.3, 0.09)).toBeNull();
  });
});
