/** Gives the model each committed change: its author, its kind and its order. Of the written values it passes only instants. */
import type { CollectionTerms } from '#lib/domain/collection.ts';
import { collectionId, toBase36 } from '#lib/domain/ids.ts';
import { accountKey } from '#lib/store/account/keys.ts';
import {
  ATTEMPT_PREFIX,
  COLLECTION_SORT_KEY,
  EVENT_PREFIX,
  PAYMENT_PREFIX,
  REPLY_PREFIX,
  segmentKey,
} from '#lib/store/collection/keys.ts';
import { OPT_OUT_SORT_KEY } from '#lib/store/opt-out/keys.ts';
import { CONTACT_SORT_KEY, contactByPhoneKey } from '#lib/store/person/keys.ts';
import { instantOf } from '#test/simulation/model/commit.ts';
import * as ledger from '#test/simulation/model/ledger.ts';
import { recordProvider } from '#test/simulation/model/ledger-providers.ts';
import { recordClaim } from '#test/simulation/model/ledger-runs.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import type { CreateBody, Status } from '#test/simulation/model/wire.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { World } from '#test/simulation/world/world.ts';
import { idOf, instant, type Made } from './change-made.ts';
import { followAttempt, followEvent, followReply } from './follow-attempts.ts';
import { followMemory, isMemory } from './follow-closed.ts';
import { followMember, isOfMembers, whoMade } from './follow-members.ts';
import { followOptOut } from './follow-opt-outs.ts';
import { followOptions } from './follow-options.ts';
import { followPayment } from './follow-payment.ts';
import { followRevision } from './follow-revisions.ts';
import { capSkipFaults, followWaiting, rulesIn } from './follow-waiting.ts';
import { closedDuring, entryOf, type Records } from './records.ts';
import { rescued } from './rescues.ts';

/** The faults of a change; empty when the model agrees. */
export function followChange(world: World, records: Records, { key, before, after }: Change): string[] {
  const { asker } = world;
  if (key.sk === OPT_OUT_SORT_KEY) return followOptOut(world, records, { key, before, after });
  if (isMemory(key)) return followMemory(world, records, { key, before, after });
  if (asker === undefined || after === undefined) return [];
  const { number: by, startedAt: from, environment } = asker;
  const commit = { by, from, at: world.kernel.now(), skew: environment.skew };
  const member = whoMade(world, records, { commit, before, after });
  const account = key.pk.split('#')[1] ?? '';
  const made = { world, records, account, key, before, after, commit: { ...commit, member } };
  if (isOfMembers(key)) return followMember(made);
  if (key.sk === COLLECTION_SORT_KEY) return before === undefined ? followCreate(made) : followStatus(made, before);
  if (key.sk.startsWith(ATTEMPT_PREFIX)) return before === undefined ? followClaim(made) : followAttempt(made, before);
  if (key.sk.startsWith(EVENT_PREFIX)) return followEvent(made);
  if (key.sk.startsWith(REPLY_PREFIX)) return followReply(made);
  if (key.sk.startsWith(PAYMENT_PREFIX)) return followPayment(made);
  if (key.sk === CONTACT_SORT_KEY) return followContact(made);
  if (key.sk === accountKey('').sk) return followProvider(made);
  return key.pk === segmentKey(made.account, 0).pk ? followListing(made) : [];
}

function followCreate(made: Made): string[] {
  const { world, records, account, after, commit } = made;
  const asked = world.asked.get(commit.by);
  const of = records.ledgers.get(account);
  if (asked?.operation !== 'create-collection' || of === undefined) return [`${idOf(made)}: recorded by no create`];
  const body = asked.call.body as CreateBody;
  const contactId = () => `contact_${String(after['byContact']).split('#')[1]}`;
  const dated = instant(after, 'updatedAt');
  const chosen = chosenIn(after);
  return ledger.recordCollection(
    of,
    { idempotencyKey: asked.idempotencyKey, body },
    { ...commit, dated, contactId, chosen },
  );
}

function chosenIn({ terms }: Item) {
  const { followUp } = JSON.parse(String(terms)) as Pick<CollectionTerms, 'followUp'>;
  return followUp.enabled ? { channels: followUp.channels, startAfter: followUp.startAfterMinutes } : undefined;
}

