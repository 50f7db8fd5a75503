/** What messages cost, as recovery shows it: in all, and for each thousand that came. */
import { expect, it } from 'vitest';
import { toRecoveryCosts } from '#lib/contract/show-insights.ts';

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
