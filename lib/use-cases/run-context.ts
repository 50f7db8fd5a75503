/** What one run of a collection works with: the data that it reads, the plan, the decision, and the count of its message with the person. */
import { type Attempt, isMentioned } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { decide, nextRun, type RunDecision } from '#lib/domain/follow-up/decide.ts';
import { type FollowUpPlan, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { Ledger } from '#lib/domain/payment/book-movement.ts';
import { staleCheckAt } from '#lib/domain/payment/ended-checks.ts';
import { type DueMessage, judgeDue } from '#lib/domain/person/judge.ts';
import {
  type CountedSend,
  countedFor,
  NEW_PERSON,
  type Person,
  withChannel,
  withoutSend,
} from '#lib/domain/person/person.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import type { Revisable } from '#lib/domain/revisions/revise-plan.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

/** All of it is read with strong consistency. */
export type LoadedCollection = CollectionContext &
  Pick<Ledger, 'entries' | 'waiting'> &
  Reach & {
    attempts: readonly Attempt[];
    /** Of a restored table: slots that were due before are skipped. */
    nothingDueBefore?: string | undefined;
  };

/** `setting`: what the plan depends on. */
export type RunContext = LoadedCollection & {
  setting: Revisable['setting'];
  plan: FollowUpPlan;
  decision: RunDecision;
  now: Date;
};

export function runContext(loaded: LoadedCollection, availableChannels: readonly Channel[], now: Date): RunContext {
  const { account, phone, optedOut, unreachable = [], person = NEW_PERSON, attempts } = loaded;
  const setting = { account, phone, optedOut, unreachable, person, attempts, availableChannels };
  return decidedAt({ ...loaded, setting, plan: planFollowUps(loaded.collection, setting) }, now);
}

/** Only the decision depends on the time, so the plan stays. */
export function decidedAt(of: Omit<RunContext, 'decision' | 'now'>, now: Date): RunContext {
  const { collection, setting, plan, nothingDueBefore } = of;
  const { person = NEW_PERSON } = setting;
  const judged = { person, hash: collection.ref.hash, rules: rulesOf(collection, setting), hours: plan.hours };
  // The rules for people as they hold for this collection at `now`.
  const judge = (due: DueMessage) => judgeDue(judged, due, now.getTime());
  const isPaused = person.pausedSince !== undefined;
  const known = { nothingDueBefore, isPaused, isMentioned: isMentioned(of.attempts), retried: retriedOf(of) };
  const state = { ...collection, plan, judge, ...known };
  return { ...of, decision: decide(state, now), now };
}

/** Sessions for another amount are ended before anything is sent. An expiry ends all of them. */
export const isStaleCheckDue = ({ collection, now }: Pick<RunContext, 'collection' | 'now'>): boolean =>
  collection.expiresAt > now.toISOString() &&
  (staleCheckAt(collection.staleSessions) ?? Number.POSITIVE_INFINITY) <= now.getTime();

/** The next run of the collection as a check has left it. */
export const nextRunOf = (collection: Collection, { plan }: Pick<RunContext, 'plan'>): string | undefined =>
  nextRun({ ...collection, plan }, collection.retry && Date.parse(collection.retry.at)).nextRunAt;

/** The attempt of the slot that waits for a retry. */
export const retriedOf = ({ collection, attempts }: Pick<LoadedCollection, 'collection' | 'attempts'>) =>
  attempts.find(({ slot }) => slot === collection.retry?.slot);

/** In seconds: how late a run is. */
export const lagOf = ({ nextRunAt }: Collection, now: Date): number =>
  nextRunAt === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(nextRunAt)) / 1000);

type ReachPorts = Pick<Service, 'clock'> & Pick<Store, 'findReach'>;

export type LoadPorts = ReachPorts &
  Pick<Store, 'getPartition' | 'getAccount' | 'repairList'> &
  NeedsSettings<'nothingDueBefore'>;

/**
 * Also repairs the list, before the first slot is claimed: the collection's create and the relay may both have failed to add it. Later runs do not
 * look again.
 */
export async function loadCollection(ports: LoadPorts, ref: CollectionRef): Promise<LoadedCollection | undefined> {
  const [partition, account] = await Promise.all([ports.getPartition(ref), ports.getAccount(ref.account)]);
  const { collection, creation, entries, waiting, attempts } = partition;
  if (collection === undefined || creation === undefined || account === undefined) return undefined;
  const phone = phoneOf(collection.contact, account);
  const [reach] = await Promise.all([
    findReach(ports, { collection, account, phone }),
    attempts.some(isOwn) ? undefined : ports.repairList({ ...ref, startSegment: creation.startSegment }),
  ]);
  const { nothingDueBefore } = ports.settings;
  return { collection, entries, waiting, attempts, account, phone, nothingDueBefore, ...reach };
}

/** Not claimed by a run of another collection, whose message spoke for it. */
const isOwn = ({ with: other }: Attempt): boolean => other === undefined;

/** The channels that must not be used, and the person. */
export const findReach = (
  ports: ReachPorts,
  { collection: { contact, ref }, account, phone }: Pick<LoadedCollection, 'collection' | 'account' | 'phone'>,
): Promise<Reach> =>
  ports.findReach(addressesOf(contact, phone, account), ports.clock.now(), personRefOf(ref.account, contact, phone));

export type ReleasePorts = Pick<Store, 'changePerson'>;

type MessageContext = Pick<RunContext, 'collection' | 'account' | 'phone'>;

/** `person`: as they were after the claim. */
type Message = { person: Person | undefined; attempt: Pick<Attempt, 'dueAt'> };

/** A message that no channel took counts no more. Best effort: one that stays counted only makes the next one wait. */
export const releaseMessage = (ports: ReleasePorts, subject: MessageContext, message: Message): Promise<void> =>
  changeCounted(ports, { ...subject, ...message }, withoutSend);

/** Before another channel is asked than the one that the message counts for: some rules count channels apart. */
export const recountMessage = (
  ports: ReleasePorts,
  subject: MessageContext,
  { channel, ...message }: Message & { channel: Channel },
): Promise<void> =>
  changeCounted(ports, { ...subject, ...message }, (stored, counted) => withChannel(stored, counted, channel));

async function changeCounted(
  ports: ReleasePorts,
  { collection, account, phone, person, attempt }: MessageContext & Message,
  change: (stored: Person, counted: CountedSend) => Person | undefined,
): Promise<void> {
  const counted = person && countedFor(person, { hash: collection.ref.hash, dueAt: attempt.dueAt });
  if (counted === undefined || change(person as Person, counted) === undefined) return;
  const ref = personRefOf(account.id, collection.contact, phone);
  await ports.changePerson(ref, (stored) => change(stored, counted));
}
