/** What one person may get from all collections of an account, in the words of docs/decisions/0028-rules-for-people.md. */
import { clockOf } from './hours.ts';
import { type Channel, DAY, MINUTE } from './wire.ts';

const HOUR = 60 * MINUTE;

/** What the rules ask about the collection that a message belongs to. `window`: in minutes, from its creation to its expiry. */
export type Pace = { isChosen: boolean; window: number };

/** `country`: of the phone, else of the account; its rules hold once overdue, Colombia's always. */
type Law = { country: string | undefined; isOverdue: boolean };

export type Got = { at: number; channel: Channel };

type Asked = Pace & Law & { got: readonly Got[]; message: Got; zones: readonly string[]; slack?: number };

/** The broken rules, in words. `slack`: by how much a message may be ahead of an hourly rule, for it counts when it was due. */
export function brokenRules({ isChosen, window, country, isOverdue, got, message, zones, slack = 0 }: Asked): string[] {
  const inHours = (hours: number) => got.filter(({ at }) => message.at - at < hours * HOUR - slack).length;
  const inDays = (days: number, all = got) =>
    Math.max(...zones.map((zone) => all.filter(({ at }) => dayIn(zone, message.at) - dayIn(zone, at) < days).length));
  const rules: [string, boolean][] = isChosen
    ? window > 48 * 60
      ? [
          ['one a day', inDays(1) >= 1],
          ['three in seven days', inDays(7) >= 3],
          ['ten in thirty days', inDays(30) >= 10],
        ]
      : [
          ['three in 24 hours', inHours(24) >= 3],
          ['some hours apart', inHours(window <= 12 * 60 ? 1 : 4) >= 1],
        ]
    : [['twelve in 24 hours', inHours(24) >= 12]];
  if (isOverdue || country === 'CO') rules.push(...lawsOf(country, message.channel, { got, inDays }));
  return rules.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []));
}

/** Whether a law closes the whole hour that an instant lies in, beside the hours of everybody. */
export function isClosedByLaw(at: number, { country, isOverdue, zones }: Law & { zones: readonly string[] }): boolean {
  if (!isOverdue && country !== 'CO') return false;
  return zones.some((zone) => {
    const { hour, weekday } = clockOf(at, zone);
    const isWeekend = weekday === 0 || weekday === 6;
    switch (country) {
      case 'CL':
        return weekday === 0;
      case 'GR':
        return isWeekend || hour < 9;
      case 'CO':
        return weekday === 0 || hour >= (weekday === 6 ? 15 : 19);
      case 'EC':
        return isWeekend;
      default:
        return false;
    }
  });
}

/**
 * A plan keeps a slot that breaks no rule beside those before it; over a long time on every second day only. It is made
 * for a collection that is not overdue.
 */
export function planKeeps(
  { isChosen, window }: Pace,
  { zones, country }: { zones: readonly string[]; country: string | undefined },
  due: { at: number; kept: readonly number[] },
) {
  const message = { at: due.at, channel: 'email' } as const;
  const got = due.kept.map((at) => ({ ...message, at }));
  const last = due.kept.at(-1);
  const isNextDay = last !== undefined && zones.some((zone) => dayIn(zone, due.at) - dayIn(zone, last) < 2);
  const broken = brokenRules({ isChosen, window, country, isOverdue: false, got, message, zones });
  return broken.length === 0 && !(isChosen && window > 48 * 60 && isNextDay);
}

type Counted = { got: readonly Got[]; inDays: (days: number, all?: readonly Got[]) => number };

function lawsOf(country: string | undefined, channel: Channel, { got, inDays }: Counted): [string, boolean][] {
  switch (country) {
    case 'CL':
      return [
        ['Chile: two in seven days', inDays(7) >= 2],
        ['Chile: every second day', inDays(2) >= 1],
      ];
    case 'US':
      return [['United States: two by phone in seven days', channel !== 'email' && inDays(7, byPhone(got)) >= 2]];
    case 'GR':
      return [['Greece: every second day', inDays(2) >= 1]];
    case 'CO':
      return [
        ['Colombia: one a day', inDays(1) >= 1],
        [
          'Colombia: one channel in seven days',
          inDays(
            7,
            got.filter((each) => each.channel !== channel),
          ) >= 1,
        ],
      ];
    case 'EC':
      return [['Ecuador: one a day', inDays(1) >= 1]];
    default:
      return [];
  }
}

const byPhone = (got: readonly Got[]): Got[] => got.filter(({ channel }) => channel !== 'email');

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date, as a number of days. */
function dayIn(zone: string, at: number): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return Date.parse(`${format.format(at)}T00:00:00Z`) / DAY;
}
