/** Money that nobody had asked for, after everything that came and went. */
import { expect, it } from 'vitest';
import type { UnexpectedReason } from '#lib/domain/payment/ledger-entry.ts';
import { surplusOf } from '#lib/domain/payment/surplus.ts';
import type { Status } from '#lib/domain/transitions.ts';

type Entry = Parameters<typeof surplusOf>[1][number];

const entry = (transaction: string, credited: number, reason?: UnexpectedReason, currency = 'KES'): Entry => ({
  transaction,
  credited,
  amount: { minor: Math.abs(credited), currency },
  counts: currency === 'KES',
  recordedAt: '2026-03-02T09:00:00.000Z',
  ...(reason && { reason }),
});
const dollars = (credited: number) => entry('t-usd', credited, credited > 0 ? 'other_currency' : undefined, 'USD');

/** Of 100.00 that are asked for. */
it.each<[string, Status, readonly Entry[], string[]]>([
  ['nothing', 'pending', [], []],
  ['all of it', 'completed', [entry('a', 10_000)], []],
  ['more than all of it', 'completed', [entry('a', 10_001)], ['KES 1']],
  ['all of it twice', 'completed', [entry('a', 10_000), entry('b', 10_000, 'already_paid')], ['KES 10000']],
  [
    'twice, and the second has gone back',
    'completed',
    [entry('a', 10_000), entry('b', 5, 'already_paid'), entry('b', -5)],
    [],
  ],
  [
    'twice, and the first has gone back',
    'completed',
    [entry('a', 10_000), entry('b', 10_000, 'already_paid'), entry('a', -10_000)],
    [],
  ],
  ['a part before it was cancelled', 'cancelled', [entry('a', 4_000)], []],
  ['a part after it was cancelled', 'cancelled', [entry('a', 4_000), entry('b', 1_000, 'cancelled')], ['KES 1000']],
  ['all of it after it was cancelled', 'cancelled', [entry('a', 10_000, 'cancelled')], ['KES 10000']],
  [
    'after it was cancelled, and gone back in two parts',
    'cancelled',
    [entry('a', 900, 'cancelled'), entry('a', -400), entry('a', -500)],
    [],
  ],
  [
    'after it was cancelled, and another one gone back',
    'cancelled',
    [entry('a', 900), entry('b', 700, 'cancelled'), entry('a', -900)],
    ['KES 700'],
  ],
  [
    'recorded by hand after it was cancelled, and a part by hand before',
    'cancelled',
    [entry('', 900), entry('', 700, 'cancelled')],
    ['KES 700'],
  ],
  ['after it was cancelled, and reopened since', 'pending', [entry('a', 900, 'cancelled')], []],
  ['a part after it was completed by hand', 'completed', [entry('a', 300, 'already_completed')], ['KES 300']],
  ['another currency', 'pending', [dollars(3_000)], ['USD 3000']],
  ['another currency that has gone back', 'pending', [dollars(3_000), dollars(-3_000)], []],
  ['too much, and another currency', 'completed', [entry('a', 10_500), dollars(3_000)], ['KES 500', 'USD 3000']],
  ['less than nothing, after a lost dispute with its fee', 'pending', [entry('a', 900), entry('a', -1_000)], []],
])('%s, %s', (_name, status, entries, expected) => {
  const received = entries.filter(({ counts }) => counts).reduce((sum, { credited }) => sum + credited, 0);
  const surplus = surplusOf({ status, received, amount: { minor: 10_000, currency: 'KES' } }, entries);
  expect(surplus.map(({ minor, currency }) => `${currency} ${minor}`)).toEqual(expected);
});

it('what came while it was cancelled is what is asked once it is reopened; what comes after its completion is too much', () => {
  const amount = { minor: 10_000, currency: 'KES' };
  const reopened = { status: 'completed' as const, received: 10_000, amount, reopenedAt: '2026-03-02T09:00:01.000Z' };
  const during = entry('a', 10_000, 'cancelled');
  expect(surplusOf(reopened, [during])).toEqual([]);
  const later = { ...entry('b', 300, 'already_completed'), recordedAt: '2026-03-02T09:00:02.000Z' };
  expect(surplusOf({ ...reopened, received: 9_000 }, [entry('a', 8_700, 'cancelled'), later])).toEqual([
    { minor: 300, currency: 'KES' },
  ]);
});
