/** Asks payment providers what was paid for a collection, because a webhook may be lost, and each day how refunds and disputes ended. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import {
  asksForReference,
  hasEnded,
  hasOpenSessions,
  type OpenReturn,
  openReturnsIn,
} from '#lib/domain/payment/ended-checks.ts';
import type { Lookup } from '#lib/domain/payment/exchange.ts';
import { isBookable, type Movement, type Progress } from '#lib/domain/payment/movement.ts';
import { openSessions, providerReference, type Session } from '#lib/domain/payment/session.ts';
import { kindOf, type Target } from '#lib/domain/providers/provider.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type AskPorts = Pick<Payments, 'findMovements'>;

/** What the providers answered in time. `ended`: the sessions by which no more money will come, by their numbers. */
export type Answers = {
  reported: ReportedMovement[];
  isPending: boolean;
  ended: number[];
  /** Of the sessions about which a provider has answered, by their numbers. */
  progress: ReadonlyMap<number, Progress>;
  referenceEnded: boolean;
};

const RUN_WITHIN_MS = 3_000;

type AskableCollection = { collection: Collection; account: Account };

/** Whether a provider can be asked about the collection. */
export const isAskable = ({ sessions, status, ...rest }: Collection): boolean =>
  hasOpenSessions({ sessions }) || asksForReference(status, { sessions, ...rest });

/** A payer who comes back has used the latest; about the others, the runs and the lists ask. */
const NEWEST = 3;

/**
 * Asks about the merchant's own transaction and, unless `own`, about every session that is not over, all at once.
 * `newest`: about the newest few.
 */
export async function askProviders(
  ports: AskPorts,
  { collection, account }: AskableCollection,
  about: 'own' | 'all' | 'newest',
): Promise<Answers> {
  const open = about === 'own' ? [] : openSessions(collection.sessions).slice(about === 'newest' ? -NEWEST : 0);
  const [own, ...sessions] = await Promise.all([
    askForReference(ports, { collection, account }),
    ...open.map((session) => askForSession(ports, session, { collection, account, about })),
  ]);
  const found = sessions.flatMap((each) => each ?? []);
  const all = [...(own ? [own] : []), ...found];
  return {
    reported: all.flatMap(({ reported }) => reported),
    isPending: all.some(({ progress }) => progress === 'pending'),
    progress: new Map(found.map(({ number, progress }) => [number, progress])),
    ended: found.flatMap(({ progress, number }) => (progress === 'ended' ? [number] : [])),
    referenceEnded: own?.progress === 'ended' || own?.progress === 'unknown',
  };
}

async function askForReference(ports: AskPorts, { collection, account }: AskableCollection) {
  if (!asksForReference(collection.status, collection)) return undefined;
  const target = targetOf(account, { provider: collection.referenceProvider as string });
  return target && ask(ports, target, { reference: collection.reference });
}

async function askForSession(
  ports: AskPorts,
  { method, provider, number, key }: Session & { number: number },
  { collection, account, about }: AskableCollection & { about: 'all' | 'newest' | 'own' },
) {
  const target = targetOf(account, { provider });
  if (target === undefined) return undefined;
  const reference = providerReference(collection.ref, method, number);
  const oneTry = method === 'mobile_money' && about === 'newest';
  const answer = await ask(ports, target, {
    reference,
    ...(key !== undefined && { key }),
    ...(oneTry && { oneTry }),
  });
  return answer && { ...answer, number };
}

async function ask(ports: AskPorts, target: Target, lookup: Lookup & { reference: string }) {
  const found = await ports.findMovements(target, lookup, RUN_WITHIN_MS);
  // Nobody can be asked there, today or later.
  if (found.kind !== 'found' && found.reason === 'no_credentials')
    return { reported: [], progress: 'unknown' as const };
  if (found.kind !== 'found') return undefined;
  return { reported: reportedUnder(lookup.reference, found.movements, target), progress: found.progress };
}

/** A provider may answer more than was asked: only what bears the reference is this collection's. */
export const reportedUnder = (reference: string, movements: readonly Movement[], { id }: Target): ReportedMovement[] =>
  movements
    .filter(({ references }) => references.includes(reference))
    .filter(isBookable)
    .map((each) => ({ ...each, provider: id }));

/** Undefined if we cannot talk to the provider. A disabled provider is still asked about what it has taken. */
export function targetOf(account: Account, { provider: slug }: Pick<Session, 'provider'>): Target | undefined {
  const provider = providerFor(account, slug);
  if (provider === undefined) return undefined;
  const kind = kindOf(provider);
  return kind && { kind, id: provider.id };
}

export type OpenReturnPorts = Pick<Service, 'clock'> &
  Pick<Payments, 'findMovements'> &
  Pick<Store, 'rememberReturn' | 'forgetReturn' | 'listReturns'>;

/** Before the movements are booked: what a crash leaves out is met again, by the webhook or by the next day's list. */
export async function rememberOpenReturns(
  { clock, rememberReturn }: Pick<OpenReturnPorts, 'clock' | 'rememberReturn'>,
  provider: string,
  movements: readonly Movement[],
): Promise<void> {
  for (const open of openReturnsIn(movements)) await rememberReturn(provider, open, clock.now());
}

/** Few, so that a run can stop between two pages. */
const AT_ONCE = 10;
const RETURN_WITHIN_MS = 15_000;

type ReturnsAnswer =
  | { kind: 'listed'; movements: Movement[]; ended: OpenReturn[]; failed: number; next?: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number };

/** Failures of one question that the next one would meet, too. */
const LASTING = ['busy', 'unauthorized', 'no_credentials', 'credentials_unavailable'];

/** A question that fails otherwise does not hold up the others; it is asked again the next day. */
export async function askOpenReturns(
  ports: OpenReturnPorts,
  target: Target,
  { after, pause }: { after: string | undefined; pause: () => Promise<void> },
): Promise<ReturnsAnswer> {
  const { returns, next } = await ports.listReturns(target.id, { limit: AT_ONCE, after });
  const asked = { kind: 'listed' as const, movements: [] as Movement[], ended: [] as OpenReturn[], failed: 0 };
  for (const [index, open] of returns.entries()) {
    if (index > 0) await pause();
    const answer = await ports.findMovements(target, open, RETURN_WITHIN_MS);
    if (answer.kind === 'unavailable') {
      if (LASTING.includes(answer.reason)) return answer;
      asked.failed += 1;
      continue;
    }
    asked.movements.push(...answer.movements);
    if (hasEnded(open, answer.movements)) asked.ended.push(open);
  }
  return { ...asked, ...(next !== undefined && { next }) };
}
