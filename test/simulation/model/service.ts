/** The model of the whole contract for sequential requests: computes the only correct answer from the state and the request. */
import { firstRefusal, MESSAGES, refuse, succeed } from './answers.ts';
import { type Known, setStatus, statusAt } from './collection.ts';
import { type CreateRecord, verdictOn } from './creates.ts';
import { type Expected, expectCreate } from './expected.ts';
import { collectionIdOf } from './ids.ts';
import { pageOf, pageRequestOf } from './list.ts';
import { type AddressBook, findContactId, remember } from './people.ts';
import { methodFault, type Providers, providerFault } from './providers.ts';
import { isInline, shownAt } from './shown-collection.ts';
import type { AccountFacts, Answer, CreateBody, Status } from './wire.ts';

/** The state of one account. `known` also has the events of payments and messages. */
export type AccountState = {
  account: AccountFacts;
  providers: Providers;
  /** The slug of the provider of a create that names none. */
  defaultProvider?: string | undefined;
  book: AddressBook;
  collections: ReadonlyMap<string, Expected & { made: CreateRecord }>;
  /** Ids in the order of creation. */
  recorded: readonly string[];
};

export type Asking = { state: AccountState; now: number; baseUrl: string };
export type Reply = { state: AccountState; answer: Answer };

export function create({ state, now, baseUrl }: Asking, asked: CreateRecord): Reply {
  const { account, collections, book } = state;
  const { body } = asked;
  const id = collectionIdOf(account, body.reference);
  const known = collections.get(id);
  const location = `${baseUrl}/public/collections/${id}`;
  const verdict = verdictOn(asked, known?.made);
  // A replay succeeds even if its provider was disabled since; any other create is checked first.
  const faults = verdict === 'replayed' ? [] : impossibleIn(state, body);
  const refusal = firstRefusal('collection', { faults, named: 'none' });
  if (refusal !== undefined) return { state, answer: refusal };
  if (known !== undefined && verdict === 'replayed') {
    const answer = succeed(MESSAGES['create-collection'], briefly(known.known, now, baseUrl), 201);
    return { state, answer: { ...answer, headers: { location, 'idempotent-replayed': 'true' } } };
  }
  if (verdict === 'duplicate_reference')
    return { state, answer: refuse(verdict, { existing: { id }, message: takenBy(id) }) };
  if (verdict === 'idempotency_conflict') return { state, answer: refuse(verdict) };
  const found = findContactId(book, body.contact, account);
  const expected = expectCreate(body, account, now, found);
  const { idempotencyKey } = asked;
  const next = {
    ...state,
    book: found ? book : remember(book, expected.known.contact, account),
    collections: new Map([...collections, [id, { ...expected, made: { idempotencyKey, body } }]]),
    recorded: [...state.recorded, id],
  };
  const answer = succeed(MESSAGES['create-collection'], shownAt(expected.known, now, baseUrl), 201);
  return { state: next, answer: { ...answer, headers: { location } } };
}

/** The refusal of a preview; undefined when it succeeds. */
export const previewRefusal = (state: AccountState, body: CreateBody): Answer | undefined =>
  firstRefusal('collection', { faults: impossibleIn(state, body), named: 'none' });

/** The fields that this account cannot serve; of a provider that cannot be used it is not asked what it offers. */
function impossibleIn({ providers, defaultProvider }: AccountState, { provider, payable, amount }: CreateBody) {
  const unknown = providerFault(providers, provider);
  const methods = payable?.enabled ? (payable.methods ?? []) : [];
  return unknown.length > 0
    ? unknown
    : methodFault(providers, { slug: provider ?? defaultProvider, methods, currency: amount.currency });
}

const takenBy = (id: string): string => `This reference is already used by collection ${id}`;

type Found = { known: Known } | { answer: Answer };

/** 403 for a collection of another account, 404 for an unknown or malformed id. */
function find({ state }: Asking, id: string, others: readonly AccountState[]): Found {
  const own = state.collections.get(id);
  if (own !== undefined) return own;
  const named = others.some(({ collections }) => collections.has(id)) ? 'foreign' : 'missing';
  return { answer: firstRefusal('collection', { faults: [], named }) as Answer };
}

export function get(asking: Asking, id: string, others: readonly AccountState[]): Answer {
  const found = find(asking, id, others);
  if ('answer' in found) return found.answer;
  return succeed(MESSAGES['get-collection'], shownAt(found.known, asking.now, asking.baseUrl));
}

type StatusRequest = { id: string; to: Status };

export function patchStatus(asking: Asking, { id, to }: StatusRequest, others: readonly AccountState[]): Reply {
  const { state, now, baseUrl } = asking;
  const found = find(asking, id, others);
  if ('answer' in found) return { state, answer: found.answer };
  const decision = setStatus(found.known, to, now);
  const next = { ...state, collections: withKnown(state, decision.known) };
  const message = `A collection that is ${statusAt(found.known, now)} cannot become ${to}`;
  if (decision.answer !== 'ok') return { state: next, answer: refuse(decision.answer, { message }) };
  return { state: next, answer: succeed(MESSAGES['update-collection-status'], briefly(decision.known, now, baseUrl)) };
}

/** Lists, replays and answers to changes show only the events of the collection itself. */
export const briefly = (known: Known, now: number, baseUrl: string) =>
  shownAt({ ...known, attempts: [], events: known.events.filter(isInline) }, now, baseUrl);

export function list({ state, now, baseUrl }: Asking, query: Record<string, string>): Answer {
  const request = pageRequestOf(query);
  if (request === undefined) return refuse('validation_failed');
  const { ids, meta } = pageOf(state.recorded, request);
  const data = ids.flatMap((id) => {
    const known = state.collections.get(id)?.known;
    return known ? [briefly(known, now, baseUrl)] : [];
  });
  const { status, body } = succeed(MESSAGES['list-collections'], data);
  return { status, body: { ...body, meta } };
}

/** The collections with one of them replaced. */
const withKnown = ({ collections }: AccountState, known: Known): AccountState['collections'] => {
  const before = collections.get(known.id);
  return before ? new Map([...collections, [known.id, { ...before, known }]]) : collections;
};
