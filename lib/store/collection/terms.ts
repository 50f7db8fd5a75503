/** The terms of a collection, its events and its plan, as they are stored. */
import { ARMS } from '#lib/domain/account.ts';
import {
  type Claim,
  DECISIONS,
  DISPUTE_REASONS,
  type Dispute,
  OFFLINE_METHODS,
  RESOLUTIONS,
} from '#lib/domain/answers.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Collection, CollectionTerms, InExperiment, PaidBefore, Tax } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import {
  type AppliedRule,
  type AskedSlot,
  CADENCES,
  DIGESTS,
  FOLLOW_UP_PARTS,
  FOLLOW_UP_STEPS,
  type FollowUp,
  type Pause,
  type PauseReason,
  type PlanStart,
  type StoredPromise,
  TONES,
} from '#lib/domain/follow-up/follow-up.ts';
import type { By } from '#lib/domain/member.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Payable } from '#lib/domain/payment/payable.ts';
import { PAYMENT_METHODS } from '#lib/domain/payment/payment-methods.ts';
import {
  CONTACT_PARTITION_KEY,
  CREATED_SORT_KEY,
  contactIdOf,
  contactPartition,
  DUE_PARTITION_KEY,
  isErasureShard,
} from '#lib/store/indexes.ts';
import type { Key } from '#lib/store/keys.ts';
import {
  type Check,
  type ChecksOf,
  fields,
  flag,
  instant,
  integer,
  list,
  named,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
  variant,
} from '#lib/store/table/checks.ts';
import { type Item, malformedItem, packText } from '#lib/store/table/read-item.ts';

/** The id is an attribute of its own; in items of earlier versions it is in the terms. */
const contact = object<Omit<Contact, 'id'> & { id?: string }>({
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

const choice = {
  strategyVersion: integer,
  chosenFor: optional(integer),
  rule: optional(
    object<AppliedRule>({ name: text, parts: list(oneOf(FOLLOW_UP_PARTS)), digest: optional(oneOf(DIGESTS)) }),
  ),
};
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
  schedule: optional(list(integer)),
  steps: optional(oneOf(FOLLOW_UP_STEPS)),
  channels: list(channel),
  tone,
  maxAttempts: optional(integer),
  learned: optional(list(text)),
});
const followUp = variant<FollowUp>('enabled', { true: enabled, false: disabled });

/** The terms that are stored as they are. The contact, the metadata and what the indexes need are stored in other ways. */
const plainTerms = {
  reference: text,
  number: optional(text),
  tax: optional(list(object<Tax>({ name: text, rate: number, amount: money }))),
  amount: money,
  dueDay: optional(integer),
  expiresInMinutes: integer,
  payable,
  followUp,
  provider: optional(text),
  paidBefore: optional(object<PaidBefore>({ amount: money, at: instant })),
  referenceProvider: optional(text),
  arm: optional(oneOf(ARMS)),
  inExperiment: optional(object<InExperiment>({ since: instant, reminderAt: instant })),
  replaced: optional(list(text)),
  spread: optional(flag as Check<true>),
} satisfies ChecksOf<Omit<CollectionTerms, 'contact' | 'metadata' | 'createdAt'>>;

/** `createdAt` only in items of earlier versions. */
export const terms = fields({ contact, ...plainTerms, createdAt: optional(instant) });

export const by = object<By>({ id: text, name: text });

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

export const promise = object<StoredPromise>({
  payBy: instant,
  madeAt: instant,
  brokenAt: optional(instant),
  since: optional(instant),
});

export const claim = object<Claim>({
  id: text,
  madeAt: instant,
  paidOn: text,
  amount: money,
  method: oneOf(OFFLINE_METHODS),
  transaction: optional(text),
  decision: optional(oneOf(DECISIONS)),
  decidedAt: optional(instant),
  paymentId: optional(text),
  by: optional(by),
});

export const dispute = object<Dispute>({
  id: text,
  openedAt: instant,
  reason: oneOf(DISPUTE_REASONS),
  text: optional(text),
  resolution: optional(oneOf(RESOLUTIONS)),
  resolvedAt: optional(instant),
  note: optional(text),
  by: optional(by),
});

/** Beside the status, what the indexes need. */
export const foundBy = ({ ref, contact, createdAt }: Collection) => ({
  [CREATED_SORT_KEY]: createdAt,
  [CONTACT_PARTITION_KEY]: contactPartition(ref.account, contact.id),
});

const PLAIN_TERMS = Object.keys(plainTerms) as (keyof typeof plainTerms)[];

/** With longer terms a new item would leave its kilobyte. Shorter ones stay texts, because a list of 100 would take a millisecond more to read. */
const SHORT_TERMS_BYTES = 480;

/** JSON text of the terms, without what is an attribute of its own; deflated, where it is long. */
export function packTerms(collection: Collection): string | Uint8Array {
  const { id: _ownAttribute, ...contact } = collection.contact;
  const stored = Object.fromEntries(PLAIN_TERMS.map((name) => [name, collection[name]]));
  const replaced = collection.replaced?.length ? collection.replaced : undefined;
  return packText(JSON.stringify({ contact, ...stored, replaced }), SHORT_TERMS_BYTES);
}

type ReadTerms = { terms: Read<typeof terms>; createdAt?: string; byContact?: string };

/** Items of earlier versions have all of it in their terms. @throws {Error} when something is in neither place. */
export function termsOf(item: Item & Key, { terms, ...own }: ReadTerms): Omit<CollectionTerms, 'metadata'> {
  const createdAt = own.createdAt ?? terms.createdAt;
  if (createdAt === undefined) throw malformedItem(item, CREATED_SORT_KEY);
  const id = own.byContact === undefined ? terms.contact.id : contactIdOf(own.byContact);
  if (id === undefined) throw malformedItem(item, CONTACT_PARTITION_KEY);
  return { ...terms, contact: { id, ...terms.contact }, createdAt };
}

/** An erasure that is due some day is no run. */
export function withoutErasure<T extends { nextRunAt?: string }>(item: Item, read: T): T | Omit<T, 'nextRunAt'> {
  if (!isErasureShard(item[DUE_PARTITION_KEY])) return read;
  const { nextRunAt: _erasure, ...rest } = read;
  return rest;
}
