/** Calls the product with the types of the model. Only this file and `product-messages.ts` know the functions of lib. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { readListCollections } from '#lib/contract/list-collections.ts';
import { readCreateProvider, readUpdateProvider } from '#lib/contract/provider.ts';
import { toCollectionResponse, toHistoryResponse } from '#lib/contract/show-collection.ts';
import { toProviderResponse } from '#lib/contract/show-provider.ts';
import type { Account } from '#lib/domain/account.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import { decideStatus, dueExpiry, overdueMark, withChange } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import {
  contactLookup,
  newContact,
  type Contact as ProductContact,
  phoneOf as phoneOfContact,
} from '#lib/domain/contact.ts';
import { judgeRepeat } from '#lib/domain/creation-record.ts';
import { decide, nextRun } from '#lib/domain/follow-up/decide.ts';
import { explainPlan } from '#lib/domain/follow-up/explain.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { listPageMeta, ranksOfPage } from '#lib/domain/list-page.ts';
import { bookMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { byCreation, changeProvider, newProvider, type Provider } from '#lib/domain/provider.ts';
import { creationOf } from '#lib/use-cases/create-collection.ts';
import type { CreateRecord, Verdict } from './creates.ts';
import type { PageRequest } from './list.ts';
import type { Confirmed } from './payments.ts';
import type { Plan } from './plan.ts';
import type { RunAction } from './runs.ts';
import type { AccountFacts, Channel, Contact, CreateBody, Person, Status } from './wire.ts';

export const BASE_URL = 'https://collections.example';

export const accountOf = (facts: AccountFacts): Account => ({
  ...facts,
  mode: 'test',
  createdAt: '2026-01-01T00:00:00.000Z',
  providers: {},
});

const contactOf = (person: Person, { salt, country }: AccountFacts): Contact =>
  newContact(person, parsePhone(person.phone, country), salt);

/** Does the same as the endpoint: reads the body, makes the contact, builds the collection. */
export function build(body: CreateBody, account: AccountFacts, senders: readonly Channel[], now: number): Collection {
  const request = readCreateCollection(body);
  const contact = contactOf(request.contact, account);
  const phone = phoneOfContact(contact, account);
  const around = { account: accountOf(account), contact, phone, availableChannels: senders };
  return buildCollection(request, around, new Date(now));
}

export const show = (collection: Collection, now: number): CollectionResponse =>
  toCollectionResponse(asSeenAt(collection, new Date(now)), BASE_URL);

export const showHistory = (collection: Collection, entries: readonly LedgerEntry[], now: number): CollectionResponse =>
  toHistoryResponse({ collection, attempts: [], entries, events: [], replies: [] }, new Date(now), BASE_URL);

type Changed = { collection: Collection; answer: 'ok' | 'invalid_transition' };

/** PATCH …/status, including the change that a refusal may store. */
export function setStatus(collection: Collection, to: Status, now: number): Changed {
  const decision = decideStatus(collection, { to, by: 'caller' }, new Date(now));
  switch (decision.kind) {
    case 'unchanged':
      return { collection, answer: 'ok' };
    case 'change':
      return { collection: withChange(collection, decision.change), answer: 'ok' };
    case 'refused':
      return {
        collection: decision.expiry ? withChange(collection, decision.expiry) : collection,
        answer: 'invalid_transition',
      };
  }
}

export function recordExpiry(collection: Collection, now: number): Collection {
  const change = dueExpiry(collection, new Date(now));
  return change ? withChange(collection, change) : collection;
}

export const markOverdue = (collection: Collection, now: number): Collection =>
  withChange(collection, overdueMark(collection, collection.expiresAt, new Date(now)));

export type PlanSetting = { account: AccountFacts; senders: readonly Channel[]; optedOut: readonly Channel[] };

const settingOf = ({ contact }: { contact: Pick<ProductContact, 'phone'> }, setting: PlanSetting) => {
  const { account, senders, optedOut } = setting;
  return { account: accountOf(account), phone: phoneOfContact(contact, account), availableChannels: senders, optedOut };
};

export const planIn = (collection: Collection, setting: PlanSetting) =>
  planFollowUps(collection, settingOf(collection, setting));

/** What a plan says of itself and of each of its slots. */
export function explain(collection: Collection, setting: PlanSetting) {
  const { reasons, slots } = explainPlan(collection, settingOf(collection, setting));
  return { reasons, slots: slots.map(({ slot, reason }) => ({ slot, reason })) };
}

