/** Builds the collection for a valid request, and finds what the request asks for that its account cannot do. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import { kindOf } from '#lib/domain/providers/provider.ts';
import {
  dayOf,
  endOfDay,
  endsBeforeDue,
  isNearDay,
  leadOf,
  lifeUntilAfter,
  NO_NEAR_DAY,
} from '#lib/domain/time/due-day.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { type Account, armOf, providerFor } from './account.ts';
import { decideStatus, withChange } from './change-status.ts';
import type { Collection, CollectionTerms, PaidBefore, Tax } from './collection.ts';
import type { Contact } from './contact.ts';
import { type Fault, validationFailed } from './errors.ts';
import { fromFields } from './every-field.ts';
import type { GivenFollowUp } from './follow-up/follow-up.ts';
import { firstRule, rulesFor } from './follow-up/follow-up-policy.ts';
import { firstReminderAt, firstRunAt } from './follow-up/plan.ts';
import { completeFollowUp, type StrategyContext, strictestCountry } from './follow-up/strategy.ts';
import { type CollectionRef, collectionId, deriveHash } from './ids.ts';
import { type By, memberAsActor } from './member.ts';
import type { Money } from './money.ts';
import { leadsToPage, newPayable } from './payment/payable.ts';
import { type PaymentMethod, unavailableMethods } from './payment/payment-methods.ts';
import type { Session } from './payment/session.ts';
import type { Person } from './person/person.ts';
import { whereaboutsOf } from './person/policy.ts';
import { matchKeyOf, type Phone, zonesOf } from './phone.ts';

export type CollectionRequest = {
  reference: string;
  amount: Money;
  /** In minutes. There, unless a due date says how long it can be paid. */
  expiresIn?: number | undefined;
  /** A day like `2026-12-31`. */
  dueDate?: string | undefined;
  payable: { enabled: boolean; methods: readonly PaymentMethod[] };
  provider?: string | undefined;
  number?: string | undefined;
  tax?: readonly Tax[] | undefined;
  paidBefore?: PaidBefore | undefined;
  followUp?: GivenFollowUp | undefined;
  metadata?: object | undefined;
};

/** In minutes, where a request says neither how long nor until which day. */
export const DEFAULT_LIFE = 1440;

/** @throws validation_failed if the account cannot do what the request asks for. */
export function refuseImpossible(request: CollectionRequest, account: Account, now: Date): void {
  const faults = impossibilities(request, account, now);
  if (faults.length > 0) throw validationFailed(faults);
}

export const impossibilities = (request: CollectionRequest, account: Account, now: Date): Fault[] => [
  ...faultsOfDue(request, account, now),
  ...faultsOfPast(request, now),
  ...faultsOfMethods(request, account),
];

function faultsOfDue({ dueDate, expiresIn }: CollectionRequest, { country }: Account, now: Date): Fault[] {
  if (dueDate === undefined) return [];
  const day = dayOf(dueDate);
  if (!isNearDay(day, now)) return [NO_NEAR_DAY];
  const expires = now.getTime() + (expiresIn ?? Number.POSITIVE_INFINITY) * MINUTE_MS;
  return expires < endOfDay(day, country) ? [endsBeforeDue('expiresIn')] : [];
}

const faultsOfPast = ({ paidBefore }: CollectionRequest, now: Date): Fault[] =>
  paidBefore !== undefined && paidBefore.at > now.toISOString()
    ? [{ path: 'paidBefore.at', message: 'must not be in the future' }]
    : [];

function faultsOfMethods(request: CollectionRequest, account: Account): Fault[] {
  const { provider: slug, payable, amount } = request;
  if (slug === undefined && !needsProvider(payable)) return [];
  const provider = providerFor(account, slug);
  const usable = provider?.enabled ? provider : undefined;
  if (slug !== undefined && !usable) {
    return [{ path: 'provider', message: provider ? 'is disabled' : 'is not a provider of this account' }];
  }
  const missing = payable.enabled ? unavailableMethods(payable.methods, usable && kindOf(usable), amount.currency) : [];
  if (missing.length === 0) return [];
  const by = usable ? `provider ${usable.slug} in ${amount.currency}` : 'an account without a payment provider';
  return [{ path: 'payable.methods', message: `${missing.join(', ')} cannot be offered by ${by}` }];
}

/** The link to our own page, which most collections have alone, needs no provider. */
const needsProvider = ({ enabled, methods }: CollectionRequest['payable']): boolean =>
  enabled && methods.length > (methods.includes('payment_link') ? 1 : 0);

export const collectionRefOf = (account: Account, reference: string): CollectionRef => ({
  account: account.id,
  hash: deriveHash(account.salt, 'collection', reference),
});

type Surroundings = {
  account: Account;
  contact: Contact;
  phone: Phone;
  availableChannels: readonly Channel[];
  /** What the account remembers of the contact. */
  person?: Person | undefined;
  /** The account had the contact before. */
  isReturning?: boolean;
  /** Of the customer, where a rule asks for them. */
  tags?: readonly string[];
  /** The member of the account who creates it. */
  by?: By | undefined;
};

