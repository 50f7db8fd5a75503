/** Derives from the body of a create its collection, its chosen strategy and its plan. */
import { create, type Known } from './collection.ts';
import { type Hours, hoursOf, isEmailOnly, spreadOf } from './hours.ts';
import { tierOf, toMinor } from './money.ts';
import { contactOf, readPhone } from './people.ts';
import { type Plan, planFor } from './plan.ts';
import type { Terms } from './revisions.ts';
import { echoOf, type Strategy, strategyFor } from './strategy.ts';
import type { AccountFacts, Amount, Channel, Contact, CreateBody, FollowUpRequest } from './wire.ts';

export type Expected = {
  known: Known;
  strategy: Strategy | undefined;
  hours: Hours;
  reachable: readonly Channel[];
  /** What was learned of the person, in sentences, where their whole past is known. */
  learned?: readonly string[];
};

const EXPIRES_IN = 1440;

/** `found` is the id of the contact that the account already has, by phone or by email. */
export function expectCreate(body: CreateBody, account: AccountFacts, now: number, found?: string): Expected {
  const contact = contactOf(body.contact, account, found);
  const expiresIn = body.expiresIn ?? EXPIRES_IN;
  const terms = termsFor({ contact, account, expiresIn, amount: body.amount, given: body.followUp });
  const followUp = echoOf(terms.strategy, expiresIn);
  return { known: create(body, { account, contact, followUp, now }), ...terms };
}

type Given = {
  contact: Contact;
  account: AccountFacts;
  expiresIn: number;
  amount: Amount;
  given: FollowUpRequest | undefined;
};

/** What a plan follows from, for a contact, an amount and a life. */
export function termsFor({ contact, account, expiresIn, amount, given }: Given): Terms {
  const phone = readPhone(contact.phone, account.country);
  const tier = tierOf(toMinor(amount), amount.currency);
  const country = phone.reachable ? phone.country : undefined;
  const home = country ?? account.country;
  return {
    strategy: strategyFor({ given, expiresIn, tier, country, reachable: phone.reachable }),
    hours: hoursOf(home, phone.reachable ? phone.shown : undefined),
    reachable: phone.reachable && !isEmailOnly(home) ? ['whatsapp', 'sms', 'email'] : ['email'],
  };
}

type Means = { senders: readonly Channel[]; optedOut: readonly Channel[] };

/** The channels of a contact that must not be used: it has opted out of them, or they cannot reach it. */
export type Closed = {
  optedOut: readonly Channel[];
  unreachable: readonly Channel[];
  /** How a message to those that cannot reach it has failed. */
  why?: Readonly<Partial<Record<Channel, string>>>;
};

export const NONE_CLOSED: Closed = { optedOut: [], unreachable: [] };

/** Channels without an address, without a configured sender, or opted out are left out. */
export function expectPlan(expected: Expected, { senders, optedOut }: Means): Plan {
  const { known } = expected;
  const { strategy, hours, reachable } = termsOf(expected);
  const { course } = known;
  const usable = reachable.filter((channel) => senders.includes(channel) && !optedOut.includes(channel));
  const { createdAt, expiresAt, id } = known;
  return planFor({ createdAt, expiresAt, strategy, usable, hours, spread: spreadOf(id), course });
}

export type RunPlan = Plan & { isOptedOut: boolean };

/** The plan that runs carry out. One that only opt-outs leave without a channel keeps its slots, and each is skipped. */
export function expectRunPlan(
  expected: Expected,
  { senders, optedOut }: Means,
  planOf = (without: readonly Channel[]) => expectPlan(expected, { senders, optedOut: without }),
): RunPlan {
  const { strategy, reachable } = termsOf(expected);
  const usable = strategy?.channels.filter((each) => reachable.includes(each) && senders.includes(each)) ?? [];
  const isOptedOut = usable.length > 0 && usable.every((each) => optedOut.includes(each));
  if (!isOptedOut) return { ...planOf(optedOut), isOptedOut };
  const { slots, ...plan } = planOf([]);
  const left = slots.map((slot) => ({ ...slot, channels: slot.channels.filter((each) => !optedOut.includes(each)) }));
  return { ...plan, slots: left, isOptedOut };
}

/** As they were corrected, or as the create gave them. */
export const termsOf = ({ known, strategy, hours, reachable }: Expected): Terms =>
  known.terms ?? { strategy, hours, reachable };
