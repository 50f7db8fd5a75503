/** A spoilt item is never used: each read of it throws, and logs its key and the attribute, but nothing that a person typed. */
import { describe, expect, it } from 'vitest';
import { getAccount, listAccounts } from '#lib/store/account/accounts.ts';
import { getApiKey, listApiKeys } from '#lib/store/account/api-keys.ts';
import { findTaggedMessage } from '#lib/store/attempt/attempts.ts';
import { getCollection, getCollections, getHistory, getPartition } from '#lib/store/collection/collections.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { newestSegments, repairList } from '#lib/store/list/log.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { getMember, listMembers } from '#lib/store/member/members.ts';
import { findLastMessage, findMessage, recordReply } from '#lib/store/message/messages.ts';
import { findReach, listOptOuts } from '#lib/store/opt-out/opt-outs.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { findContactId } from '#lib/store/person/contacts.ts';
import { getPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { captureLogs } from '#test/support/logs.ts';
import { NOW } from './a-claim.ts';
import { aCollection } from './a-collection.ts';
import {
  ACCOUNT,
  API_KEY,
  AT,
  ATTEMPT,
  AUDIT_ENTRY,
  account,
  address,
  answerWith,
  byEmail,
  byPhone,
  COLLECTION,
  contactUnder,
  ENTRY,
  EVENT,
  expectMalformed,
  type Item,
  LAST_MESSAGE,
  LEDGER_ENTRY,
  LISTED_OPT_OUT,
  lines,
  lookup,
  MESSAGE,
  memberRef,
  OPT_OUT,
  PERSON,
  personRef,
  provider,
  REMEMBERED,
  REPLY,
  REPORTED,
  ref,
  refuseWith,
  SEGMENT,
  STORED_MEMBER,
  UNREACHABLE,
  WAITING,
  without,
} from './stored-items.ts';

captureLogs(lines);

const asItem = (item: Item) => ({ Item: item });
const asItems = (item: Item) => ({ Items: [item] });
const asBatch = (item: Item) => ({ Responses: { [table.name]: [item] } });

type Read = {
  of: string;
  item: Item;
  optional?: string[];
  answer: (item: Item) => object;
  read: () => Promise<unknown>;
};

const OPTIONAL = {
  collection: [
    'metadata',
    'completedAt',
    'nextRunAt',
    'sessions',
    'options',
    'entryCount',
    'received',
    'referenceEnded',
    'erasedAt',
    'skippedSlot',
    'postponedSlot',
    'plan',
    'pause',
    'promise',
    'retry',
  ],
  entry: ['taken', 'surcharge', 'fee', 'method', 'standing', 'reason', 'note', 'by', 'requestKey', 'bodyHash'],
  attempt: ['channel', 'messageId', 'reason', 'text', 'by', 'retryAt', 'earlier'],
};

const READS: Read[] = [
  {
    of: 'an account',
    item: ACCOUNT,
    optional: ['country', 'defaultProvider'],
    answer: asItem,
    read: () => getAccount(table, account.id),
  },
  {
    of: 'an API key',
    item: API_KEY,
    optional: ['expiresAt', 'revokedAt'],
    answer: asItem,
    read: () => getApiKey(table, account.id, 'f00d'),
  },
  {
    of: 'a member',
    item: STORED_MEMBER,
    optional: ['removedAt', 'link'],
    answer: asItem,
    read: () => getMember(table, memberRef),
  },
  {
    of: 'a member of a list',
    item: STORED_MEMBER,
    optional: ['removedAt', 'link'],
    answer: asItems,
    read: () => listMembers(table, account.id),
  },
  {
    of: 'an entry of the audit log',
    item: AUDIT_ENTRY,
    optional: ['by', 'detail'],
    answer: asItems,
    read: () => listAudit(table, account.id, { limit: 1 }),
  },
  { of: 'an entry of the directory', item: ENTRY, answer: asItems, ...storeOf(table, { read: listAccounts }) },
  {
    of: 'a collection',
    item: COLLECTION,
    optional: OPTIONAL.collection,
    answer: asItem,
    read: () => getCollection(table, ref),
  },
  {
    of: 'an attempt',
    item: ATTEMPT,
    optional: OPTIONAL.attempt,
    answer: asItem,
    read: () => findTaggedMessage(table, { ref, slot: 1 }, { messageIds: [] }, NOW),
  },
  {
    of: 'a ledger entry',
    item: LEDGER_ENTRY,
    optional: OPTIONAL.entry,
    answer: asItems,
    read: () => getPartition(table, ref),
  },
  { of: 'a movement that waits', item: WAITING, answer: asItems, read: () => getPartition(table, ref) },
  { of: 'an event', item: EVENT, answer: asItems, read: () => getHistory(table, ref) },
  {
    of: 'a contact by phone',
    item: contactUnder(byPhone),
    answer: asItem,
    read: () => findContactId(table, account.id, lookup),
  },
  {
    of: 'a contact by email',
    item: contactUnder(byEmail),
    answer: asItem,
    read: () => findContactId(table, account.id, lookup),
  },
  { of: 'a message', item: MESSAGE, answer: asItem, read: () => findMessage(table, 'sms', 'm-1') },
  { of: 'a reply', item: REPLY, answer: asItems, read: () => getHistory(table, ref) },
  {
    of: 'the last message to a phone',
    item: LAST_MESSAGE,
    answer: asItem,
    read: () => findLastMessage(table, PERSON.phone),
  },
  {
    of: 'an address that cannot be reached',
    item: UNREACHABLE,
    optional: ['until', 'reason'],
    answer: asBatch,
    read: () => findReach(table, [address], NOW),
  },
  { of: 'a listed opt-out', item: LISTED_OPT_OUT, answer: asItems, read: () => listOptOuts(table, 1) },
  { of: 'an opt-out', item: OPT_OUT, answer: asBatch, read: () => findReach(table, [address], NOW) },
  {
    of: 'a person',
    item: REMEMBERED,
    optional: ['unread'],
    answer: asItem,
    read: () => getPerson(table, personRef),
  },
  { of: 'a list segment', item: SEGMENT, answer: asItems, read: () => newestSegments(table, account.id, 1) },
];

const attributesOf = ({ pk: _pk, sk: _sk, due: _due, byStatus: _byStatus, ...rest }: Item): string[] =>
  Object.keys(rest);

describe.each(READS)('$of', ({ of, item, optional = [], answer, read }) => {
  const required = attributesOf(item).filter((name) => !optional.includes(name));

  it(`${of} that is sound is read without a complaint`, async () => {
    answerWith(answer(item));
    await read();
    expect(lines).toEqual([]);
  });

  it.each(required)(`${of} without its %s is refused`, async (name) => {
    answerWith(answer(without(item, name)));
    const partner = { idempotencyKey: 'bodyHash' }[name] ?? name;
    await expectMalformed(read, { item, attribute: partner });
  });

  it.each(attributesOf(item))(`${of} with another type of %s is refused`, async (name) => {
    answerWith(answer({ ...item, [name]: ['Ada Obi'] }));
    await expectMalformed(read, { item, attribute: name });
  });

  it(`${of} may lack what is optional`, async () => {
    answerWith(answer(optional.reduce(without, item)));
    await read();
    expect(lines).toEqual([]);
  });
});

const TERMS = JSON.parse(unpackText(COLLECTION['terms']));
const withTerms = (change: object): Item => ({ ...COLLECTION, terms: JSON.stringify({ ...TERMS, ...change }) });
const FOLLOW_UP = {
  strategyVersion: 1,
  enabled: true,
  given: [],
  startAfterMinutes: 5,
  cadence: 'daily',
  channels: ['sms'],
  tone: 'gentle',
};

const BY_NOBODY = { type: 'collection.created', timestamp: AT, data: { actor: 'merchant', member: { id: 'mbr_1' } } };

it.each<[string, Item, string]>([
  ['terms that are no JSON', { ...COLLECTION, terms: '{"contact":{"firstName":"Ada Obi"' }, 'terms'],
  ['terms that are null', { ...COLLECTION, terms: 'null' }, 'terms'],
  ['metadata that is no JSON', { ...COLLECTION, metadata: '{"description":School fees}' }, 'metadata'],
  ['options that are no JSON', { ...COLLECTION, options: '[Ada Obi' }, 'options'],
  ['an unknown status', { ...COLLECTION, status: 'Ada Obi' }, 'status'],
  ['an instant that is none', { ...COLLECTION, expiresAt: 'yesterday' }, 'expiresAt'],
  ['a day that no month has', { ...COLLECTION, updatedAt: '2026-03-32T09:00:00.000Z' }, 'updatedAt'],
  ['an instant without milliseconds', { ...COLLECTION, nextRunAt: '2026-03-01T09:00:00Z' }, 'nextRunAt'],
  ['half a slot', { ...COLLECTION, nextSlot: 1.5 }, 'nextSlot'],
  ['an unknown event', { ...COLLECTION, events: [{ type: 'Ada Obi', timestamp: AT }] }, 'events.0.type'],
  ['an event without its time', { ...COLLECTION, events: [{ type: 'collection.created' }] }, 'events.0.timestamp'],
  ['a member without a name', { ...COLLECTION, events: [BY_NOBODY] }, 'events.0.data.member.name'],
  ['a session of no method', { ...COLLECTION, sessions: [{ provider: 'p' }] }, 'sessions.0.method'],
  ['an unknown option', { ...COLLECTION, options: '[{"method":"Ada Obi"}]' }, 'options.0.method'],
  ['half a first slot of its plan', { ...COLLECTION, plan: { from: AT, firstSlot: 1.5 } }, 'plan.firstSlot'],
  ['an unknown reason of its pause', { ...COLLECTION, pause: { since: AT, reason: 'Ada Obi' } }, 'pause.reason'],
  ['a promise without its day', { ...COLLECTION, promise: { madeAt: AT } }, 'promise.payBy'],
  ['a retry at no instant', { ...COLLECTION, retry: { slot: 1, at: 'soon' } }, 'retry.at'],
  [
    'an option without its link',
    { ...COLLECTION, options: `[{"method":"card","expiresAt":"${AT}"}]` },
    'options.0.link',
  ],
  ['a contact without a phone', withTerms({ contact: { ...PERSON, phone: null } }), 'terms.contact.phone'],
  ['an amount that is a text', withTerms({ amount: { minor: '1', currency: 'NGN' } }), 'terms.amount.minor'],
  ['an unknown way to pay', withTerms({ payable: { enabled: true, methods: ['Ada Obi'] } }), 'terms.payable.methods.0'],
  ['follow-ups neither on nor off', withTerms({ followUp: { strategyVersion: 1 } }), 'terms.followUp.enabled'],
  ['an unknown cadence', withTerms({ followUp: { ...FOLLOW_UP, cadence: 'x' } }), 'terms.followUp.cadence'],
  ['a time of creation in the terms that is none', withTerms({ createdAt: 'now' }), 'terms.createdAt'],
])('a collection with %s is refused', async (_what, item, attribute) => {
  answerWith(asItem(item));
  await expectMalformed(() => getCollection(table, ref), { item: COLLECTION, attribute });
});

it('an account names the attribute of a provider, but not the slug that a person chose', async () => {
  answerWith(asItem({ ...ACCOUNT, providers: { 'obi-shop': { ...provider, enabled: 'yes' } } }));
  await expectMalformed(() => getAccount(table, account.id), { item: ACCOUNT, attribute: 'providers.*.enabled' });
});

it('a provider that is neither to be reconciled nor not is refused', async () => {
  answerWith(asItem({ ...ACCOUNT, providers: { 'obi-shop': { ...provider, reconciles: 'yes' } } }));
  await expectMalformed(() => getAccount(table, account.id), { item: ACCOUNT, attribute: 'providers.*.reconciles' });
});

it('an attempt in a status that nothing knows is refused', async () => {
  answerWith(asItems({ ...ATTEMPT, status: 'vanished' }));
  await expectMalformed(() => getPartition(table, ref), { item: ATTEMPT, attribute: 'status' });
});

it.each<[string, object, string]>([
  ['an unknown kind', { kind: 'gift' }, 'kind'],
  ['an unknown movement', { movement: 'gift' }, 'movement'],
  ['an unknown standing', { standing: 'rich' }, 'standing'],
  ['an unknown event', { event: 'payment.lost' }, 'event'],
  ['an unknown reason', { reason: 'luck' }, 'reason'],
  ['half a kobo', { credited: 0.5 }, 'credited'],
  ['an amount without a currency', { amount: { minor: 1 } }, 'amount.currency'],
  ['an instant that is none', { at: 'yesterday' }, 'at'],
])('a ledger entry with %s is refused', async (_what, change, attribute) => {
  answerWith(asItems({ ...LEDGER_ENTRY, ...change }));
  await expectMalformed(() => getPartition(table, ref), { item: LEDGER_ENTRY, attribute });
});

it.each<[string, object, string]>([
  ['of an unknown kind', { kind: 'gift' }, 'reported.kind'],
  ['without its names', { references: undefined }, 'reported.references'],
  ['without its provider', { provider: undefined }, 'reported.provider'],
])('a movement that waits %s is refused', async (_what, change, attribute) => {
  answerWith(asItems({ ...WAITING, reported: JSON.stringify({ ...REPORTED, ...change }) }));
  await expectMalformed(() => getPartition(table, ref), { item: WAITING, attribute });
});

it('a collection under a key that names none is refused', async () => {
  answerWith({ Responses: { [table.name]: [{ ...COLLECTION, pk: 'ACCOUNT#a#LIST' }] } });
  await expectMalformed(() => getCollections(table, 'a', [ref.hash]), {
    item: { pk: 'ACCOUNT#a#LIST', sk: 'COLLECTION' },
    attribute: 'pk',
  });
});

it('a list page with one spoilt collection fails as a whole', async () => {
  const sound = toItem(aCollection({ account: account.id, reference: 'INV-2' }), { nonce: 'n', startSegment: 0 });
  answerWith({ Responses: { [table.name]: [sound, without(COLLECTION, 'status')] } });
  const hashes = [collectionRefOfKey(sound.pk)?.hash ?? '', ref.hash];
  await expectMalformed(() => getCollections(table, account.id, hashes), { item: COLLECTION, attribute: 'status' });
});

it('a spoilt memory of failures is refused by the next failure too', async () => {
  answerWith(asItem({ ...UNREACHABLE, strikes: [{ id: 'r-1', kind: 'bad luck', at: AT }] }));
  const failure = { id: 'r-2', kind: 'blocked', at: AT } as const;
  await expectMalformed(() => rememberFailure(table, address, failure), {
    item: UNREACHABLE,
    attribute: 'strikes.0.kind',
  });
});

it('a spoilt reply that refuses its repetition is refused itself', async () => {
  refuseWith(without(REPLY, 'text'));
  const kept = { channel: 'sms', messageId: 'in-1', text: 'Ada Obi will pay', at: AT } as const;
  await expectMalformed(() => recordReply(table, ref, kept), { item: REPLY, attribute: 'text' });
});

it('a spoilt API key is refused in a list of keys too', async () => {
  answerWith(asItems(without(API_KEY, 'hint')));
  await expectMalformed(() => listApiKeys(table, account.id), { item: API_KEY, attribute: 'hint' });
});

it('a spoilt segment is refused by the repair of the list too', async () => {
  answerWith(asItem({ ...SEGMENT, entries: [new Uint8Array(15)] }));
  await expectMalformed(() => repairList(table, { ...ref, startSegment: 0 }), {
    item: SEGMENT,
    attribute: 'entries.0',
  });
});
