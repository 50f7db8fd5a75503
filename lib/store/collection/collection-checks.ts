/** What the parts of a stored collection must look like: its terms, events, sessions and options. */
import type { By } from '#lib/domain/actor.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Actor, CollectionEvent, CollectionTerms, EventData } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import { CADENCES, FOLLOW_UP_PARTS, type FollowUp, TONES } from '#lib/domain/follow-up/follow-up.ts';
import type { AskedSlot, Pause, PauseReason, PlanStart, Promised } from '#lib/domain/follow-up/revision.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Payable } from '#lib/domain/payment/payable.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import type { OpenedBy, ProviderOption } from '#lib/domain/payment/payment-option.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import type { CollectionEventType } from '#lib/domain/transitions.ts';
import {
  type Check,
  flag,
  instant,
  integer,
  list,
  named,
  object,
  oneOf,
  optional,
  text,
  variant,
} from '#lib/store/table/checks.ts';

/** The id is an attribute of its own; in items of earlier versions it is in the terms. */
type StoredContact = Omit<Contact, 'id'> & { id?: string };

const contact = object<StoredContact>({
  id: optional(text),
  firstName: text,
  lastName: text,
  phone: text,
  email: text,
});

export const money = object<Money>({ minor: integer, currency: text });

export const channel = oneOf(CHANNELS);
export const tone = oneOf(TONES);

const payable = object<Payable>({ enabled: flag, methods: list(oneOf(PAYMENT_METHODS)), proof: optional(text) });

const choice = { strategyVersion: integer, chosenFor: optional(integer) };
const disabled = object<FollowUp & { enabled: false }>({
  ...choice,
  enabled: flag as Check<false>,
});
const enabled = object<FollowUp & { enabled: true }>({
  ...choice,
  enabled: flag as Check<true>,
  given: list(oneOf(FOLLOW_UP_PARTS)),
  startAfterMinutes: integer,
  cadence: oneOf(CADENCES),
  channels: list(channel),
  tone,
  maxAttempts: optional(integer),
  learned: optional(list(text)),
});
const followUp = variant<FollowUp>('enabled', { true: enabled, false: disabled });

/** The stored terms. The metadata and what the indexes need are attributes of their own. */
export type StoredTerms = Omit<CollectionTerms, 'metadata' | 'contact' | 'createdAt'> & {
  contact: StoredContact;
  /** In items of earlier versions. */
  createdAt?: string;
};

export const terms = object<StoredTerms>({
  contact,
  reference: text,
  amount: money,
  expiresInMinutes: integer,
  payable,
  followUp,
  provider: optional(text),
  referenceProvider: optional(text),
  createdAt: optional(instant),
  replaced: optional(list(text)),
});

export const by = object<By>({ id: text, name: text });

const eventType = named<CollectionEventType>({
  'collection.created': true,
  'collection.completed': true,
  'collection.cancelled': true,
  'collection.overdue': true,
  'collection.expired': true,
  'followup.stopped': true,
  'payment_option.failed': true,
  'collection.updated': true,
  'followup.paused': true,
  'followup.resumed': true,
  'promise.made': true,
  'promise.broken': true,
});

export const event = object<CollectionEvent>({
  type: eventType,
  timestamp: instant,
  about: optional(text),
  reason: optional(text),
  data: optional(
    object<EventData>({
      changed: optional(list(text)),
      until: optional(instant),
      payBy: optional(instant),
      reason: optional(text),
      actor: optional(named<Actor>({ merchant: true, customer: true, schedule: true })),
      member: optional(by),
    }),
  ),
});

export const planStart = object<PlanStart>({
  from: instant,
  firstSlot: integer,
  restartsAt: optional(instant),
  firmer: optional(integer),
  asked: optional(object<AskedSlot>({ at: instant, channels: list(channel), tone, by: optional(by) })),
});

export const pause = object<Pause>({
  since: instant,
  until: optional(instant),
  reason: named<PauseReason>({ merchant: true, reply: true, promise: true }),
});

export const promise = object<Promised>({ payBy: instant, madeAt: instant, brokenAt: optional(instant) });

const sessionMethod = named<keyof OpenedBy>({
  checkout: true,
  card: true,
  virtual_account: true,
  bank_transfer: true,
  mobile_money: true,
});

export const session = object<Session>({
  method: sessionMethod,
  provider: text,
  key: optional(text),
  ended: optional(flag),
});

const bankAccount = {
  bankName: text,
  accountNumber: text,
  accountName: text,
  expiresAt: instant,
  amount: optional(money),
  asked: optional(money),
};

type Option<Method extends ProviderOption['method']> = ProviderOption & { method: Method };

export const option = variant<ProviderOption>('method', {
  card: object<Option<'card'>>({ method: oneOf(['card']), link: text, expiresAt: instant }),
  virtual_account: object<Option<'virtual_account'>>({ method: oneOf(['virtual_account']), ...bankAccount }),
  bank_transfer: object<Option<'bank_transfer'>>({ method: oneOf(['bank_transfer']), ...bankAccount }),
  mobile_money: object<Option<'mobile_money'>>({
    method: oneOf(['mobile_money']),
    provider: text,
    phone: text,
    instructions: text,
    expiresAt: instant,
    needsCode: optional(flag as Check<true>),
    asked: optional(money),
  }),
} satisfies { [Method in ProviderOption['method']]: Check<Option<Method>> });
