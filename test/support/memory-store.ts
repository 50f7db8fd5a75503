/**
 * The store in memory, behind the same functions: for tests in which a function fails, and for tests with many runs.
 * The ledger of a collection in memory, written under the same conditions as in the table.
 */

import type { Account } from '#lib/domain/account.ts';
import { type StatusChange, withChange } from '#lib/domain/change-status.ts';
import { type ApiKey, hashToken, hintOfApiKey } from '#lib/domain/checked-token.ts';
import type { Collection, OpenedOptions } from '#lib/domain/collection.ts';
import type { ContactLookup } from '#lib/domain/contact.ts';
import type { CreationRecord } from '#lib/domain/creation-record.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { ranksOfPage } from '#lib/domain/list-cursor.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { Booking, Ledger, Waiting } from '#lib/domain/payment/book-movement.ts';
import type { OpenOutcome } from '#lib/domain/payment/exchange.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import type { Provider, ProviderChange } from '#lib/domain/providers/provider.ts';
import { anAccount, CREATED_AT } from './a-collection.ts';
import { OPENED } from './a-payment.ts';
import { aService } from './a-service.ts';
import { newKey } from './accounts.ts';

export type MemoryLedger = {
  /** As stored; undefined before it is recorded. */
  row: Collection | undefined;
  /** By their keys, like those that wait. */
  entries: Map<string, LedgerEntry>;
  waiting: Map<string, Waiting>;
};

export const ledgerOf = ({ row, entries, waiting }: MemoryLedger): Ledger => ({
  collection: row,
  entries: [...entries.values()],
  waiting: [...waiting.values()],
});

/** Writes the entry and its effect, or neither. */
export function recordEntry(
  stored: MemoryLedger,
  booking: Booking,
  waiting?: Pick<Waiting, 'key'>,
): 'recorded' | 'lost' {
  const { entry, expected, updatedAt, received, credits, completion, owedAgain, skipsSlot } = booking;
  const { row, entries } = stored;
  const isAsRead =
    row?.status === expected.status && row.entryCount === expected.entryCount && row.updatedAt <= updatedAt;
  if (row === undefined || entries.has(entry.key) || !isAsRead) return 'lost';
  entries.set(entry.key, entry);
  if (waiting) stored.waiting.delete(waiting.key);
  const skipped = skipsSlot ? { skippedSlot: row.nextSlot } : {};
  const balance = { received, ...(credits !== undefined && { credits }) };
  const counted = { ...row, entryCount: row.entryCount + 1, ...balance, updatedAt, ...skipped };
  stored.row = owedAgain ?? (completion === undefined ? counted : withChange(counted, completion));
  return 'recorded';
}

export function keepForLater({ waiting }: MemoryLedger, given: Waiting): void {
  if (!waiting.has(given.key)) waiting.set(given.key, given);
}

type Recorded = { collection: Collection; creation: CreationRecord };
type Listing = CollectionRef & { startSegment: number };

