/** A provider that lists what has moved at it, and the ledgers of its account's collections, in memory. */
import type { Account } from '#lib/domain/account.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Booking, Ledger, Waiting } from '#lib/domain/payment/book-movement.ts';
import type { OpenReturn } from '#lib/domain/payment/ended-checks.ts';
import type { ListOutcome, ListPage, Lookup } from '#lib/domain/payment/exchange.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import type { Target } from '#lib/domain/providers/provider.ts';
import { random } from '#lib/random.ts';
import type { ReconcilePorts } from '#lib/use-cases/reconcile-provider.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aPaidAccount, aSession, providerIdOf } from '#test/support/a-payment.ts';

export const account: Account = aPaidAccount();
export const target: Target = { kind: 'paystack', id: providerIdOf(account, 'paystack') };

/** A collection whose own transaction is the provider's, with a session of ours beside it. */
export function aReconciledCollection(reference: string, given: Parameters<typeof aCollection>[0] = {}): Collection {
  const ref = collectionRefOf(account, reference);
  const sessions = [aSession({ provider: 'paystack' })];
  const built = aCollection({ account: account.id, reference, referenceProvider: 'paystack', sessions, ...given });
  return { ...built, ref };
}

export const sessionOf = ({ ref }: Collection, number = 1): string => providerReference(ref, 'card', number);

/** A payment of a part of the default amount, of `minutes` after the default creation. */
export const aMovement = (
  transaction: string,
  references: readonly string[],
  given: Partial<Movement> = {},
): Movement => ({
  kind: 'payment',
  transaction,
  object: transaction,
  references,
  amount: { minor: 1_000_000, currency: 'NGN' },
  at: minutesLater(10).toISOString(),
  ...given,
});

type Stored = { collection: Collection | undefined; entries: LedgerEntry[]; waiting: Waiting[] };

/** Every write of it holds under the same conditions as in the table. */
export class Ledgers {
  readonly rows = new Map<string, Stored>();
  /** What is remembered of each provider's refunds and disputes. */
  readonly open = new Map<string, OpenReturn>();
  writes = 0;

  constructor(collections: readonly Collection[]) {
    for (const collection of collections) this.at(collection.ref).collection = collection;
  }

  at({ account: owner, hash }: CollectionRef): Stored {
    const key = `${owner}#${hash}`;
    const stored = this.rows.get(key) ?? { collection: undefined, entries: [], waiting: [] };
    this.rows.set(key, stored);
    return stored;
  }

  read(ref: CollectionRef): Ledger {
    const { collection, entries, waiting } = this.at(ref);
    return { collection, entries: [...entries], waiting: [...waiting] };
  }

  record(ref: CollectionRef, { entry, expected, received, updatedAt, completion }: Booking): 'recorded' | 'lost' {
    const stored = this.at(ref);
    const { collection } = stored;
    const isAsRead = collection?.entryCount === expected.entryCount && collection.status === expected.status;
    if (!isAsRead || stored.entries.some(({ key }) => key === entry.key)) return 'lost';
    stored.entries.push(entry);
    const counted = { ...collection, entryCount: collection.entryCount + 1, received, updatedAt };
    stored.collection = completion ? withChange(counted, completion) : counted;
    this.writes += 1;
    return 'recorded';
  }
}

type Given = {
  ledgers?: Ledgers;
  pageSize?: number;
  now?: Date;
  /** Each call takes so long. */
  callMs?: number;
  /** The reason why the call with this number, from 1, fails. */
  fails?: (call: number) => string | undefined;
};

const nameOf = (provider: string, { transaction, about, object }: OpenReturn): string =>
  `${provider} ${about} ${transaction} ${object}`;

/** The provider lists by the time of each movement: tests give what ends a refund or a dispute the time of its beginning, as the real ones do. */
export function reconcileWorld(movements: readonly Movement[], given: Given = {}) {
  const { ledgers = new Ledgers([]), pageSize = 100, callMs = 0, fails } = given;
  const pages: ListPage[] = [];
  const slept: number[] = [];
  const lookups: Lookup[] = [];
  let nowMs = (given.now ?? minutesLater(30)).getTime();
  const listMovements = async (asked: Target, page: ListPage): Promise<ListOutcome> => {
    if (asked.id !== target.id) throw new Error('another provider was asked');
    const call = pages.push(page);
    const reason = fails?.(call);
    nowMs += callMs;
    if (reason !== undefined) return { kind: 'unavailable', reason };
    const all = movements.filter((each) => listOf(each) === page.what && each.at >= page.from && each.at <= page.to);
    const from = Number(page.next ?? 0);
    const next = from + pageSize < all.length ? String(from + pageSize) : undefined;
    return { kind: 'listed', movements: all.slice(from, from + pageSize), ...(next !== undefined && { next }) };
  };
  const ports: ReconcilePorts = {
    clock: { now: () => new Date(nowMs), sleep: async (milliseconds) => void slept.push(milliseconds) },
    random: { ...random, fraction: () => 0.5 },
    getLedger: async (ref) => ledgers.read(ref),
    recordEntry: async (ref, booking) => ledgers.record(ref, booking),
    keepForLater: async (ref, waiting) => void ledgers.at(ref).waiting.push(waiting),
    changePerson: async () => true,
    rememberReturn: async (provider, open) => void ledgers.open.set(nameOf(provider, open), open),
    forgetReturn: async (provider, open) => void ledgers.open.delete(nameOf(provider, open)),
    listReturns: async (provider, { limit, after }) => {
      const own = [...ledgers.open].filter(([name]) => name.startsWith(`${provider} `)).toSorted();
      const rest = own.filter(([name]) => after === undefined || name > after).slice(0, limit);
      const last = rest.length === limit ? rest.at(-1)?.[0] : undefined;
      return { returns: rest.map(([, open]) => open), ...(last !== undefined && { next: last }) };
    },
    findMovements: async (_target, lookup) => {
      lookups.push(lookup);
      const found = movements.filter(({ transaction }) => transaction === lookup.transaction);
      return { kind: 'found', movements: found, progress: 'ended' };
    },
    listMovements,
  };
  return { ports, pages, slept, lookups, ledgers };
}

function listOf({ kind }: Movement): ListPage['what'] {
  if (kind.startsWith('dispute')) return 'disputes';
  return kind.startsWith('refund') ? 'refunds' : 'payments';
}
