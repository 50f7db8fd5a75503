/** What one process remembers of keys that were refused: for five seconds, and of the last thousand. */
import { expect, it } from 'vitest';
import { callerGuard } from '#lib/http/caller-guard.ts';

const NOW = new Date('2026-03-01T09:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const aGuard = () =>
  callerGuard({ log: {} as never, settings: { accountRequests: { perSecond: 1, burst: 1 } } } as Parameters<
    typeof callerGuard
  >[0]);

it('a key that was refused is refused for less than five seconds, and no longer by a clock that went back', () => {
  const guard = aGuard();
  guard.rememberRefused('key', NOW);
  const refused = [0, 4_999, 5_000, -4_999, -5_000].map((ms) => guard.isRefused('key', after(ms)));
  expect(refused).toEqual([true, true, false, true, false]);
  expect(guard.isRefused('other', NOW)).toBe(false);
});

it('of more than a thousand the one that was refused longest ago is forgotten', () => {
  const guard = aGuard();
  for (let n = 1; n <= 1_000; n += 1) guard.rememberRefused(`key-${n}`, NOW);
  expect(guard.isRefused('key-1', NOW)).toBe(true);
  guard.rememberRefused('key-1', NOW);
  guard.rememberRefused('key-1001', NOW);
  expect(['key-1', 'key-2', 'key-3', 'key-1001'].map((key) => guard.isRefused(key, NOW))).toEqual([
    ...[true, false, true, true],
  ]);
});
