/** The rules for people a second time, as the decision note words them: by local dates and clocks, one question at a time. */
import fc from 'fast-check';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { PersonCase } from '#lib/domain/person/policy.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';
import { DAY, HOUR, MINUTE } from './a-person.ts';

export const COUNTRIES = ['NG', 'GH', 'GB', 'US', 'CL', 'GR', 'CO', 'EC', 'CA', 'MX'];

export const anyCase: fc.Arbitrary<PersonCase> = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  isOverdue: fc.boolean(),
  isChosen: fc.boolean(),
  windowMinutes: fc.constantFrom(60, 720, 721, 1440, 2880, 2881, 10_080, 50_000),
});

/** What clocks of a zone are ahead of UTC, by half hours since 1970: clocks change at half hours only. */
const offsets = new Map<string, Map<number, number>>();
const HALF_HOUR = 30 * MINUTE;

/** The local time, as the instant at which a clock in UTC shows it. */
function local(zone: string, at: number): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const halfHour = Math.floor(at / HALF_HOUR);
  const offset = known.get(halfHour) ?? offsetAt(zone, halfHour * HALF_HOUR);
  known.set(halfHour, offset);
  return at + offset;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(zone: string, at: number): number {
  const styles = { dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...styles });
  formats.set(zone, format);
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at;
}

const dayOf = (zone: string, at: number): number => Math.floor(local(zone, at) / DAY);
const hourOf = (zone: string, at: number): number => (local(zone, at) % DAY) / HOUR;
/** Monday is 1. */
const weekdayOf = (zone: string, at: number): number => ((dayOf(zone, at) + 3) % 7) + 1;

/** `at` is in milliseconds. */
export type Sent = { at: number; channel: Channel };

export type Message = { rules: PersonCase; channel: Channel; hours: OpeningHours };

export function isAllowed(sends: readonly Sent[], at: number, message: Message): boolean {
  const { rules, channel, hours } = message;
  const isStrict = rules.isOverdue || rules.country === 'CO';
  return (
    hours.zones.every((zone) => isOpenIn(zone, at, message, isStrict)) &&
    isWithinPace(sends, at, message) &&
    (!isStrict || isWithinLaw(sends, at, { country: rules.country, channel, zones: hours.zones }))
  );
}

function isOpenIn(zone: string, at: number, { rules, channel }: Message, isStrict: boolean): boolean {
  const [hour, weekday] = [hourOf(zone, at), weekdayOf(zone, at)];
  if (hour < 8 || hour >= (rules.country === 'GH' ? 19 : 20)) return false;
  if (rules.country === 'GH' && channel === 'sms' && weekday === 7) return false;
  if (!isStrict) return true;
  switch (rules.country) {
    case 'CL':
      return weekday !== 7;
    case 'GR':
      return weekday < 6 && hour >= 9;
    case 'EC':
      return weekday < 6;
    case 'CO':
      return weekday === 6 ? hour < 15 : weekday < 6 && hour < 19;
    default:
      return true;
  }
}

const inHours = (sends: readonly Sent[], at: number, hours: number): number =>
  sends.filter((send) => at - send.at < hours * HOUR).length;

/** Messages in the last so many local days, this one included; in any of the zones. */
const inDays = (sends: readonly Sent[], at: number, days: number, zones: readonly string[]): number =>
  sends.filter((send) => zones.some((zone) => dayOf(zone, at) - dayOf(zone, send.at) < days)).length;

function isWithinPace(sends: readonly Sent[], at: number, { rules, hours }: Message): boolean {
  const { isChosen, windowMinutes } = rules;
  if (!isChosen) return inHours(sends, at, 24) < 12;
  if (windowMinutes <= 48 * 60) {
    return inHours(sends, at, 24) < 3 && inHours(sends, at, windowMinutes <= 12 * 60 ? 1 : 4) === 0;
  }
  const { zones } = hours;
  return inDays(sends, at, 1, zones) < 1 && inDays(sends, at, 7, zones) < 3 && inDays(sends, at, 30, zones) < 10;
}

type Place = { country: string | undefined; channel: Channel; zones: readonly string[] };

function isWithinLaw(sends: readonly Sent[], at: number, { country, channel, zones }: Place): boolean {
  const byPhone = sends.filter((send) => send.channel !== 'email');
  const byOther = sends.filter((send) => send.channel !== channel);
  switch (country) {
    case 'CL':
      return inDays(sends, at, 7, zones) < 2 && inDays(sends, at, 2, zones) < 1;
    case 'US':
      return channel === 'email' || inDays(byPhone, at, 7, zones) < 2;
    case 'GR':
      return inDays(sends, at, 2, zones) < 1;
    case 'CO':
      return inDays(sends, at, 1, zones) < 1 && inDays(byOther, at, 7, zones) === 0;
    case 'EC':
      return inDays(sends, at, 1, zones) < 1;
    default:
      return true;
  }
}
