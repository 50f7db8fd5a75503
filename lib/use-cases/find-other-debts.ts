/**
 * The other debts of the person to whom a due message goes: it speaks for all of them whose customer is reminded
 * (docs/decisions/0028-rules-for-people.md). Without another debt this is one query.
 */
import { isRejectionUntold } from '#lib/domain/answers.ts';
import { isMentioned } from '#lib/domain/attempt.ts';
import { LAST_CHANNEL } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { isSamePerson, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import { byAge, isDigested, isOwed, isReminded, mayBeNamed, type OtherDebt } from '#lib/domain/follow-up/digest.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { countedFor, withoutSend } from '#lib/domain/person/person.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import type { Store } from '#lib/store/store.ts';
import { isAskable } from './ask-providers.ts';
import { type PaidPorts, reconcileCollection } from './reconcile-collection.ts';
import { findReach, type RunContext } from './run-context.ts';

export type OtherDebtPorts = PaidPorts &
  Pick<Store, 'findOpenOf' | 'getPartition' | 'getCollections' | 'findReach'> & {
    /** Told of what was found to be paid of another collection than the one that is run. */
    bookedBeside: (collection: string, bookings: readonly Booking[]) => void;
  };

type DueMessage = RunContext & { decision: RunDecision & { kind: 'send' | 'retry' } };

/** Those whose customer is reminded, and whose rules allow the message; oldest first. A reminder that somebody asked for speaks for its own. */
export async function findOtherDebts(ports: OtherDebtPorts, context: DueMessage): Promise<OtherDebt[]> {
  const { collection, account, phone, plan, decision } = context;
  const { contact, ref } = collection;
  if (!isDigested(collection, account) || plan.slots[decision.slot - 1]?.asked) return [];
  const person = personRefOf(account.id, contact, phone);
  const refs = (await ports.findOpenOf({ person, contact })).filter(({ hash }) => hash !== ref.hash);
  // All of them, because the message says what they come to in all.
  const found = await Promise.all(refs.map((each) => load(ports, context, each)));
  const counting = countingOf(context);
  const compare = byAge(account);
  return found
    .filter((each) => each !== undefined)
    .filter((each) => mayBeNamed(each, counting))
    .toSorted((a, b) => compare(a.collection, b.collection));
}

async function load(ports: OtherDebtPorts, context: DueMessage, ref: CollectionRef): Promise<OtherDebt | undefined> {
  const { account, setting, now } = context;
  const person = { ...context, contact: context.collection.contact };
  const { collection, entries, waiting, attempts } = await ports.getPartition(ref);
  if (collection === undefined || !isReminded(collection, now) || !isDigested(collection, account)) return undefined;
  if (!isSamePerson(collection.contact, person)) return undefined;
  if (await isPaidBeside(ports, { collection, entries, waiting, attempts, account })) return undefined;
  const phone = phoneOf(collection.contact, account);
  const isElsewhere = collection.contact.email.toLowerCase() !== context.collection.contact.email.toLowerCase();
  const reach = isElsewhere && (await findReach(ports, { collection, account, phone }));
  const plan = planFollowUps(collection, { ...setting, ...reach, phone, attempts });
  const rules = rulesOf(collection, { phone, account });
  return {
    collection,
    plan,
    rules,
    isMentioned: isMentioned(attempts),
    isRejectionUntold: isRejectionUntold(collection, attempts),
    ...(reach && { closed: [...reach.optedOut, ...(reach.unreachable ?? []).map(({ channel }) => channel)] }),
  };
}

/** Its provider is asked as before a message of its own. One whose payment is under way waits for it. */
async function isPaidBeside(
  ports: OtherDebtPorts,
  loaded: Parameters<typeof reconcileCollection>[1],
): Promise<boolean> {
  const { collection, waiting } = loaded;
  const asks = isAskable(collection) ? 'all' : undefined;
  if (asks === undefined && waiting.length === 0) return false;
  const { bookings, answers } = await reconcileCollection(ports, loaded, asks);
  if (bookings.length > 0) ports.bookedBeside(collection.id, bookings);
  return bookings.length > 0 || answers?.isPending === true;
}

function countingOf({ collection, plan, decision, person: known }: DueMessage) {
  const { person = known ?? { version: 0, sends: [], payments: [] }, channels, slot } = decision;
  const dueAt = new Date(plan.slots[slot - 1]?.dueAt ?? 0).toISOString();
  const counted = countedFor(person, { hash: collection.ref.hash, dueAt });
  const before = (counted && withoutSend(person, counted)) ?? person;
  const at = counted === undefined ? Date.parse(dueAt) : Date.parse(counted.send.at);
  return { at, channel: channels[0] ?? LAST_CHANNEL, person: before } as const;
}

/** What is still to be asked for when the message is claimed: read once more, because a payment may have been faster. */
export async function stillOwed(
  ports: Pick<OtherDebtPorts, 'getCollections' | 'clock'>,
  { collection, debts, account }: Pick<RunContext, 'collection' | 'account'> & { debts: readonly Collection[] },
): Promise<Collection[]> {
  const now = ports.clock.now();
  const isDue = (each: Collection) => (each.id === collection.id ? isOwed : isReminded)(each, now);
  const read = await ports.getCollections(
    account.id,
    debts.map(({ ref }) => ref.hash),
  );
  return read.filter(isDue).toSorted(byAge(account));
}
