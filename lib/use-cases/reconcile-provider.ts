/**
 * Reconciles the ledger with a payment provider's own lists, so that nothing paid is missed even if every webhook is
 * lost. The windows of the runs overlap, so what one run could not do, the next one does
 * (docs/decisions/0023-reconciliation.md).
 */
import type { Account } from '#lib/domain/account.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { isBookable, type Movement } from '#lib/domain/payment/movement.ts';
import {
  firstPage,
  pageAfter,
  type ReconcilePage,
  type ReconcileWindow,
} from '#lib/domain/payment/reconcile-window.ts';
import type { Target } from '#lib/domain/providers/provider.ts';
import type { Payments } from '#lib/payment/payments.ts';
import { askOpenReturns, type OpenReturnPorts, rememberOpenReturns } from './ask-providers.ts';
import { type BookPorts, bookMovements, type RememberPorts, rememberPayments } from './book-movements.ts';
import { type FoundCollection, findCollection } from './find-collection.ts';

export type ReconcilePorts = BookPorts & RememberPorts & OpenReturnPorts & Pick<Payments, 'listMovements'>;

type Reconciliation = {
  account: Account;
  target: Target;
  window: ReconcileWindow;
  /** Where an earlier run of the same window has stopped for lack of time. */
  page?: ReconcilePage | undefined;
};

type BookedCollection = { collection: string; bookings: readonly Booking[] };

export type ReconcileReport = {
  /** How many movements the provider has listed, the merchant's other business included. */
  listed: number;
  booked: readonly BookedCollection[];
  /** How many transactions could not be looked up or booked. The next run meets them again. */
  failed: number;
  /** The page with which another run is to go on. */
  rest?: ReconcilePage;
  /** For so long the provider wants no further request. */
  restAfterMs?: number;
  /** Why the provider's list could not be read to its end. */
  stopped?: string;
};

/** Of the function's five minutes. */
const MAX_MS = 4 * 60_000;
/** One page each second would be 240. */
export const MAX_PAGES = 200;
const WITHIN_MS = 15_000;
const PAUSE_MS = 1_000;
/** How often in a row a provider may say that it wants to be asked later, and how much later. */
const MAX_WAITS = 3;
const LONGEST_WAIT_MS = 60 * 60_000;

export async function reconcileProvider(ports: ReconcilePorts, run: Reconciliation): Promise<ReconcileReport> {
  const { target, window } = run;
  const startedAt = ports.clock.now();
  const done = { listed: 0, booked: [] as BookedCollection[], failed: 0 };
  let page: ReconcilePage = run.page ?? firstPage(window, startedAt);
  let waits = 0;
  for (let pages = 0; ; pages += 1) {
    if (pages === MAX_PAGES || ports.clock.now().getTime() - startedAt.getTime() > MAX_MS)
      return { ...done, rest: page };
    if (pages > 0) await pause(ports, target);
    const answer = await read(ports, target, page);
    if (answer.kind === 'unavailable') {
      const { reason, retryAfterMs: waitMs } = answer;
      if (waitMs === undefined || waits === MAX_WAITS || waitMs > LONGEST_WAIT_MS) return { ...done, stopped: reason };
      const spentMs = ports.clock.now().getTime() - startedAt.getTime();
      if (spentMs + waitMs > MAX_MS) return { ...done, rest: page, restAfterMs: waitMs };
      waits += 1;
      await ports.clock.sleep(waitMs);
      continue;
    }
    waits = 0;
    const booked = await bookListed(ports, run, answer.movements);
    done.listed += answer.movements.length;
    done.booked.push(...booked.booked);
    done.failed += booked.failed + answer.failed;
    // After the booking, so that a crash between the two is mended by the next day's run.
    if (booked.failed === 0) for (const ended of answer.ended) await ports.forgetReturn(target.id, ended);
    if (answer.next !== undefined && answer.next === page.next) return { ...done, stopped: 'repeated_page' };
    const following = pageAfter(window, page, answer.next);
    if (following === undefined) return done;
    page = following;
  }
}

/** What is open is asked about one by one, with a pause as before each page. */
const read = (ports: ReconcilePorts, target: Target, page: ReconcilePage) =>
  page.what === 'open'
    ? askOpenReturns(ports, target, { after: page.next, pause: () => pause(ports, target) })
    : ports.listMovements(target, page, WITHIN_MS).then((answer) => ({ failed: 0, ended: [], ...answer }));

/** The providers publish no limits. The sandbox has none, and in the local run the clock's moves wait for it. */
async function pause({ clock }: ReconcilePorts, { kind }: Target): Promise<void> {
  if (kind !== 'sandbox') await clock.sleep(PAUSE_MS);
}

type PaidCollection = FoundCollection & { kind: 'found'; movements: readonly Movement[] };

/**
 * Most of what a merchant's provider lists has no collection: nothing is kept of it, and nothing is logged. A session
 * of another account is passed over too: two accounts may use one merchant's keys, and each then reads both lists.
 */
async function bookListed(
  ports: ReconcilePorts,
  { account, target }: Reconciliation,
  movements: readonly Movement[],
): Promise<{ booked: BookedCollection[]; failed: number }> {
  const transactions = [...Map.groupBy(movements, nameOf).values()];
  const looked = await eachOf(transactions, async (of): Promise<PaidCollection | undefined> => {
    const references = [...new Set(of.flatMap((each) => each.references))];
    const found = await findCollection(ports, { account, target }, references);
    return found.kind === 'found' ? { ...found, movements: of } : undefined;
  });
  const paid = looked.done.flatMap((each) => each ?? []);
  const collections = [...Map.groupBy(paid, ({ ref }) => `${ref.account}#${ref.hash}`).values()];
  const result = await eachOf(collections, (of) => bookOne(ports, { account, target }, of));
  return { booked: result.done.flatMap((each) => each ?? []), failed: looked.failed + result.failed };
}

/** All movements of a transaction name it, and so are of one collection. */
const nameOf = ({ transaction, references }: Movement): string => transaction || references.join(' ');

async function bookOne(
  ports: ReconcilePorts,
  { account, target: { id } }: Pick<Reconciliation, 'account' | 'target'>,
  paid: readonly PaidCollection[],
): Promise<BookedCollection | undefined> {
  const [first] = paid;
  if (first === undefined) return undefined;
  const { ref, ledger } = first;
  const movements = paid.flatMap((each) => each.movements);
  await rememberOpenReturns(ports, id, movements);
  const reported = movements.filter(isBookable).map((each) => ({ ...each, provider: id }));
  const bookings = await bookMovements(ports, { ref, reported, ledger });
  await rememberPayments(ports, { ...ledger, account }, bookings);
  return bookings.length > 0 && ledger.collection ? { collection: ledger.collection.id, bookings } : undefined;
}

const AT_ONCE = 5;

/** One that fails does not hold up the others: a single spoilt item would hide all later payments. */
async function eachOf<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<{ done: R[]; failed: number }> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const outcomes = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work));
    done.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  }
  return { done, failed: items.length - done.length };
}

/** A webhook that is younger may still be under way. */
const WEBHOOK_MS = 5 * 60_000;

/** How many payments no webhook has reported. Refunds and disputes do not tell: not every provider has webhooks for them. */
export function missedByWebhooks(booked: readonly BookedCollection[], now: Date): number {
  const latest = new Date(now.getTime() - WEBHOOK_MS).toISOString();
  const entries = booked.flatMap(({ bookings }) => bookings.map(({ entry }) => entry));
  return entries.filter(({ movement, at }) => movement === 'payment' && at <= latest).length;
}