/** The plan in the form of the model, which keeps all that was removed. */
export function plan(collection: Collection, setting: PlanSetting): Omit<Plan, 'unlisted'> {
  const { overdueAt, isOptedOut } = planIn(collection, setting);
  const { slots, removed } = explainPlan(collection, settingOf(collection, setting));
  return {
    slots: slots.map(({ slot, dueAt, channel, fallbacks, tone }) => ({
      slot,
      dueAt: Date.parse(dueAt),
      channels: [channel, ...fallbacks],
      tone,
    })),
    removed: [...removed],
    overdueAt: isOptedOut ? undefined : overdueAt,
  };
}

type Running = PlanSetting & { nextSlot: number };

export function actionAt(collection: Collection, { nextSlot, ...setting }: Running, now: number): RunAction {
  const decision = decide({ ...collection, plan: planIn(collection, setting), nextSlot }, new Date(now));
  switch (decision.kind) {
    case 'send':
      return { kind: 'send', slot: decision.slot, channels: [...decision.channels], late: decision.late.map(late) };
    case 'skip':
      return { kind: 'skip', slot: decision.slot, reason: skipReason(decision.reason), late: decision.late.map(late) };
    case 'break_promise':
      throw new RangeError('a promise that was never made');
    case 'mark_overdue':
      return { kind: 'mark-overdue' };
    case 'expire':
      return { kind: 'expire' };
    default:
      return { kind: 'nothing' };
  }
}

const skipReason = (reason: string) => (reason === 'opted_out' ? reason : 'quiet_hours');
const late = (slot: number) => ({ slot, reason: 'late' as const });

export function nextRunAt(collection: Collection, { nextSlot, ...setting }: Running): number | undefined {
  const { nextRunAt: at } = nextRun({ ...collection, plan: planIn(collection, setting), nextSlot });
  return at === undefined ? undefined : Date.parse(at);
}

const VERDICTS = {
  same_invocation: 'created',
  replay: 'replayed',
  key_conflict: 'idempotency_conflict',
  duplicate: 'duplicate_reference',
} as const satisfies Record<string, Verdict>;

export function verdictOn(asked: CreateRecord, made: CreateRecord | undefined): Verdict {
  if (made === undefined) return 'created';
  const record = ({ idempotencyKey, body }: CreateRecord, nonce: string) =>
    creationOf({ nonce, startSegment: 0 }, idempotencyKey, readCreateCollection(body));
  return VERDICTS[judgeRepeat(record(asked, 'second'), record(made, 'first'))];
}

export function page(recorded: readonly string[], { page, limit }: PageRequest) {
  const { from, to } = ranksOfPage(recorded.length, page, limit);
  return { ids: recorded.slice(from, to).toReversed(), meta: listPageMeta(recorded.length, page, limit) };
}

export function pageRequest(query: Record<string, string>): PageRequest | undefined {
  try {
    const asked = readListCollections(query);
    return asked.filter ? undefined : asked;
  } catch {
    return undefined;
  }
}

/** A ledger, with the resulting collection. */
export type Ledger = { collection: Collection; entries: readonly LedgerEntry[]; standing?: string | undefined };

export function book({ collection, entries }: Ledger, said: Confirmed, now: number): Ledger {
  const { kind, transaction, object, minor, currency, at } = said;
  const reported = {
    ...{ kind, transaction, object, references: [], provider: 'prv_any' },
    amount: { minor, currency },
    at: new Date(at).toISOString(),
  };
  const booking = bookMovement(collection, entries, reported, new Date(now));
  if (booking === undefined) return { collection, entries };
  const { completion, updatedAt, received, entry, expected } = booking;
  const changed = completion ? withChange(collection, completion) : { ...collection, updatedAt };
  return {
    collection: { ...changed, entryCount: expected.entryCount + 1, received },
    entries: [...entries, entry],
    standing: entry.standing,
  };
}

export type { Collection, Provider };

export const addProvider = (given: object, owner: AccountFacts, now: number): Provider =>
  newProvider(readCreateProvider(given), owner, new Date(now));

/** The stored provider after a PATCH; a PATCH that changes nothing is not stored. */
export function patchProvider(provider: Provider, given: object, now: number): Provider {
  const { name, enabled, updatedAt } = changeProvider(provider, readUpdateProvider(given), new Date(now)) ?? {};
  return {
    ...provider,
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

export const showProviders = (providers: readonly Provider[]) => providers.toSorted(byCreation).map(toProviderResponse);

export { CURRENCIES, formatMoney, toMajor } from '#lib/domain/money.ts';

export function phoneOf(typed: string, { country: home }: AccountFacts) {
  const { text, lookup, reachable, country } = parsePhone(typed, home);
  return { shown: text, lookup, reachable, country };
}

export { TRANSITIONS } from '#lib/domain/transitions.ts';

export const lookupOf = ({ phone, email }: Person, { country }: AccountFacts) =>
  contactLookup(parsePhone(phone, country), email);
