/** The rules for people, as data: docs/decisions/0028-rules-for-people.md says which are law, and which are ours. */

import type { Account, MessageHours } from '#lib/domain/account.ts';
import { type Channel, PHONE_CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { MAX_IN_24_HOURS } from '#lib/domain/follow-up/place-slots.ts';
import { countriesOf, type Phone, type Whereabouts, zonesOf } from '#lib/domain/phone.ts';
import { lifeOf } from '#lib/domain/time/due-day.ts';
import { offsetMinutes } from '#lib/domain/time/local-time.ts';
import type { Status } from '#lib/domain/transitions.ts';

/** At most `max` messages in any `hours`, or in any `days` consecutive local days; by `channels` alone, if there are any. */
export type Cap = { max: number; channels?: readonly Channel[] } & ({ hours: number } | { days: number });

/** From Sunday to Saturday; closed on a day without hours. */
export type WeekHours = readonly (MessageHours | undefined)[];

export type PersonRules = {
  caps: readonly Cap[];
  /** Further caps on a plan alone: it leaves room for the person's other collections. */
  planCaps: readonly Cap[];
  /** The merchant's own, on each message that is due: they may change at any time, so no plan depends on them. */
  ownCaps?: readonly Cap[];
  /** In addition to the opening hours of the plan. */
  week?: WeekHours;
  /** All messages in so many days are by one channel. */
  oneChannelDays?: number;
};

/** `country`: of the phone, else of the account. */
export type PersonCase = Pick<Whereabouts, 'country' | 'sharedBy'> & {
  /** The stored status. */
  isOverdue: boolean;
  /** Whether the service chose the cadence. */
  isChosen: boolean;
  /** From the collection's creation to its expiry. */
  windowMinutes: number;
  /** Whether the plan is made of days that lie apart by themselves. */
  isByDay?: boolean;
};

type Profile = Partial<Omit<PersonRules, 'caps' | 'planCaps'>> & { caps: readonly Cap[]; always?: true };

const week = (weekdays: MessageHours, saturday?: MessageHours): WeekHours => [
  undefined,
  ...Array.from({ length: 5 }, () => weekdays),
  saturday,
];

const MINUTES_AN_HOUR = 60;

const STRICT = new Map<string, Profile>([
  [
    'CL',
    {
      caps: [
        { max: 2, days: 7 },
        { max: 1, days: 2 },
      ],
      week: week({ opens: 8, closes: 20 }, { opens: 8, closes: 20 }),
    },
  ],
  ['US', { caps: [{ max: 2, days: 7, channels: PHONE_CHANNELS }] }],
  ['GR', { caps: [{ max: 1, days: 2 }], week: week({ opens: 9, closes: 20 }) }],
  [
    'CO',
    {
      always: true,
      caps: [{ max: 1, days: 1 }],
      week: week({ opens: 7, closes: 19 }, { opens: 8, closes: 15 }),
      oneChannelDays: 7,
    },
  ],
  ['EC', { caps: [{ max: 1, days: 1 }], week: week({ opens: 7, closes: 20 }) }],
]);

const HARD: readonly Cap[] = [{ max: MAX_IN_24_HOURS, hours: 24 }];

const LONG: readonly Cap[] = [
  { max: 1, days: 1 },
  { max: 3, days: 7 },
  { max: 10, days: 30 },
];

/** A plan alone writes on every second day. */
const LONG_PLAN: readonly Cap[] = [{ max: 1, days: 2 }];

const LONG_ABOVE_MINUTES = 48 * 60;
/** Up to here the strategy's own cadences are shorter than four hours. */
const CLOSE_UP_TO_MINUTES = 12 * 60;

const shortCaps = (windowMinutes: number): readonly Cap[] => [
  { max: 3, hours: 24 },
  { max: 1, hours: windowMinutes <= CLOSE_UP_TO_MINUTES ? 1 : 4 },
];

/** Of the countries that share a calling code, at most one has rules of its own. */
export function policyFor({ isOverdue, isChosen, windowMinutes, isByDay, ...where }: PersonCase): PersonRules {
  const profiles = countriesOf(where).flatMap((country) => STRICT.get(country) ?? []);
  const [profile] = profiles.filter(({ always }) => always || isOverdue);
  const { caps = [], always: _always, ...limits } = { ...profile };
  const isLong = windowMinutes > LONG_ABOVE_MINUTES;
  const soft = isLong ? LONG : shortCaps(windowMinutes);
  return {
    caps: [...(isChosen ? soft : HARD), ...caps],
    planCaps: isChosen && isLong && !isByDay ? LONG_PLAN : [],
    ...limits,
  };
}

type PersonPlace = {
  phone: Pick<Phone, 'country' | 'sharedBy' | 'areaZone'>;
  account: Pick<Account, 'country' | 'messageHours' | 'messagesPerWeek'>;
};

/** The account's country counts if nothing is known of the phone: one of several countries is never the account's for that. */
export const whereaboutsOf = ({ phone: { country, sharedBy, areaZone }, account }: PersonPlace): Whereabouts =>
  sharedBy === undefined ? { country: country ?? account.country, areaZone } : { sharedBy, areaZone };

type RuledBy = Pick<Collection, 'followUp'> & { status?: Status | undefined };

/** With one of these, the caller says how often the person is written to. */
const OWN_RHYTHM = ['cadence', 'schedule'] as const;

/** Without a status those of its plan, which does not change when the collection becomes overdue. */
export function rulesOf(
  { followUp, status, ...life }: Parameters<typeof lifeOf>[0] & RuledBy,
  located: PersonPlace,
): PersonRules {
  const isChosen = followUp.enabled && !OWN_RHYTHM.some((part) => followUp.given.includes(part));
  const isByDay = followUp.enabled && (followUp.schedule ?? followUp.steps) !== undefined;
  const whereabouts = whereaboutsOf(located);
  const { areaZone: _zone, ...where } = whereabouts;
  const { minutes: windowMinutes } = lifeOf(life);
  const rules = policyFor({ ...where, isOverdue: status === 'overdue', isChosen, windowMinutes, isByDay });
  return narrowed(rules, located.account, whereabouts);
}

const DAYS_A_WEEK = 7;

/** What the merchant has set only ever forbids more. Hours that the zones of a phone do not share are left out: else no message would ever be due. */
function narrowed(
  rules: PersonRules,
  { messageHours: own, messagesPerWeek: max }: PersonPlace['account'],
  whereabouts: Whereabouts,
): PersonRules {
  if (own === undefined && max === undefined) return rules;
  const isShared = own !== undefined && own.closes - own.opens > hoursBetween(zonesOf(whereabouts)) + 1;
  return {
    ...rules,
    ...(max !== undefined && { ownCaps: [{ max, days: DAYS_A_WEEK }] }),
    ...(isShared && { week: narrowedWeek(rules.week, own) }),
  };
}

const narrowedWeek = (week: WeekHours | undefined, own: MessageHours): WeekHours =>
  (week ?? Array.from({ length: DAYS_A_WEEK }, () => own)).map((day) => {
    if (day === undefined) return undefined;
    const [opens, closes] = [Math.max(day.opens, own.opens), Math.min(day.closes, own.closes)];
    return opens < closes ? { opens, closes } : undefined;
  });

/** One in winter and one in summer: in between, clocks that change on different days are an hour apart at most. */
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

const hoursBetween = (zones: readonly string[]): number =>
  Math.max(
    ...SEASONS.map((at) => {
      const offsets = zones.map((zone) => offsetMinutes(zone, at));
      return (Math.max(...offsets) - Math.min(...offsets)) / MINUTES_AN_HOUR;
    }),
  );
