/** One timeline of a collection: what happened and what is planned, in order. Pure: time is an argument. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { eventEntry, type Look } from './event-entry.ts';
import { reasonText, type Slot, type Teller } from './format.ts';

/** `status` is a code: what has become of the message. */
type Step = { status: string; at: number };

export type Entry = {
  key: string;
  at: number;
  title: string;
  look: Look;
  /** Why it is so. */
  note?: string | undefined;
  /** The message itself. */
  text?: string | undefined;
  badge?: string | undefined;
  /** Whom the message is for; absent when the address has changed since. */
  to?: string | undefined;
  /** What became of the message, one after the other. */
  steps?: Step[] | undefined;
  /** The member who did it. */
  by?: string | undefined;
  /** Where the entries of several stand together. */
  collection?: { id: string; reference: string } | undefined;
  /** The id of the collection whose message spoke for this one, too. */
  spokenFor?: string | undefined;
};

/** What came and what is to come, each in the order of time. */
export type Timeline = { past: Entry[]; planned: Entry[] };

type PlannedCollection = { collection: CollectionResponse; plan: FollowUpPlanResponse | undefined };

export function timelineOf({ collection, plan }: PlannedCollection, now: number, teller: Teller): Timeline {
  const slots = plan?.slots ?? [];
  const happened = collection.events.flatMap((event): Entry | Entry[] => eventEntry(event, collection, teller) ?? []);
  const entries = [
    ...happened,
    ...slots.filter((slot) => !isEnded(slot)).map((slot) => slotEntry(slot, collection, teller)),
    ...endedEntry(slots.filter(isEnded), teller),
    ...removedEntries(plan?.removed ?? [], teller),
    ...endEntry(collection, teller),
  ].toSorted((one, other) => one.at - other.at);
  // What has happened is past, although the clock of the page may be some seconds behind.
  const isPast = (entry: Entry) => happened.includes(entry) || (entry.look !== 'planned' && entry.at <= now);
  return { past: entries.filter(isPast), planned: entries.filter((entry) => !isPast(entry)) };
}

const LOOKS: Partial<Record<Slot['status'], Look>> = {
  planned: 'planned',
  skipped: 'skipped',
  failed: 'bad',
  unknown: 'bad',
};

/** When a slot was sent, or will be. */
export const slotAt = ({ sentAt, retryAt, deferredUntil, dueAt }: Slot): number =>
  Date.parse(sentAt ?? retryAt ?? deferredUntil ?? dueAt);

function slotEntry(slot: Slot, collection: CollectionResponse, teller: Teller): Entry {
  const { words } = teller;
  const { status, channel } = slot;
  const at = slotAt(slot);
  const name = words.reminder(words.channels[channel], slot.slot);
  const isSkipped = status === 'skipped';
  return {
    key: `slot-${slot.slot}`,
    at,
    title: isSkipped ? words.leftOut(name) : name,
    look: LOOKS[status] ?? 'message',
    badge: isSkipped ? undefined : status,
    note: isSkipped ? reasonText(words, slot.skipReason) : whyOf(slot, collection, teller),
    text: isSkipped ? undefined : slot.text,
    to: isSkipped ? undefined : recipientOf(collection, channel, at),
    spokenFor: slot.with,
    ...toldOf(collection, slot.slot),
  };
}

/** Of a message that failed, or may have, what its channel said, too. */
function whyOf(slot: Slot, { events }: CollectionResponse, teller: Teller): string {
  const failure = events.findLast(
    ({ type, data }) => type === `followup.${slot.status}` && data?.slot === slot.slot && data.reason !== undefined,
  );
  return [teller.why(slot), reasonText(teller.words, failure?.data?.reason), triedOf(slot, teller)]
    .filter(Boolean)
    .join(' · ');
}

/** The channels that were asked before the one that took it. */
function triedOf({ channel, channelsTried = [] }: Slot, { words }: Teller): string {
  const tried = channelsTried.filter((each) => each !== channel).map((each) => words.channels[each]);
  return tried.length === 0 ? '' : words.didNotTake(tried.join(', '));
}

/** Undefined if the contact was corrected after that. */
function recipientOf({ contact, events }: CollectionResponse, channel: Channel, at: number): string | undefined {
  const isCorrected = events.some(
    ({ type, timestamp, data }) =>
      type === 'collection.updated' &&
      Date.parse(timestamp) > at &&
      data?.changed?.some((part) => part.startsWith('contact')),
  );
  if (isCorrected) return undefined;
  return contact[channelFacts(channel).reaches];
}

/** What became of the message, and the member who asked for it. */
function toldOf({ events }: CollectionResponse, slot: number): Pick<Entry, 'steps' | 'by'> {
  const told = events
    .filter(({ type, data }) => type.startsWith('followup.') && data?.slot === slot)
    .map(({ type, timestamp, data }) => {
      const status = type.slice('followup.'.length);
      return { status, at: Date.parse(timestamp), by: data?.member?.name };
    })
    .toSorted((one, other) => one.at - other.at);
  return { steps: told.map(({ status, at }) => ({ status, at })), by: told.find(({ by }) => by !== undefined)?.by };
}

/** What is left of a plan whose collection has ended: no attempt was made, so nothing is to be told one by one. */
const isEnded = ({ status, skipReason = '' }: Slot): boolean => status === 'skipped' && ENDS.includes(skipReason);

const ENDS = ['completed', 'cancelled', 'expired'];

function endedEntry(slots: readonly Slot[], { words }: Teller): Entry[] {
  const [first] = slots;
  if (first === undefined) return [];
  const note = reasonText(words, first.skipReason);
  return [{ key: 'ended', at: Date.parse(first.dueAt), title: words.unsent(slots.length), look: 'skipped', note }];
}

/** A night can leave out many: those with one reason are one entry. */
const removedEntries = (removed: FollowUpPlanResponse['removed'], { words }: Teller): Entry[] =>
  Object.entries(Object.groupBy(removed, ({ reason }) => reason)).map(([reason, slots = []]) => ({
    key: `removed-${reason}`,
    at: Math.min(...slots.map(({ dueAt }) => Date.parse(dueAt))),
    title: words.removed(slots.length),
    look: 'skipped',
    note: reasonText(words, reason),
  }));

const MINUTE = 60_000;

export const expiresAt = ({ createdAt, expiresIn }: CollectionResponse): number =>
  Date.parse(createdAt) + expiresIn * MINUTE;

export const isPayable = ({ status }: CollectionResponse): boolean => status === 'pending' || status === 'overdue';

/** The end of a collection that can still be paid. */
const endEntry = (collection: CollectionResponse, { words }: Teller): Entry[] =>
  isPayable(collection) ? [{ key: 'end', at: expiresAt(collection), title: words.expires, look: 'planned' }] : [];