export function buildCollection(request: CollectionRequest, around: Surroundings, now: Date): Collection {
  const { account, contact, phone, availableChannels, isReturning, by } = around;
  const { reference, number, tax, amount, metadata, provider, paidBefore } = request;
  const ref = collectionRefOf(account, reference);
  const dueDay = request.dueDate === undefined ? undefined : dayOf(request.dueDate);
  const expiresIn = request.expiresIn ?? lifeFor(dueDay, account, now);
  const context = {
    amount,
    expiresInMinutes: expiresIn,
    leadDays: leadOf(dueDay, account, now),
    reachableByPhone: phone.reachable,
    phoneCountry: strictestCountry(phone),
    hasEmail: true,
    past: pastOf(around, now),
  };
  const ruled = {
    amount,
    where: whereaboutsOf(around),
    hasDueDate: dueDay !== undefined,
    isReturning: isReturning ?? false,
    metadata,
    tags: around.tags ?? [],
  };
  const arm = armOf(account, matchKeyOf(phone, contact.email));
  const followUpIn = (of: typeof arm) =>
    completeFollowUp(request.followUp, context, firstRule(rulesFor(account, of), ruled));
  const followUp = followUpIn(arm);
  const terms = fromFields<CreatedTerms>({
    contact,
    reference,
    number,
    tax,
    amount,
    dueDay,
    expiresInMinutes: expiresIn,
    payable: newPayable(request.payable, collectionId(ref), account.salt),
    followUp,
    metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
    provider,
    paidBefore,
    referenceProvider: referenceProviderSlug(request, account),
    arm,
    spread: account.spreadFrom !== undefined && account.spreadFrom <= now.toISOString() ? true : undefined,
  });
  const isPaid = paidBefore !== undefined && paidBefore.amount.minor >= amount.minor;
  const sessions = needsProvider(request.payable) && !isPaid ? sessionsFor(request, account) : [];
  const collection = newCollection(ref, { ...terms, sessions, by }, now);
  if (isPaid) return completed(collection, now);
  const setting = { account, phone, availableChannels };
  const nextRunAt = new Date(firstRunAt(collection, setting)).toISOString();
  const since = account.experiment?.since;
  // In each arm by the rules in force: what other rules do to it must not choose whom the experiment counts.
  const reminderAt = arm && firstReminderAt({ ...collection, followUp: followUpIn('reminded') }, setting);
  if (reminderAt === undefined || since === undefined) return { ...collection, nextRunAt };
  return { ...collection, nextRunAt, inExperiment: { since, reminderAt: new Date(reminderAt).toISOString() } };
}

/** All was paid before: nothing is asked any more. */
function completed(collection: Collection, now: Date): Collection {
  const decision = decideStatus(collection, { to: 'completed', by: 'payment' }, now);
  if (decision.kind !== 'change') throw new Error('a new collection that cannot be completed');
  return withChange(collection, decision.change);
}

const lifeFor = (dueDay: number | undefined, { country }: Account, now: Date): number =>
  dueDay === undefined ? DEFAULT_LIFE : lifeUntilAfter(dueDay, { country, createdAt: now.getTime() });

/** Nothing is learned of a person who has neither paid nor left a message unread. */
function pastOf({ person, ...located }: Surroundings, now: Date): StrategyContext['past'] {
  if (person === undefined || (person.payments.length === 0 && person.unread === undefined)) return undefined;
  // The first of the zones: a past is one person's, who lives in one.
  const zone = zonesOf(whereaboutsOf(located))[0] ?? 'UTC';
  return { history: person, createdAt: now.getTime(), zone };
}

/** A provider of no known kind takes no payments here, so it cannot be asked about the reference. */
function referenceProviderSlug({ provider: slug }: CollectionRequest, account: Account): string | undefined {
  const provider = providerFor(account, slug);
  return provider && kindOf(provider) ? provider.slug : undefined;
}

/** One session for each method that a provider opens at once. Recording the collection reserves their numbers. */
function sessionsFor({ payable, provider: slug }: CollectionRequest, account: Account): Session[] {
  const provider = providerFor(account, slug);
  if (provider === undefined) return [];
  return payable.methods.flatMap((method) => (leadsToPage(method) ? [] : [{ method, provider: provider.slug }]));
}

/** Only a correction replaces addresses. */
type CreatedTerms = Omit<CollectionTerms, 'createdAt' | 'replaced' | 'inExperiment'>;

type NewTerms = Omit<CollectionTerms, 'createdAt'> & Pick<Surroundings, 'by'> & { sessions?: readonly Session[] };

export function newCollection(ref: CollectionRef, { sessions = [], by, ...terms }: NewTerms, now: Date): Collection {
  const id = collectionId(ref);
  const createdAt = now.toISOString();
  return {
    id,
    ref,
    ...terms,
    createdAt,
    expiresAt: new Date(now.getTime() + terms.expiresInMinutes * 60_000).toISOString(),
    status: 'pending',
    updatedAt: createdAt,
    completedAt: null,
    events: [{ type: 'collection.created', timestamp: createdAt, ...memberAsActor(by) }],
    runNumber: 1,
    nextSlot: 1,
    sessions,
    options: [],
    entryCount: 0,
    received: terms.paidBefore?.amount.minor ?? 0,
  };
}
