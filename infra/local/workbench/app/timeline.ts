/** One timeline of a collection: what happened and what is planned, in order. Pure: time is an argument. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { eventEntry, type Look } from './event-words.ts';
import { shortInstant } from './time.ts';
import { CHANNEL_NAMES, reasonText } from './words.ts';

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
};

type Slot = FollowUpPlanResponse['slots'][number];

/** What came and what is to come, each in the order of time. */
export type Timeline = { past: Entry[]; planned: Entry[] };

export function timelineOf(
  collection: CollectionResponse,
  plan: FollowUpPlanResponse | undefined,
  now: number,
): Timeline {
  const slots = plan?.slots ?? [];
  const entries = [
    ...collection.events.flatMap((event) => eventEntry(event) ?? []),
    ...slots.filter((slot) => !isEnded(slot)).map(slotEntry),
    ...endedEntry(slots.filter(isEnded)),
    ...removedEntries(plan?.removed ?? []),
    ...endEntry(collection),
  ].toSorted((one, other) => one.at - other.at);
  const isPast = ({ at, look }: Entry) => look !== 'planned' && at <= now;
  return { past: entries.filter(isPast), planned: entries.filter((entry) => !isPast(entry)) };
}

const LOOKS: Partial<Record<Slot['status'], Look>> = {
  planned: 'planned',
  skipped: 'skipped',
  failed: 'bad',
  unknown: 'bad',
};

function slotEntry(slot: Slot): Entry {
  const { status, channel, tone } = slot;
  const at = slot.sentAt ?? slot.retryAt ?? slot.deferredUntil ?? slot.dueAt;
  const name = `${CHANNEL_NAMES[channel]} reminder ${slot.slot}`;
  return {
    key: `slot-${slot.slot}`,
    at: Date.parse(at),
    title: status === 'skipped' ? `${name} was left out` : name,
    look: LOOKS[status] ?? 'message',
    badge: status === 'skipped' ? undefined : status,
    note: status === 'skipped' ? reasonText(slot.skipReason) : `${tone}, ${withTimes(lowerFirst(slot.reason))}`,
    text: slot.text,
  };
}

/** What is left of a plan whose collection has ended: no attempt was made, so nothing is to be told one by one. */
const isEnded = ({ status, skipReason = '' }: Slot): boolean => status === 'skipped' && ENDS.includes(skipReason);

const ENDS = ['completed', 'cancelled', 'expired'];

function endedEntry(slots: readonly Slot[]): Entry[] {
  const [first] = slots;
  if (first === undefined) return [];
  const title = slots.length === 1 ? 'One reminder will not be sent' : `${slots.length} reminders will not be sent`;
  const note = reasonText(first.skipReason);
  return [{ key: 'ended', at: Date.parse(first.dueAt), title, look: 'skipped', note }];
}

/** A night can leave out many: those with one reason are one entry. */
const removedEntries = (removed: FollowUpPlanResponse['removed']): Entry[] =>
  Object.entries(Object.groupBy(removed, ({ reason }) => reason)).map(([reason, of = []]) => ({
    key: `removed-${reason}`,
    at: Math.min(...of.map(({ dueAt }) => Date.parse(dueAt))),
    title: of.length === 1 ? 'One reminder is not in the plan' : `${of.length} reminders are not in the plan`,
    look: 'skipped',
    note: reasonText(reason),
  }));

const MINUTE = 60_000;

/** The end of a collection that can still be paid. */
function endEntry({ status, createdAt, expiresIn }: CollectionResponse): Entry[] {
  if (status !== 'pending' && status !== 'overdue') return [];
  const at = Date.parse(createdAt) + expiresIn * MINUTE;
  return [{ key: 'end', at, title: 'Expires, if it is not paid', look: 'planned' }];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Instants in a text as people write them. */
const withTimes = (text: string): string => text.replace(INSTANT, (instant) => shortInstant(Date.parse(instant)));