/** A change of status by a payment is recorded with the payment's row. */
function followStatus(made: Made, before: Item): string[] {
  const options = followOptions(made, before);
  const { world, records, account, after, commit } = made;
  const asked = world.asked.get(commit.by);
  const isByCaller = asked?.operation === 'update-collection-status';
  const to = after['status'] as Status;
  const entry = entryOf(records, account, idOf(made));
  if (entry === undefined) return [`${idOf(made)}: changed, and never recorded`];
  if (options.length > 0) return options;
  const revision = followRevision(made, before);
  if (revision !== undefined) return revision;
  const waiting = followWaiting(made, before);
  if (waiting.length > 0) return waiting;
  if (to !== before['status'] && (isByCaller || to !== 'completed')) {
    const { status } = (isByCaller ? asked.call.body : {}) as { status?: Status };
    const newest = (after['events'] as unknown as { type: string }[]).at(-1);
    const isStopped = newest?.type === 'followup.stopped';
    return ledger.recordStatus(entry, { ...commit, dated: instant(after, 'updatedAt'), to, asked: status, isStopped });
  }
  const { status, id } = latest(entry.versions);
  return status === to ? [] : [`${id}: is ${to} instead of ${status}`];
}

function followClaim(made: Made): string[] {
  const { records, account, after, commit } = made;
  const entry = entryOf(records, account, idOf(made));
  if (entry === undefined) return [`${idOf(made)}: a slot is claimed, and it was never recorded`];
  const { from, at, by } = commit;
  const now = instantOf({ ...commit, dated: instant(after, 'claimedAt') });
  if (made.world.asker) records.claimants.push(made.world.asker);
  const reason = after['status'] === 'skipped' ? String(after['reason']) : undefined;
  const closed = closedDuring(records, entry, { from, to: at });
  const late = reason === 'late' && made.world.isCalm ? [`${idOf(made)}: a slot was late, and nothing was broken`] : [];
  const capped = reason === 'contact_cap' ? capSkipFaults(made) : [];
  const faults = recordClaim(entry, {
    slot: Number(after['slot']),
    reason,
    closed,
    tone: String(after['tone']),
    now,
    from,
    at,
    by,
    ...rulesIn(made),
  });
  return [...late, ...capped, ...faults];
}

/** A contact is written under two keys at once; only the first is recorded. */
function followContact({ world, records, account, key, before, commit }: Made): string[] {
  const isByPhone = key.pk.startsWith(contactByPhoneKey(account, '').pk);
  const asked = world.asked.get(commit.by);
  const of = records.ledgers.get(account);
  if (!isByPhone || before !== undefined || of === undefined) return [];
  if (asked?.operation !== 'create-collection') return ['a contact was made by no create'];
  return ledger.recordContact(of, (asked.call.body as CreateBody).contact, { ...commit, dated: commit.at });
}

function followProvider({ world, records, account, after, commit }: Made): string[] {
  const asked = world.asked.get(commit.by);
  const of = records.ledgers.get(account);
  if (asked === undefined || of === undefined) return [`${account}: changed by no caller`];
  const { id, body } = asked.call;
  const all = Object.values(after['providers'] as Record<string, Item>);
  const changed = all.find((each) => each['id'] === id || each['slug'] === (body as { slug?: string }).slug);
  return recordProvider(of, { ...commit, id, body: body as object, dated: instant(changed ?? {}, 'updatedAt') });
}

/** The time that a create takes from its collection to its entry in the list. */
const STREAM_AHEAD = 20;

/** The new entry of the segment names the collection that was listed. */
function followListing({ world, records, account, after, commit }: Made): string[] {
  const of = records.ledgers.get(account);
  const newest = (after['entries'] as unknown as Uint8Array[]).at(-1);
  if (of === undefined || newest === undefined) return [];
  const isOwn = world.asked.get(commit.by)?.operation === 'create-collection';
  // The stream may be faster than the create that lists its collection a moment later.
  const id = collectionId({ account, hash: toBase36(newest) });
  const isAhead = commit.at <= (of.entries.get(id)?.versions[0]?.at ?? 0) + STREAM_AHEAD;
  return [
    ...(isOwn || isAhead ? [] : rescued(world, 'a collection listed by another than a create')),
    ...ledger.recordListed(of, id, commit.at),
  ];
}
