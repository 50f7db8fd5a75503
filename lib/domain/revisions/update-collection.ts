/** A correction of a collection's terms: contact, amount, due date, expiry, follow-ups or metadata. */

import { isDeepStrictEqual } from 'node:util';
import { decideStatus, withChange } from '#lib/domain/change-status.ts';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { followUpFor } from '#lib/domain/choose-follow-up.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { EventData, ToldTerms } from '#lib/domain/collection-event.ts';
import { type Contact, contactLookup, phoneOf } from '#lib/domain/contact.ts';
import { type Fault, validationFailed } from '#lib/domain/errors.ts';
import type { FollowUp, GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { replacedBy } from '#lib/domain/links.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { type Money, settledOf } from '#lib/domain/money.ts';
import { openSessions, type StaleSessions } from '#lib/domain/payment/session.ts';
import { type Phone, parsePhone } from '#lib/domain/phone.ts';
import {
  dateOf,
  dayOf,
  endOfDay,
  endsBeforeDue,
  isNearDay,
  lifeUntilAfter,
  NO_NEAR_DAY,
} from '#lib/domain/time/due-day.ts';
import { expecting, expiryOf, keepingDue, type Revisable, type RevisedCollection, revise } from './revise-plan.ts';

/** @throws validation_failed */
function refuseAmount(collection: Collection, asked: Money | undefined): void {
  const { amount, credits = 0 } = collection;
  const faults: Fault[] = [];
  if (asked !== undefined && asked.currency !== amount.currency)
    faults.push({ path: 'amount.currency', message: `must be ${amount.currency}, as before` });
  else if (asked !== undefined && asked.minor < settledOf(collection)) {
    const what = credits === 0 ? 'received' : 'received and credited';
    faults.push({ path: 'amount.value', message: `must not be less than what was ${what}` });
  }
  if (faults.length > 0) throw validationFailed(faults);
}

/** Options show accounts and prompts of the amount before; the payment page opens new ones. */
const withAmount = (collection: Collection, amount: Money, now: Date): Partial<Collection> => ({
  amount,
  amountChanges: (collection.amountChanges ?? 0) + 1,
  options: [],
  ...staleFrom(collection, now),
});

/** Every session that is open is to be ended. */
export function staleFrom({ sessions }: Collection, now: Date): { staleSessions?: StaleSessions } {
  const last = openSessions(sessions).at(-1);
  return last === undefined ? {} : { staleSessions: { upTo: last.number, since: now.toISOString(), checks: 0 } };
}

/** As it is if what was received is all that is asked. */
export function completedIfPaid(collection: Collection, now: Date): Collection {
  if (settledOf(collection) < collection.amount.minor) return collection;
  const decision = decideStatus(collection, { to: 'completed', by: 'correction' }, now);
  if (decision.kind !== 'change') return collection;
  const { runNumber } = collection;
  // The revision has a run of its own already.
  return { ...withChange(collection, decision.change), runNumber };
}

/** What is absent stays as it is. */
export type CollectionPatch = {
  contact?: { [Name in 'firstName' | 'lastName' | 'phone' | 'email']?: string | undefined } | undefined;
  amount?: Money | undefined;
  /** A day like `2026-12-31`. */
  dueDate?: string | undefined;
  /** In minutes from the creation. */
  expiresIn?: number | undefined;
  followUp?: GivenFollowUp | undefined;
  metadata?: object | undefined;
};

/** Undefined if nothing changes. @throws validation_failed if the new expiry has passed, or the amount is less than was received. */
export function updateCollection(of: Revisable, patch: CollectionPatch, now: Date): RevisedCollection | undefined {
  const { collection } = of;
  const { contact, phone } = correctedContact(of, patch);
  refuseAmount(collection, patch.amount);
  const dueDay = patch.dueDate === undefined ? collection.dueDay : dayOf(patch.dueDate);
  const due = dueDay === undefined ? {} : { dueDay };
  const expiry = correctedExpiry(of, { ...patch, dueDay }, now);
  const followUp = followUpFor(
    { ...collection, ...expiry, ...due, contact },
    { phone, given: patch.followUp, of, now },
  );
  const { amount = collection.amount } = patch;
  const metadata = patch.metadata === undefined ? collection.metadata : JSON.stringify(patch.metadata);
  const corrected = { contact, amount, ...due, ...expiry, followUp, ...(metadata !== undefined && { metadata }) };
  const changed = changesBetween(collection, corrected);
  if (changed.length === 0) return undefined;
  const before = detailsOf(collection.contact, of.setting.phone);
  const replaced = replacedBy(detailsOf(contact, phone), before, collection.replaced);
  const hasAmount = changed.includes('amount');
  const isDueAgain = changed.includes('dueDate') && isDueLater(of, dueDay, now);
  const to = {
    ...corrected,
    ...((replaced.length > 0 || collection.replaced) && { replaced }),
    ...(hasAmount && withAmount(collection, amount, now)),
    ...(isDueAgain && collection.status === 'overdue' && { status: 'pending' as const }),
  };
  const isPlanned = changed.some((name) => PLANNED.includes(name));
  const setting = { ...of.setting, phone, ...reachOf(of, contact) };
  const restarts = startsPastDue(followUp, collection) && { restartsAt: now.toISOString() };
  const plan = isPlanned ? { ...keepingDue(of, now), ...restarts } : 'unchanged';
  const data = { changed, ...toldChange(collection, corrected, changed), actor: 'merchant' } as const;
  // New follow-ups count from the creation again, in the tone they name.
  const startsAnew = patch.followUp !== undefined;
  const revised = revise(of, { event: 'collection.updated', data, to, plan, startsAnew, setting }, now);
  if (!hasAmount && revised.status === collection.status) return revised;
  return expecting(hasAmount ? completedIfPaid(revised, now) : revised, collection, { isRenewed: hasAmount });
}

/** Whether the due day has not ended yet. */
const isDueLater = ({ setting }: Revisable, dueDay: number | undefined, now: Date): boolean =>
  dueDay !== undefined && endOfDay(dueDay, setting.account.country) > now.getTime();

/** The rhythm of a debt whose due day was moved into the past counts from the move. */
const startsPastDue = (followUp: FollowUp, { followUp: before }: Collection): boolean =>
  followUp.enabled && followUp.steps === 'past_due' && !(before.enabled && before.steps === 'past_due');

const TOLD: readonly string[] = ['amount', 'dueDate', 'expiresIn'];

/** Of the amount, the due day and the expiry, what they were and are. */
function toldChange(before: Changeable, after: Changeable, changed: readonly string[]): EventData {
  const told = ({ amount, dueDay, expiresAt }: Changeable): ToldTerms => ({
    ...(changed.includes('amount') && { amount }),
    ...(changed.includes('dueDate') && dueDay !== undefined && { dueDate: dateOf(dueDay) }),
    ...(changed.includes('expiresIn') && { expiresAt }),
  });
  return changed.some((name) => TOLD.includes(name)) ? { from: told(before), to: told(after) } : {};
}

type ExpiryPatch = Pick<CollectionPatch, 'expiresIn' | 'dueDate'> & { dueDay: number | undefined };

/** @throws validation_failed */
function correctedExpiry(of: Revisable, { expiresIn, dueDate, dueDay }: ExpiryPatch, now: Date) {
  const { collection, setting } = of;
  const { country } = setting.account;
  if (dueDate !== undefined && dueDay !== undefined && !isNearDay(dueDay, now)) throw validationFailed([NO_NEAR_DAY]);
  const isMoved = dueDay !== collection.dueDay;
  const life = isMoved && dueDay !== undefined ? movedLife(of, dueDay, now) : collection.expiresInMinutes;
  const expiry = expiryOf(collection, expiresIn ?? life);
  if (expiry.expiresAt <= now.toISOString()) {
    throw validationFailed([{ path: 'expiresIn', message: 'must end in the future, counted from the creation' }]);
  }
  const isChanged = isMoved || expiry.expiresAt !== collection.expiresAt;
  if (isChanged && dueDay !== undefined && Date.parse(expiry.expiresAt) < endOfDay(dueDay, country))
    throw validationFailed([endsBeforeDue('expiresIn')]);
  return expiry;
}

/** In minutes from the creation. A life that followed from the due day before follows the new one; one that was given is only made longer. */
function movedLife({ collection, setting }: Revisable, dueDay: number, now: Date): number {
  const { expiresInMinutes: before, dueDay: dueBefore, createdAt } = collection;
  const from = { country: setting.account.country, createdAt: Date.parse(createdAt) };
  const chosen = lifeUntilAfter(dueDay, from);
  const followsDueDay = dueBefore !== undefined && before === lifeUntilAfter(dueBefore, from);
  const isLongEnough = Date.parse(collection.expiresAt) >= endOfDay(dueDay, from.country);
  if (followsDueDay) return expiryOf(collection, chosen).expiresAt > now.toISOString() ? chosen : before;
  return dueBefore !== undefined && isLongEnough ? before : Math.max(before, chosen);
}

/** An erasure finds the contact of what was replaced by them, also by a phone that cannot be reached. */
const detailsOf = (contact: Contact, phone: Pick<Phone, 'lookup'>): string[] =>
  Object.values(contactLookup(phone, contact.email));

/** What is known of an address says nothing of the one that takes its place: the next run reads that. */
function reachOf({ collection, setting }: Revisable, contact: Contact): Pick<Reach, 'optedOut' | 'unreachable'> {
  const { optedOut, unreachable = [] } = setting;
  const isSame = (field: 'email' | 'phone') => contact[field] === collection.contact[field];
  const isKept = (channel: Channel) => isSame(channelFacts(channel).reaches);
  return { optedOut: optedOut.filter(isKept), unreachable: unreachable.filter(({ channel }) => isKept(channel)) };
}

/** What the plan depends on. */
const PLANNED: readonly string[] = ['contact.phone', 'contact.email', 'dueDate', 'expiresIn', 'followUp'];

type CorrectedContact = { contact: Contact; phone: Pick<Phone, 'reachable' | 'country' | 'lookup'> };

/** The contact's id stays: it names whom the create found. */
function correctedContact(
  { collection, setting }: Revisable,
  { contact: given = {} }: CollectionPatch,
): CorrectedContact {
  const { firstName, lastName, phone: typed, email } = { ...collection.contact, ...defined(given) };
  const phone = given.phone === undefined ? typed : parsePhone(typed, setting.account.country).text;
  const contact = { ...collection.contact, firstName, lastName, phone, email };
  const isSame = phone === collection.contact.phone;
  return { contact, phone: isSame ? setting.phone : phoneOf(contact, setting.account) };
}

const defined = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

const CONTACT_FIELDS = ['firstName', 'lastName', 'phone', 'email'] as const;

type Changeable = Pick<Collection, 'contact' | 'amount' | 'dueDay' | 'expiresAt' | 'followUp' | 'metadata'>;

/** A choice for another life may be the same. */
function choiceOf({ followUp }: Changeable): object {
  const { chosenFor: _life, ...choice } = followUp;
  return choice;
}

function changesBetween(before: Changeable, after: Changeable): string[] {
  const contact = CONTACT_FIELDS.filter((field) => before.contact[field] !== after.contact[field]);
  return [
    ...contact.map((field) => `contact.${field}`),
    ...(isDeepStrictEqual(before.amount, after.amount) ? [] : ['amount']),
    ...(before.dueDay === after.dueDay ? [] : ['dueDate']),
    ...(before.expiresAt === after.expiresAt ? [] : ['expiresIn']),
    ...(isDeepStrictEqual(choiceOf(before), choiceOf(after)) ? [] : ['followUp']),
    ...(before.metadata === after.metadata ? [] : ['metadata']),
  ];
}
