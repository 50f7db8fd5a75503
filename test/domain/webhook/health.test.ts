/** When failures pause or disable an endpoint, when it is probed, and when people are warned. */
import { describe, expect, it } from 'vitest';
import { diagnose, HEALTHY, nextProbeAt, warningsDue } from '#lib/domain/webhook/health.ts';

const SINCE = new Date('2026-07-01T09:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const later = (ms: number) => new Date(SINCE.getTime() + ms);
const failing = (failures: number) => ({ ...HEALTHY, failures, failingSince: SINCE.toISOString() });

describe('the health of an endpoint', () => {
  it.each([
    [19, 6 * MINUTE, 'bearable'],
    [20, 5 * MINUTE - 1, 'bearable'],
    [20, 5 * MINUTE, 'failing'],
    [1, 120 * HOUR - 1, 'bearable'],
    [1, 120 * HOUR, 'failing_for_days'],
    [500, 120 * HOUR, 'failing_for_days'],
  ] as const)('%i failures in a row, the first of them %i ms ago, are %s', (failures, ms, diagnosis) => {
    expect(diagnose(failing(failures), later(ms))).toBe(diagnosis);
  });

  it('an endpoint without a failure is never diagnosed with one', () => {
    expect(diagnose(HEALTHY, later(1_000 * HOUR))).toBe('bearable');
    expect(warningsDue(HEALTHY, later(1_000 * HOUR))).toBe(0);
  });

  it('an endpoint is probed after 5, 10, 20 and 40 minutes, and then every hour', () => {
    const waits = [0, 1, 2, 3, 4, 50].map((probes) => nextProbeAt({ ...HEALTHY, probes }, SINCE).getTime());
    expect(waits.map((at) => (at - SINCE.getTime()) / MINUTE)).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('people are warned after an hour, a day and four days without a success', () => {
    const due = [HOUR - 1, HOUR, 24 * HOUR - 1, 24 * HOUR, 96 * HOUR - 1, 96 * HOUR, 119 * HOUR];
    expect(due.map((ms) => warningsDue(failing(1), later(ms)))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  });
});
