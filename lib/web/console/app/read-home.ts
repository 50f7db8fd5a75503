/** Reads the reports of the first screen, each of the days that it is about. */
import type { BookResponse } from '#lib/contract/book.ts';
import type { ExperimentResponse, FlowResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { read } from './api.ts';
import { type DayRange, type Home, monthUntil, sameDaysBefore } from './home.ts';
import { dayOf, daysAfter } from './typed-values.ts';

const WEEKS = 12;
/** For so many days the feed has the events behind a number. */
const FEED_DAYS = 30;
/** A payment within three days after a message is known of all messages that are older than that. */
const SETTLED_DAYS = 4;
const ATTEMPT_DAYS = 90;
/** The end of the first of them is a week ago. */
const WEEK_AND_A_DAY = 8;

const rangeUntil = (now: number, days: number, until = 0): DayRange => ({
  from: dayOf(daysAfter(now, 1 - days)),
  to: dayOf(daysAfter(now, -until)),
});

/** From a Monday on, as weeks are counted. */
function weeksUntil(now: number): DayRange {
  const sinceMonday = (new Date(now).getDay() + 6) % 7;
  return { from: dayOf(daysAfter(now, -sinceMonday - 7 * (WEEKS - 1))), to: dayOf(now) };
}

const insights = <Report>(name: string, query: Record<string, string> = {}): Promise<Report> =>
  read<Report>(`public/insights/${name}?${new URLSearchParams(query)}`);

const recovery = (by: string, range: DayRange) => insights<RecoveryResponse>('recovery', { ...range, by });

/** Only of messages that have had their time; of all, while there are no older ones. */
async function settled(by: string, now: number): Promise<RecoveryResponse> {
  const report = await recovery(by, rangeUntil(now, FEED_DAYS, SETTLED_DAYS));
  return report.rows.length > 0 ? report : recovery(by, rangeUntil(now, FEED_DAYS));
}

export async function readHome(now: number): Promise<Home> {
  const [book, weeks, month, lately, monthBefore, channels, hours, attempts, experiment] = await Promise.all([
    insights<BookResponse>('book'),
    insights<FlowResponse>('flow', { ...weeksUntil(now), by: 'week' }),
    insights<FlowResponse>('flow', { ...monthUntil(now), by: 'month' }),
    insights<FlowResponse>('flow', rangeUntil(now, WEEK_AND_A_DAY)),
    insights<FlowResponse>('flow', { ...sameDaysBefore(now), by: 'month' }),
    settled('channel', now),
    settled('weekdayHour', now),
    recovery('attempt', rangeUntil(now, ATTEMPT_DAYS)),
    insights<ExperimentResponse>('experiment'),
  ]);
  return { book, weeks, month, lately, monthBefore, channels, hours, attempts, experiment };
}
