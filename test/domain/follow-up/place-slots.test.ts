/** Slots at the edges of a plan: an opening right before the expiry, and what comes after the last slot that may be. */
import { expect, it } from 'vitest';
import { isSlot, MAX_PER_COLLECTION, placements, type Timetable } from '#lib/domain/follow-up/place-slots.ts';

const MINUTE = 60_000;
const at = (text: string) => Date.parse(text);
const HOURS = { zones: ['UTC'], opens: 8, closes: 20, hasSilentSundays: false, closedOnSunday: false };

const aTimetable = (given: Partial<Timetable> = {}): Timetable => ({
  firstAt: at('2026-03-02T21:00:00.000Z'),
  step: 60 * MINUTE,
  count: 1,
  expiresAt: at('2026-03-04T00:00:00.000Z'),
  hours: HOURS,
  id: 'pay_abc',
  ...given,
});

it('a slot waits for an opening half a minute before the expiry, and for none at the expiry itself', () => {
  const opensAt = at('2026-03-03T08:00:00.000Z');
  expect([...placements(aTimetable({ expiresAt: opensAt + MINUTE / 2 }))]).toMatchObject([{ dueAt: opensAt }]);
  expect([...placements(aTimetable({ expiresAt: opensAt }))]).toMatchObject([{ reason: 'quiet_hours_past_expiry' }]);
});

it('all that comes after the sixtieth slot is removed for that reason, in quiet hours too', () => {
  const placed = [...placements(aTimetable({ step: 30 * MINUTE, count: 500, expiresAt: at('2026-03-14T00:00:00Z') }))];
  const last = placed.findLastIndex(isSlot);
  expect(placed.filter(isSlot)).toHaveLength(MAX_PER_COLLECTION);
  const reasons = placed.slice(last + 1).map((each) => ('reason' in each ? each.reason : 'a slot'));
  expect(reasons.length).toBeGreaterThan(100);
  expect(new Set(reasons)).toEqual(new Set(['cap_collection']));
});

it('the rules for people count one reminder before the plan, and are not asked while there is none', () => {
  const firstAt = at('2026-03-02T09:00:00.000Z');
  const asked: (readonly number[])[] = [];
  const allowsFrom = (kept: readonly number[]) => {
    asked.push(kept);
    return (kept[0] ?? 0) + 150 * MINUTE;
  };
  const earlier = [firstAt - 60 * MINUTE];
  expect([...placements(aTimetable({ firstAt, count: 3, allowsFrom, earlier }))]).toMatchObject([
    { reason: 'contact_cap' },
    { reason: 'contact_cap' },
    { dueAt: firstAt + 120 * MINUTE },
  ]);
  asked.length = 0;
  const [first] = placements(aTimetable({ firstAt, count: 3, allowsFrom }));
  expect([first, asked]).toMatchObject([{ dueAt: firstAt }, []]);
});

it('slots that need time between them may be just so far apart, and not a minute less', () => {
  const firstAt = at('2026-03-02T09:00:00.000Z');
  const three = { firstAt, count: 3, apart: 120 * MINUTE, expiresAt: firstAt + 600 * MINUTE };
  const placed = (second: number) =>
    [...placements(aTimetable({ ...three, times: [firstAt, firstAt + second * MINUTE, firstAt + 240 * MINUTE] }))].map(
      (each) => ('reason' in each ? each.reason : each.dueAt - firstAt),
    );
  expect(placed(120)).toEqual([0, 120 * MINUTE, 240 * MINUTE]);
  expect(placed(119)).toEqual([0, 'contact_cap', 240 * MINUTE]);
});
