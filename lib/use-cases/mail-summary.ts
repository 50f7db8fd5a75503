/** Emails the weekly summary of an account to the members who want it: each at most once a week, also when two invocations meet. */
import type { Channels } from '#lib/channels/channels.ts';
import { type Account, isSpread } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { isPresent, type Member } from '#lib/domain/member.ts';
import { dayIn } from '#lib/domain/time/due-day.ts';
import { HOUR_MS } from '#lib/domain/time/time-units.ts';
import { firstAndWeek, isToldOf, nextMonday, summaryEmail, weekOf } from '#lib/domain/weekly-summary.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { languageFor } from '#lib/words/languages.ts';
import {
  byCurrency,
  EVERY_MONTH,
  type Insights,
  monthsOf,
  type ReadInsightsPorts,
  readInsights,
  statisticsOf,
} from './read-insights.ts';

export type SummaryPorts = ReadInsightsPorts &
  Pick<Store, 'getDueSummary' | 'setMailed' | 'planSummary' | 'listMembers' | 'findOldest' | 'getCollections'> &
  Pick<Channels, 'sendNotice'> &
  Pick<Service, 'clock'> &
  NeedsSettings<'baseUrl'>;

/** What could not be sent on Monday is sent until then; after that, the next Monday says more. */
const LATE_MS = 24 * HOUR_MS;
const EMAIL_TTL_SECONDS = 86_400;
const SENDER_NAME = 'Collections';
const OLDEST = 5;
/** Among so many that were asked first, those whose due days are the earliest are looked for. */
const LOOKED_THROUGH = 500;

type DueSummary = NonNullable<Awaited<ReturnType<SummaryPorts['getDueSummary']>>>;

type Outcome = { mailed: number; refused: number };

const NOTHING: Outcome = { mailed: 0, refused: 0 };

/** How many were mailed, and how many were refused. @throws when the channel is busy: the rest is mailed by the next invocation */
export async function mailSummary(ports: SummaryPorts, account: string): Promise<Outcome> {
  const now = ports.clock.now();
  const [due, members, insights] = await Promise.all([
    ports.getDueSummary(account),
    ports.listMembers(account),
    readInsights(ports, { account, now }),
  ]);
  if (due === undefined || due.dueAt > now.toISOString()) return NOTHING;
  const readers = insights === undefined ? [] : readersOf(members);
  if (insights === undefined || readers.length === 0) {
    await ports.planSummary(account, due, undefined);
    return NOTHING;
  }
  const isFresh = due.isPlanned && Date.parse(due.dueAt) > now.getTime() - LATE_MS;
  const left = isFresh ? readers.filter(({ id }) => !due.mailed.includes(id)) : [];
  const { mailed, counts } = await mailTo(ports, left, insights, due);
  const next = nextMonday(accountZones(insights.account).hour, now);
  if (mailed !== undefined) await ports.planSummary(account, { ...due, mailed }, next);
  return counts;
}

type Reader = { id: string; email: string };

const readersOf = (members: readonly Member[]): Reader[] =>
  members
    .filter((member) => isPresent(member) && member.weeklyEmail)
    .flatMap(({ id, email }) => (email === undefined ? [] : [{ id, email }]));

/** `mailed`: who has it now; undefined when another invocation mails the same. */
async function mailTo(
  ports: SummaryPorts,
  readers: readonly Reader[],
  insights: Insights,
  due: DueSummary,
): Promise<{ counts: Outcome; mailed?: readonly string[] }> {
  const counts = { ...NOTHING };
  if (readers.length === 0) return { counts, mailed: due.mailed };
  const { id: account } = insights.account;
  const notice = {
    message: await summaryOf(ports, insights),
    timeToLiveSeconds: EMAIL_TTL_SECONDS,
    fromName: SENDER_NAME,
  };
  let { mailed } = due;
  for (const { id, email } of readers) {
    // Claimed first: an email that is lost with its sender is missed less than one that comes twice.
    const claimed = [...mailed, id];
    if (!(await ports.setMailed(account, { ...due, mailed }, claimed))) return { counts };
    const { kind } = await ports.sendNotice({ to: email, ...notice });
    if (kind === 'throttled') {
      await ports.setMailed(account, { ...due, mailed: claimed }, mailed);
      throw new Error('the summary is to be sent later');
    }
    mailed = claimed;
    counts[kind === 'accepted' ? 'mailed' : 'refused'] += 1;
  }
  return { counts, mailed };
}

async function summaryOf(ports: SummaryPorts, insights: Insights) {
  const { account, today } = insights;
  const { name: merchant, country, language } = account;
  const months = { ...monthsOf(firstAndWeek(today)), to: EVERY_MONTH.to };
  const [books, flows, oldest] = await Promise.all([
    statisticsOf(ports, insights, 'BOOK', EVERY_MONTH),
    statisticsOf(ports, insights, 'FLOW', months),
    oldestLate(ports, account),
  ]);
  const [book, flow] = [byCurrency(books), byCurrency(flows)];
  const weeks = [...new Set([...book.keys(), ...flow.keys()])]
    .toSorted()
    .map((currency) => weekOf(currency, { book: book.get(currency) ?? [], flow: flow.get(currency) ?? [] }, today))
    .filter(isToldOf);
  const consoleUrl = `${ports.settings.baseUrl}/console`;
  const zone = accountZones(account).day;
  return summaryEmail({ merchant, weeks, oldest, zone, consoleUrl }, languageFor(country, language));
}

/** Expired ones only where there is room: who never writes anything off would read of the same ones for ever. */
async function oldestLate(ports: SummaryPorts, account: Account): Promise<Collection[]> {
  const overdue = await oldestOf(ports, account, 'overdue');
  if (overdue.length === OLDEST) return overdue;
  return [...overdue, ...(await oldestOf(ports, account, 'expired'))].slice(0, OLDEST);
}

/** Those that have been late for longest, the longest first. */
async function oldestOf(ports: SummaryPorts, account: Account, status: 'overdue' | 'expired') {
  const { id, country } = account;
  const found = await ports.findOldest({ id, isSpread: isSpread(account) }, status, LOOKED_THROUGH);
  const read = await ports.getCollections(
    id,
    found.map(({ hash }) => hash),
  );
  return read
    .map((collection) => ({ collection, day: lateDay(collection, country) }))
    .toSorted((one, other) => one.day - other.day)
    .slice(0, OLDEST)
    .map(({ collection }) => collection);
}

/** The last day on which it was not late: its due day, or that on which it can no longer be paid. */
const lateDay = ({ dueDay, expiresAt }: Collection, country: Account['country']): number =>
  dueDay ?? dayIn(country, Date.parse(expiresAt));
