/** Sessions at payment providers. Each has a reference of its own. */
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { OpenedBy, ProviderOption } from './payment-option.ts';

/** A reserved session. Its number is its position among the collection's sessions, from 1. */
export type Session = {
  method: keyof OpenedBy;
  /** The provider's slug. */
  provider: string;
  /** The provider's own key, if it cannot find payments by our reference. */
  key?: string;
  /** No more money will come by it: it was paid, has run out or is closed. */
  ended?: boolean;
  /** When a click on the payment page reserved it. */
  reservedAt?: string;
  /** What the provider opened for a click. */
  opened?: OpenedSession;
  /** The hashes of the collections that it pays, its own among them, oldest due first; absent if it pays its own alone. */
  shares?: readonly string[];
  /** What it was reserved for, in minor units, where it pays several, or a part. */
  asks?: number;
  /** How many codes were entered for it. */
  codes?: number;
};

/**
 * Those that are to be ended, because they are for another amount by now: with a number up to `upTo`, and these `numbers`, since an
 * instant; so many `checks` were made of whether they have ended.
 */
export type StaleSessions = { upTo: number; numbers?: readonly number[]; since: string; checks: number };

type WithSessions = { sessions: readonly Session[]; staleSessions?: StaleSessions | undefined };

const isStale = (number: number, { upTo, numbers }: Pick<StaleSessions, 'upTo' | 'numbers'>): boolean =>
  number <= upTo || numbers?.includes(number) === true;

export const staleSessions = ({ sessions, staleSessions: stale }: WithSessions) =>
  openSessions(sessions).filter(({ number }) => stale !== undefined && isStale(number, stale));

/** Those that are to be ended are no longer used. */
export const withStaleEnded = ({ sessions, staleSessions: stale }: WithSessions): Session[] =>
  sessions.map((session, index) => (stale && isStale(index + 1, stale) ? { ...session, ended: true } : session));

/** Whether the payer may be led to it. */
export const isUsable = (of: WithSessions, number: number): boolean => withStaleEnded(of)[number - 1]?.ended !== true;

/** What is to be ended with these among the open sessions; undefined if that is to be done already. */
export function withEnding(
  { sessions, staleSessions: stale }: WithSessions,
  which: (session: Session) => boolean,
  now: Date,
): StaleSessions | undefined {
  const { upTo = 0, numbers = [] } = stale ?? {};
  const more = openSessions(sessions).filter((each) => which(each) && !isStale(each.number, { upTo, numbers }));
  if (more.length === 0) return undefined;
  return { upTo, numbers: [...numbers, ...more.map(({ number }) => number)], since: now.toISOString(), checks: 0 };
}

/** A session for several debts, among them the one of this hash. */
export const pays =
  (hash: string) =>
  ({ shares }: Session): boolean =>
    shares?.includes(hash) === true;

/** `minor` is what it asks for, in the collection's currency; `link` is the address of a page. */
export type OpenedSession = { minor: number; until: string; link?: string };

export const numbered = (sessions: readonly Session[]): (Session & { number: number })[] =>
  sessions.map((session, index) => ({ ...session, number: index + 1 }));

/** By these, money may still come. */
export const openSessions = (sessions: readonly Session[]): (Session & { number: number })[] =>
  numbered(sessions).filter(({ ended }) => ended !== true);

type NumberedSession = Session & { number: number };
/** What one provider takes one kind of payment by. */
export type SessionWay = Pick<Session, 'method' | 'provider'>;

const newestOf = (sessions: readonly Session[], { method, provider }: SessionWay): NumberedSession | undefined =>
  numbered(sessions).findLast((each) => each.method === method && each.provider === provider);

/** What is left of a page's time must be enough to pay. */
const LEFT_MS = 2 * MINUTE_MS;

/** The page to which a click leads again: a further one could be paid, too. */
export function pageToReuse(
  sessions: readonly Session[],
  wanted: SessionWay & { minor: number },
  now: Date,
): (NumberedSession & { opened: OpenedSession & { link: string } }) | undefined {
  const newest = newestOf(sessions, wanted);
  const { link, minor, until = '' } = newest?.opened ?? {};
  const isOpen = newest?.ended !== true && minor === wanted.minor && Date.parse(until) - now.getTime() > LEFT_MS;
  return newest && link !== undefined && isOpen ? { ...newest, opened: { minor, until, link } } : undefined;
}

/** So long a request that got no answer may still bring money: the longest time that a phone's prompt is shown. */
const UNANSWERED_MS = 15 * MINUTE_MS;

/** The newest session, if the provider has not answered its opening: what was asked may have been done all the same. */
export function unansweredSession(
  {
    sessions,
    options,
    createdAt,
  }: { sessions: readonly Session[]; options: readonly ProviderOption[]; createdAt: string },
  wanted: SessionWay,
  now: Date,
): NumberedSession | undefined {
  const newest = newestOf(sessions, wanted);
  if (newest === undefined || newest.ended === true || newest.opened !== undefined) return undefined;
  // A create stores what was opened as an option.
  if (newest.reservedAt === undefined && options.some(({ method }) => method === newest.method)) return undefined;
  const age = now.getTime() - Date.parse(newest.reservedAt ?? createdAt);
  return age < UNANSWERED_MS ? newest : undefined;
}

/** For one session: six digits are guessed by chance once in 200,000 times. */
export const MAX_CODES = 5;

/** In all, more than a payer needs; and in an hour, because each new session of a wallet rings a phone. */
export const MAX_SESSIONS = 100;
const MAX_AN_HOUR = 10;

/** A click opens no further session for now. */
export function isTriedTooOften(sessions: readonly Session[], now: Date): boolean {
  const young = sessions.filter(({ reservedAt = '' }) => now.getTime() - Date.parse(reservedAt) < HOUR_MS);
  return sessions.length >= MAX_SESSIONS || young.length >= MAX_AN_HOUR;
}

/** Our reference at the provider. Without underscores: Paystack allows only alphanumerics, `-`, `.` and `=`. */
export const providerReference = (ref: CollectionRef, method: keyof OpenedBy, number: number): string =>
  `${collectionId(ref)}-${method}-${number}`.replaceAll('_', '-');

const REFERENCE = /^pay-([0-9a-z]{35})-[a-z-]{1,32}-(\d{1,6})$/;

export function parseProviderReference(reference: string): { ref: CollectionRef; number: number } | undefined {
  const [, owned, number] = REFERENCE.exec(reference) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return ref && { ref, number: Number(number) };
}
