/** When an account tells so much that it is spread: how many events, how fast, and since when. */
import { describe, expect, it } from 'vitest';
import { spreadFrom, withTold } from '#lib/domain/insights/rush.ts';

const START = '2026-03-02T09:00:00.000Z';
const later = (ms: number) => new Date(Date.parse(START) + ms).toISOString();
const nothing = { since: START, events: 0 };

describe('a rush', () => {
  it('is ten thousand events at a thousand a second, and not one event or one millisecond less', () => {
    expect(withTold(nothing, 10_000, later(10_000)).isRush).toBe(true);
    expect(withTold(nothing, 9_999, later(1)).isRush).toBe(false);
    expect(withTold(nothing, 10_000, later(10_001)).isRush).toBe(false);
    expect(withTold(nothing, 20_000, later(20_000)).isRush).toBe(true);
    expect(withTold(nothing, 10_000, START).isRush).toBe(true);
  });

  it('is seen behind a quiet time: events are measured anew once there are enough of them', () => {
    const quiet = withTold(nothing, 9_000, later(3_600_000));
    expect(quiet).toEqual({ told: { since: START, events: 9_000 }, isRush: false });
    const measured = withTold(quiet.told, 1_000, later(3_601_000));
    expect(measured).toEqual({ told: { since: later(3_601_000), events: 0 }, isRush: false });
    expect(withTold(measured.told, 10_000, later(3_611_000)).isRush).toBe(true);
  });

  it('spreads an account two minutes later, when every reader of its feed knows of it', () => {
    expect(spreadFrom(new Date(START))).toBe(later(120_000));
  });
});
