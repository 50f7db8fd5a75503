/** What messages cost, as recovery shows it: in all, and for each thousand that came. */
import { expect, it } from 'vitest';
import { toExperiment, toRecoveryCosts } from '#lib/contract/show-insights.ts';

const shown = (units: number, received: number | undefined) =>
  toRecoveryCosts(new Map([['NGN', units]]), () => received)[0];

it.each([
  ['with two decimals', 4_500_000, 700_000, { amount: 4.5, received: 7_000, perThousand: 0.64 }],
  [
    'where a message costs less than the smallest coin',
    1_234_560,
    100_000,
    { amount: 1.2346, received: 1_000, perThousand: 1.23 },
  ],
  ['none where nothing came', 4_500_000, 0, { amount: 4.5, received: 0, perThousand: null }],
  ['none where more went back than came', 4_500_000, -100, { amount: 4.5, received: -1, perThousand: null }],
  ['none where it is not known what came', 4_500_000, undefined, { amount: 4.5, received: null, perThousand: null }],
] as const)('%s', (_what, units, received, expected) => {
  const money = (value: number) => ({ value, currency: 'NGN' });
  expect(shown(units, received)).toEqual({
    amount: money(expected.amount),
    received: expected.received === null ? null : money(expected.received),
    perThousand: expected.perThousand,
  });
});

it('each arm of an experiment tells what it cost', () => {
  const none = { lift: null, atPlannedEnd: null };
  const arm = {
    arm: 'reminded' as const,
    customers: 2,
    asked: 2,
    paid: 1,
    share: 0.5,
    costs: new Map([['NGN', 4_500_000]]),
  };
  const result = { ...none, arms: [arm], enough: false, isMismatched: false } as never;
  const shown = toExperiment({ holdOut: 0.1 } as never, result, result);
  const costs = [{ value: 4.5, currency: 'NGN' }];
  expect([shown.arms[0]?.costs, shown.within30Days.arms[0]?.costs]).toEqual([costs, costs]);
});
