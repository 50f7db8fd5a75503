/** A reminder that the merchant asks for: sent now, or refused with the reason and the first instant allowed. */
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Collection, KeyedRequest } from '#lib/domain/collection.ts';
import { idempotencyConflict, type NotNow, notNow } from '#lib/domain/errors.ts';
import { toneAtInstant } from '#lib/domain/follow-up/claim.ts';
import { earlierReminders, firmest } from '#lib/domain/follow-up/earlier-slots.ts';
import type { PlanStart, Tone } from '#lib/domain/follow-up/follow-up.ts';
import { MAX_IN_24_HOURS, MAX_PER_COLLECTION, wholeMinute } from '#lib/domain/follow-up/place-slots.ts';
import { obstacleTo, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { type DueJudgement, judgeDue } from '#lib/domain/person/judge.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { rulesOf, whereaboutsOf } from '#lib/domain/person/policy.ts';
import { channelsAt, isOpen, type OpeningHours, openingHoursIn, openSpanFrom } from '#lib/domain/time/local-time.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { keepingDue, type Revisable, revise, waitingSlot } from './revise-plan.ts';

export type ReminderRequest = { channel?: Channel | undefined; tone?: Tone | undefined };

/** Whether this very request has asked before. @throws idempotency_conflict if it asked for something else */
export function hasAsked({ reminderRequests = [] }: Collection, request: KeyedRequest | undefined): boolean {
  const earlier = reminderRequests.find(({ key }) => key === request?.key);
  if (earlier !== undefined && earlier.bodyHash !== request?.bodyHash) throw idempotencyConflict();
  return earlier !== undefined;
}

/** Those that are older are repeated by nobody any more. */
const MAX_REQUESTS = 12;

const remembering = ({ reminderRequests = [] }: Collection, request: KeyedRequest | undefined): Partial<Collection> =>
  request === undefined ? {} : { reminderRequests: [...reminderRequests, request].slice(-MAX_REQUESTS) };

/**
 * Undefined if one that was asked for is still to be sent: then this one is the same, and is remembered if it can be repeated;
 * and if this very request has asked before. @throws not_now, idempotency_conflict
 */
export function askReminder(
  of: Revisable,
  asked: ReminderRequest,
  now: Date,
  request?: KeyedRequest | undefined,
): Collection | undefined {
  const { collection } = of;
  if (hasAsked(collection, request)) return undefined;
  if (waitingSlot(collection) !== undefined)
    return request && revise(of, { to: remembering(collection, request), plan: 'unchanged' }, now);
  const usable = usableChannels(of, asked);
  const dueAt = wholeMinute(now.getTime());
  const hours = openingHoursIn(whereaboutsOf(of.setting), usable);
  const refusal = whyNotNow(of, { usable, dueAt, hours, asked });
  if (refusal !== undefined) throw notNow(refusal);
  const mildest = firmest(asIfRevised(collection), of.setting.attempts ?? []);
  const tone = asked.tone ?? toneAtInstant(collection, { nominalAt: now.getTime(), isLast: false, mildest, hours });
  const { by } = of;
  const slot = { at: now.toISOString(), channels: channelsAt(hours, usable, dueAt), tone, ...(by && { by }) };
  return revise(of, { to: remembering(collection, request), plan: { ...keepingDue(of, now), asked: slot } }, now);
}

/** All attempts on record are before the next slot. */
const asIfRevised = ({ createdAt: from, nextSlot: firstSlot }: Collection): PlanStart => ({ from, firstSlot });

/** The channel that was asked for; else those of the plan in their turn, and then the others. */
function usableChannels({ collection, setting }: Revisable, { channel }: ReminderRequest): readonly Channel[] {
  const { channels } = planFollowUps(collection, setting);
  const start = channels.length === 0 ? 0 : (collection.nextSlot - 1) % channels.length;
  const inTurn = [...channels.slice(start), ...channels.slice(0, start)];
  const others = CHANNELS.filter((each) => !inTurn.includes(each));
  const wanted = channel === undefined ? [...inTurn, ...others] : [channel];
  return wanted.filter((each) => obstacleTo(each, collection.contact, setting) === undefined);
}

type ReminderProposal = { usable: readonly Channel[]; dueAt: number; hours: OpeningHours; asked: ReminderRequest };

/** Every rule that can forbid a reminder now, in one place. */
function whyNotNow(of: Revisable, { usable, dueAt, hours, asked }: ReminderProposal): NotNow | undefined {
  const { collection, setting } = of;
  if (usable.length === 0) {
    const obstacles = (asked.channel ? [asked.channel] : CHANNELS).map((each) =>
      obstacleTo(each, collection.contact, setting),
    );
    return { reason: obstacles.includes('opted out') ? 'opted_out' : 'no_channel' };
  }
  if (dueAt >= Date.parse(collection.expiresAt)) return { reason: 'expires_first' };
  const sent = earlierReminders(asIfRevised(collection), setting.attempts ?? []);
  if (sent.length >= MAX_PER_COLLECTION) return { reason: 'cap_collection' };
  const twelfth = sent.at(-MAX_IN_24_HOURS);
  if (twelfth !== undefined && dueAt - twelfth < DAY_MS)
    return at('cap_24h', openingFrom(hours, usable, twelfth + DAY_MS));
  const open = openingFrom(hours, usable, dueAt);
  if (open !== dueAt) return at('quiet_hours', open);
  const judged = judgePerson(of, { usable, dueAt, hours });
  return judged.kind === 'send' ? undefined : contactCap(judged);
}

/** As the run that sends the reminder will judge it. */
function judgePerson({ collection, setting }: Revisable, { usable, dueAt, hours }: Omit<ReminderProposal, 'asked'>) {
  const { person = NEW_PERSON } = setting;
  const judged = { person, hash: collection.ref.hash, rules: rulesOf(collection, setting), hours };
  const channels = channelsAt(hours, usable, dueAt);
  return judgeDue(judged, { dueAt, channels, until: Date.parse(collection.expiresAt) }, dueAt);
}

const contactCap = (judged: Exclude<DueJudgement, { kind: 'send' }>): NotNow =>
  judged.kind === 'defer' ? at('contact_cap', judged.until) : { reason: 'contact_cap' };

const at = (reason: NotNow['reason'], instant: number): NotNow => ({
  reason,
  firstAt: new Date(instant).toISOString(),
});

/** The first instant from `from` on at which one of the channels is open. */
function openingFrom(hours: OpeningHours, channels: readonly Channel[], from: number): number {
  if (isOpen(hours, from) && channelsAt(hours, channels, from).length > 0) return from;
  const { opensAt, closesAt } = openSpanFrom(hours, from);
  return openingFrom(hours, channels, opensAt > from ? opensAt : closesAt);
}
