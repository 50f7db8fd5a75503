/** Mutants of lib/domain/follow-up that no test can kill. */
import { because } from './because.ts';

export const FOLLOW_UP = [
  ...because('the compiler needs the condition or the default: what it provides for never happens here', {
    'lib/domain/follow-up/claim.ts#a946e95e':
      "decision.kind === 'skip' && (decision.reason === 'restored' || !isLate) → (decision.reason === 'restored' || !isLate)",
    'lib/domain/follow-up/decide.ts#8c9606d6':
      "status === 'pending' && plan.overdueAt !== undefined → status === 'pending'",
  }),
  ...because('what is remembered is worked out again, with the same result', {
    'lib/domain/follow-up/place-slots.ts#2c10ff30': 'minute >= span.closesAt → true',
    'lib/domain/follow-up/place-slots.ts#02c7ec9d': 'spread ??= spreadOf(id) → spread = spreadOf(id)',
  }),
  ...because('zones that have hours in common never have one open at the instant at which another closes', {
    'lib/domain/follow-up/quiet-hours.ts#80d7d3b5': 'opensAt < closesAt → opensAt <= closesAt',
  }),
  ...because('where there is one channel, the first is the last', {
    'lib/domain/follow-up/reasons.ts#e0ec7219': 'order[0] → order.at(-1)',
  }),
  ...because('the templates of WhatsApp have no place for a link out of reminders', {
    'lib/domain/follow-up/slot-message.ts#56ab4a3d': "channel === 'sms' && isSmsOneWay → isSmsOneWay",
  }),
  ...because('there is always a zone, and UTC is the zone of the functions as well', {
    'lib/domain/follow-up/slot-message.ts#f65bcc2f': "hours.zones[0] ?? 'UTC' → hours.zones[0]",
  }),
  ...because(
    'in a stretch of some days, or of less, clocks change once at most: its length only says how much is remembered',
    {
      'lib/domain/follow-up/time-zones.ts#4d96f2ab': '7 → 6',
      'lib/domain/follow-up/time-zones.ts#74f71502': '7 → 8',
      'lib/domain/follow-up/time-zones.ts#14494ed2': '7 * 24 → 7 / 24',
      'lib/domain/follow-up/time-zones.ts#a94637c4': '7 * 24 * 60 → 7 * 24 / 60',
      'lib/domain/follow-up/time-zones.ts#6b08440f': '7 * 24 * 60 * MINUTE → 7 * 24 * 60 / MINUTE',
      'lib/domain/follow-up/time-zones.ts#3587a467': '24 → 23',
      'lib/domain/follow-up/time-zones.ts#239c345c': '24 → 25',
      'lib/domain/follow-up/time-zones.ts#9868209c': '60 → 59',
      'lib/domain/follow-up/time-zones.ts#04d5a801': '60 → 61',
      'lib/domain/follow-up/time-zones.ts#b67aae1d': '1 → 2',
    },
  ),
  ...because('what is remembered is worked out again, with the same result', {
    'lib/domain/follow-up/time-zones.ts#46778802': 'known !== undefined → false',
    'lib/domain/follow-up/time-zones.ts#46778802-2': 'known !== undefined → false',
    'lib/domain/follow-up/time-zones.ts#4fc2eacc': 'zones.set(name, zone); → ;',
    'lib/domain/follow-up/time-zones.ts#5620ff19': 'zone.offsetAtWeek.set(week, offset); → ;',
    'lib/domain/follow-up/time-zones.ts#d18c4485': 'offset === offsetAtWeek(zone, week + 1) → false',
  }),
  ...because('our runtime shows UTC as GMT+00:00; one that shows GMT alone needs the default', {
    'lib/domain/follow-up/time-zones.ts#b2396868':
      '/GMT([+-])(\\d\\d):(\\d\\d)/.exec(format.format(at)) ?? [] → /GMT([+-])(\\d\\d):(\\d\\d)/.exec(format.format(at))',
    'lib/domain/follow-up/time-zones.ts#379293e1': 'sign === undefined → false',
    'lib/domain/follow-up/time-zones.ts#e2624536': '0 → -1',
    'lib/domain/follow-up/time-zones.ts#5921de63': '0 → 1',
  }),
];