/** A store with one account and a key. */
export function memoryStore(account: Account = anAccount()) {
  const accounts = new Map([[account.id, account]]);
  const contacts = new Map<string, string>();
  const recorded = new Map<string, Recorded>();
  const listed: string[] = [];
  const key = newKey(account);
  const keys = new Map([[hashToken(key), storedKey(key, account)]]);

  return {
    key,
    account,
    listed,
    deps: {
      ...aService(),
      ...collectionsIn(recorded),
      ...sessionsIn(recorded),
      clock: { now: () => CREATED_AT, sleep: async () => {} },
      getApiKey: async (_account: string, hash: string) => keys.get(hash),
      getMember: async () => undefined,
      getAccount: async (id: string) => accounts.get(id),
      rememberedCountry: (): { country?: string } | undefined => undefined,
      findContactId: async (_account: string, { phone, email }: ContactLookup) =>
        contacts.get(phone) ?? contacts.get(email),
      createContact: async (_account: string, { phone, email }: ContactLookup, id: string) => {
        contacts.set(phone, id).set(email, id);
        return id;
      },
      getPersonAndAnnouncement: async () => ({ person: NEW_PERSON, isAnnounced: false }),
      newestSegment: async (_account: string) => 0,
      appendToList: async ({ hash }: Listing): Promise<'appended' | 'present'> => {
        if (listed.includes(hash)) return 'present';
        listed.push(hash);
        return 'appended';
      },
      findContactIdBy: async (_account: string, { phone, email }: Partial<ContactLookup>) =>
        contacts.get(phone ?? email ?? ''),
      findByContact: async () => [],
      findByStatus: async () => [],
      findInLog: async () => [],
      readListPage: async (_account: string, page: number, limit: number) => {
        const { from, to } = ranksOfPage(listed.length, page, limit);
        return { count: listed.length, hashes: listed.slice(from, to).reverse() };
      },
      createProvider: async (): Promise<'created' | 'slug_taken' | 'limit_reached'> => 'created',
      readFeed: async () => ({ bodies: [] as string[], position: CREATED_AT.toISOString(), hasMore: false }),
      findReach: async (): Promise<Reach> => ({ optedOut: [] }),
      saveProvider: async (id: string, slug: string, change: ProviderChange & { updatedAt: string }) =>
        ({ ...accounts.get(id)?.providers[slug], ...change }) as Provider,
    },
  };
}

function collectionsIn(recorded: Map<string, Recorded>) {
  return {
    createCollection: async (collection: Collection, creation: CreationRecord) => {
      const there = recorded.get(collection.ref.hash);
      if (there === undefined) recorded.set(collection.ref.hash, { collection, creation });
      return there;
    },
    getRecorded: async ({ hash }: CollectionRef) => recorded.get(hash),
    getCollection: async ({ hash }: CollectionRef) => recorded.get(hash)?.collection,
    getHistory: async ({ hash }: CollectionRef) => {
      const there = recorded.get(hash);
      return there && { collection: there.collection, attempts: [], entries: [], events: [], replies: [] };
    },
    getCollections: async (_account: string, hashes: readonly string[]) =>
      hashes.flatMap((hash) => recorded.get(hash)?.collection ?? []),
    saveRevision: async (revised: Collection, _now: Date) => {
      const there = recorded.get(revised.ref.hash) as Recorded;
      recorded.set(revised.ref.hash, { ...there, collection: revised });
      return { saved: true, stored: revised };
    },
    saveStatus: async ({ hash }: CollectionRef, change: StatusChange) => {
      const there = recorded.get(hash) as Recorded;
      const { status, updatedAt, expiresAt } = there.collection;
      const unexpired = change.unexpiredAt === undefined || expiresAt > change.unexpiredAt;
      const isSame = change.expiresAt === undefined || expiresAt === change.expiresAt;
      if (!change.from.includes(status) || updatedAt > change.updatedAt || !unexpired || !isSame) {
        return { saved: false, stored: there.collection };
      }
      const collection = withChange(there.collection, change);
      recorded.set(hash, { ...there, collection });
      return { saved: true, stored: collection };
    },
  };
}

/** A provider that opens every requested session. */
const sessionsIn = (recorded: Map<string, Recorded>) => ({
  openSession: async <Method extends keyof OpenedBy>(
    _target: object,
    method: Method,
  ): Promise<OpenOutcome<Method>> => ({
    kind: 'opened',
    option: OPENED[method],
  }),
  reserveSession: async ({ ref: { hash } }: { ref: CollectionRef }, session: Session): Promise<number | undefined> => {
    const there = recorded.get(hash) as Recorded;
    const sessions = [...there.collection.sessions, session];
    recorded.set(hash, { ...there, collection: { ...there.collection, sessions } });
    return sessions.length;
  },
  saveOptions: async ({ hash }: CollectionRef, { options, events }: OpenedOptions): Promise<boolean> => {
    const there = recorded.get(hash) as Recorded;
    const { collection } = there;
    recorded.set(hash, { ...there, collection: { ...collection, options, events: [...collection.events, ...events] } });
    return true;
  },
});

const storedKey = (key: string, { mode }: Account): ApiKey => ({
  hash: hashToken(key),
  mode,
  hint: hintOfApiKey(key),
  createdAt: '2026-01-01T00:00:00.000Z',
});
