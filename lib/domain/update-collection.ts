/** A correction of a collection's terms: contact, expiry, follow-ups or metadata. */

import { isDeepStrictEqual } from 'node:util';
import { type Channel, channelFacts } from './channels/channels.ts';
import type { Collection } from './collection.ts';
import { type Contact, contactLookup, phoneOf } from './contact.ts';
import { validationFailed } from './errors.ts';
import type { FollowUp, GivenFollowUp } from './follow-up/follow-up.ts';
import { completeFollowUp } from './follow-up/strategy.ts';
import type { Reach } from './message/reach.ts';
import { replacedBy } from './opt-out-link.ts';
import { type Phone, parsePhone } from './phone.ts';
import { expiryOf, keepingDue, type Revisable, revise } from './revise-plan.ts';

/** What is absent stays as it is. */
export type CollectionPatch = {
  contact?: { [Name in 'firstName' | 'lastName' | 'phone' | 'email']?: string | undefined } | undefined;
  /** In minutes from the creation. */
  expiresIn?: number | undefined;
  followUp?: GivenFollowUp | undefined;
  metadata?: object | undefined;
};

/** Undefined if nothing changes. @throws validation_failed if the new expiry has passed. */
export function updateCollection(of: Revisable, patch: CollectionPatch, now: Date): Collection | undefined {
  const { collection } = of;
  const { contact, phone } = correctedContact(of, patch);
  const expiry = expiryOf(collection, patch.expiresIn ?? collection.expiresInMinutes);
  if (expiry.expiresAt <= now.toISOString()) {
    throw validationFailed([{ path: 'expiresIn', message: 'must end in the future, counted from the creation' }]);
  }
  const followUp = followUpFor(
    { ...collection, ...expiry, contact },
    { phone, given: patch.followUp, before: collection },
  );
  const metadata = patch.metadata === undefined ? collection.metadata : JSON.stringify(patch.metadata);
  const corrected = { contact, ...expiry, followUp, ...(metadata !== undefined && { metadata }) };
  const changed = changesBetween(collection, corrected);
  if (changed.length === 0) return undefined;
  const before = detailsOf(collection.contact, of.setting.phone);
  const replaced = replacedBy(detailsOf(contact, phone), before, collection.replaced);
  const to = { ...corrected, ...((replaced.length > 0 || collection.replaced) && { replaced }) };
  const isPlanned = changed.some((name) => PLANNED.includes(name));
  const setting = { ...of.setting, phone, ...reachOf(of, contact) };
  const plan = isPlanned ? keepingDue(of, now) : 'unchanged';
  const data = { changed, actor: 'merchant' } as const;
  // New follow-ups count from the creation again, in the tone they name.
  const startsAnew = patch.followUp !== undefined;
  return revise(of, { event: 'collection.updated', data, to, plan, startsAnew, setting }, now);
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
const PLANNED: readonly string[] = ['contact.phone', 'contact.email', 'expiresIn', 'followUp'];

type Corrected = { contact: Contact; phone: Pick<Phone, 'reachable' | 'country' | 'lookup'> };

/** The contact's id stays: it names whom the create found. */
function correctedContact({ collection, setting }: Revisable, { contact: given = {} }: CollectionPatch): Corrected {
  const { firstName, lastName, phone: typed, email } = { ...collection.contact, ...defined(given) };
  const phone = given.phone === undefined ? typed : parsePhone(typed, setting.account.country).text;
  const contact = { ...collection.contact, firstName, lastName, phone, email };
  const isSame = phone === collection.contact.phone;
  return { contact, phone: isSame ? setting.phone : phoneOf(contact, setting.account) };
}

const defined = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

type Choice = { phone: Corrected['phone']; given: GivenFollowUp | undefined; before: Collection };

/** What the caller gave stays; what the strategy chose is chosen again if what it depends on has changed. */
function followUpFor(terms: Collection, { phone, given, before }: Choice): FollowUp {
  const isSame = terms.expiresAt === before.expiresAt && terms.contact.phone === before.contact.phone;
  if (given === undefined && isSame) return before.followUp;
  return completeFollowUp(given ?? givenOf(before.followUp), {
    amount: terms.amount,
    expiresInMinutes: terms.expiresInMinutes,
    reachableByPhone: phone.reachable,
    phoneCountry: phone.country,
    hasEmail: true,
  });
}

/** What the caller gave of it. */
function givenOf(followUp: FollowUp): GivenFollowUp {
  if (!followUp.enabled) return { enabled: false };
  const { startAfterMinutes: startAfter, cadence, channels, tone } = followUp;
  const all = { startAfter, cadence, channels, tone };
  return Object.fromEntries(followUp.given.map((part) => [part, all[part]]));
}

const CONTACT_FIELDS = ['firstName', 'lastName', 'phone', 'email'] as const;

type Changeable = Pick<Collection, 'contact' | 'expiresAt' | 'followUp' | 'metadata'>;

/** A choice for another life may be the same. */
function choiceOf({ followUp }: Changeable): object {
  const { chosenFor: _life, ...choice } = followUp;
  return choice;
}

function changesBetween(before: Changeable, after: Changeable): string[] {
  const contact = CONTACT_FIELDS.filter((field) => before.contact[field] !== after.contact[field]);
  return [
    ...contact.map((field) => `contact.${field}`),
    ...(before.expiresAt === after.expiresAt ? [] : ['expiresIn']),
    ...(isDeepStrictEqual(choiceOf(before), choiceOf(after)) ? [] : ['followUp']),
    ...(before.metadata === after.metadata ? [] : ['metadata']),
  ];
}
