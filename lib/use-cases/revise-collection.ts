/** Changes a collection's terms or plan: loaded, decided and saved at once; if another writer was faster, decided again. */
import { isDeepStrictEqual } from 'node:util';
import type { Channels } from '#lib/channels/channels.ts';
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { dueExpiry } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection, ownedCollection } from '#lib/domain/collection.ts';
import type { CollectionEvent } from '#lib/domain/collection-event.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { changeLimit, collectionNotFound, notPayable } from '#lib/domain/errors.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { By } from '#lib/domain/member.ts';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { untilWon } from './until-won.ts';

type History = { collection: Collection; attempts: Attempt[] };

export type StoredHistory = NonNullable<Awaited<ReturnType<Store['getHistory']>>>;

export type RevisePorts = Pick<Service, 'clock' | 'random'> &
  Pick<Channels, 'configuredChannels'> &
  Pick<Store, 'getHistory' | 'getAccount' | 'findReach' | 'saveRevision' | 'saveStatus'>;

/** What an endpoint reads while the key is checked: of whichever account the id names. */
export type HistoryAndOwner<Read extends History = History> = { history: Read | undefined; owner: Account | undefined };

export async function findHistoryAndOwner(
  ports: Pick<RevisePorts, 'getHistory' | 'getAccount'>,
  id: string,
  account: string,
): Promise<HistoryAndOwner> {
  const ref = parseCollectionId(id);
  const [history, owner] = await Promise.all([ref && ports.getHistory(ref), ports.getAccount(account)]);
  return { history, owner };
}

/** Undefined if nothing changes. */
type Decide = (of: Revisable) => Collection | undefined;

/** `by`: the member of the account who asks for it. */
type Change = {
  account: string;
  by?: By | undefined;
  now: Date;
  /** `decide` judges a collection, too, that can no longer be paid. */
  mayHaveEnded?: true | undefined;
  decide: Decide;
};

export type RevisionResult = Revisable & { changed: boolean };

/** Each change leaves an event in the collection's item. */
const MAX_EVENTS = 500;
const MAX_CUSTOMERS_EVENTS = 250;

/** @throws collection_not_found, collection_forbidden, invalid_transition, change_limit, concurrent_change, and what `decide` throws */
export async function reviseCollection(
  ports: RevisePorts,
  named: HistoryAndOwner,
  { account, by, now, mayHaveEnded, decide }: Change,
): Promise<RevisionResult> {
  const { history, owner } = ownHistory(named, account);
  let revised: Collection | undefined;
  return untilWon(ports, async (lost) => {
    const read = lost > 0 ? await ports.getHistory(history.collection.ref) : history;
    if (read === undefined) throw collectionNotFound();
    if (revised !== undefined && isInForce(read.collection, revised))
      return { ...(await revisable(ports, read, { account: owner, now })), changed: true };
    const of = await revisable(ports, read, { account: owner, by, now });
    const expired = await storeExpiry(ports, read, now);
    if (!mayHaveEnded) refuseEnded(of.collection, now);
    else if (expired) return undefined;
    revised = decided(of, decide);
    if (revised === undefined) return { ...of, changed: false };
    const { saved, stored } = await ports.saveRevision(revised, now);
    return saved ? { collection: stored, setting: settingOf(of, stored, owner), changed: true } : undefined;
  });
}

/** The collection as the change would leave it, or as it is if nothing changes; nothing is written. @throws as the change does */
export async function previewRevision(
  ports: Pick<RevisePorts, 'configuredChannels' | 'findReach'>,
  named: HistoryAndOwner,
  { account, now, decide }: Change,
): Promise<Revisable> {
  const { history, owner } = ownHistory(named, account);
  const of = await revisable(ports, history, { account: owner, now });
  const { status } = asSeenAt(of.collection, now);
  if (!isPayable(status)) throw notPayable(status);
  return { ...of, collection: decided(of, decide) ?? of.collection };
}

/** @throws collection_not_found, collection_forbidden */
export function ownHistory<Read extends History>(
  { history, owner }: HistoryAndOwner<Read>,
  account: string,
): { history: Read; owner: Account } {
  ownedCollection(history?.collection, account);
  if (history === undefined || owner === undefined) throw collectionNotFound();
  return { history, owner };
}

function decided(of: Revisable, decide: Decide): Collection | undefined {
  const revised = decide(of);
  if (revised !== undefined && countOf(revised, isMerchants) > MAX_EVENTS) throw changeLimit(MAX_EVENTS);
  return revised;
}

/** What customers do uses up none of the merchant's changes. */
const isMerchants = ({ data }: CollectionEvent): boolean => data?.actor !== 'customer';

const countOf = ({ events }: Collection, counts: (event: CollectionEvent) => boolean): number =>
  events.filter(counts).length;

/** Then a customer changes nothing more; the replies are still kept. */
export const isUsedUpByCustomer = (collection: Collection): boolean =>
  countOf(collection, (event) => !isMerchants(event)) >= MAX_CUSTOMERS_EVENTS;

const TERMS = ['contact', 'amount', 'dueDay', 'expiresAt', 'followUp', 'metadata', 'reopenedAt'] as const;

/** What a revision writes. */
const REVISED = [...TERMS, 'plan', 'pause', 'promise', 'claims', 'disputes'] as const;

/** The answer to our own write was lost: what it wrote is there, whatever has become of the collection since. */
function isInForce(stored: Collection, revised: Collection): boolean {
  const isKept = (name: (typeof REVISED)[number]) => isDeepStrictEqual(stored[name], revised[name]);
  // Another revision may have followed: the event stays.
  return REVISED.every(isKept) || (TERMS.every(isKept) && isTold(stored, revised));
}

/** The event of a revision has its run's number and its instant. */
function isTold(stored: Collection, { events, runNumber }: Collection): boolean {
  const own = events.findLast(({ about }) => about === String(runNumber));
  return own !== undefined && stored.events.some((event) => isDeepStrictEqual(event, own));
}

/** The plan depends on the opt-outs and the reach of the collection's addresses. */
export async function revisable(
  ports: Pick<RevisePorts, 'configuredChannels' | 'findReach'>,
  { collection, attempts }: History,
  { account, by, now }: { account: Account; by?: By | undefined; now: Date },
): Promise<Revisable> {
  const phone = phoneOf(collection.contact, account);
  const { contact, ref } = collection;
  const person = personRefOf(ref.account, contact, phone);
  const reach = await ports.findReach(addressesOf(contact, phone, account), now, person);
  const setting = { account, phone, attempts, ...reach, availableChannels: ports.configuredChannels() };
  return { collection, by, setting };
}

/** The phone can have been corrected. Opt-outs and reach are those of the addresses before: the next run reads them anew. */
const settingOf = ({ setting }: Revisable, { contact }: Collection, account: Account): Revisable['setting'] => ({
  ...setting,
  phone: phoneOf(contact, account),
});

/** An expiry that is not stored yet is stored first. Answers whether there was one. */
async function storeExpiry(ports: RevisePorts, { collection, attempts }: History, now: Date): Promise<boolean> {
  const expiry = dueExpiry(collection, now, attempts);
  if (expiry !== undefined) await ports.saveStatus(collection.ref, expiry);
  return expiry !== undefined;
}

function refuseEnded(collection: Collection, now: Date): void {
  const { status } = asSeenAt(collection, now);
  if (!isPayable(status)) throw notPayable(status);
}
