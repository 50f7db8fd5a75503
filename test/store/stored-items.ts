/** Sound items of every kind, and what a fake table answers in their place. */
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect } from 'vitest';
import { hashToBytes, type MemberRef, memberId } from '#lib/domain/ids.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { attemptKey, entryKey, eventKey, replyKey, segmentKey, waitingKey } from '#lib/store/collection/keys.ts';
import {
  accountKey,
  apiKeyKey,
  auditKey,
  contactByEmailKey,
  contactByPhoneKey,
  directoryKey,
  type Key,
  lastMessageKey,
  loggableKey,
  memberKey,
  messageKey,
  personKey,
} from '#lib/store/keys.ts';
import { listedOptOutKey, optOutKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import { anEntry, anOption, aReported, aSession } from '#test/support/a-payment.ts';
import { anAttempt, NOW } from './a-claim.ts';
import { aCollection, aContact, anAccount } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';

/** The log lines of the running test; the test file captures them. */
export const lines: string[] = [];

export type Item = Record<string, unknown>;

export const AT = NOW.toISOString();
export const account = anAccount({ country: 'NG' });
export const collection = aCollection({ account: account.id, nextRunAt: AT, sessions: [aSession({ key: 'cs_1' })] });
export const { ref } = collection;
export const PERSON = aContact();
export const lookup = { phone: PERSON.phone, email: PERSON.email.toLowerCase() };
export const byPhone = contactByPhoneKey(account.id, lookup.phone);
export const byEmail = contactByEmailKey(account.id, lookup.email);
export const address = { channel: 'sms', address: PERSON.phone } as const;

export const provider = {
  id: 'prv_1',
  name: 'Ada Obi',
  slug: 'paystack',
  enabled: true,
  kind: 'paystack',
  createdAt: AT,
  updatedAt: AT,
  nonce: 'n',
};

const MEMBER = { id: 'mbr_1', name: 'Grace Eze' };

export const COLLECTION: Item = {
  ...toItem(collection, { nonce: 'n', startSegment: 0, idempotency: { key: 'k', bodyHash: 'b' } }),
  completedAt: AT,
  entryCount: 1,
  received: 1,
  referenceEnded: true,
  erasedAt: AT,
  skippedSlot: 2,
  postponedSlot: 1,
  options: JSON.stringify([anOption('card'), anOption('bank_transfer')]),
  plan: {
    from: AT,
    firstSlot: 2,
    restartsAt: AT,
    firmer: 1,
    asked: { at: AT, channels: ['sms'], tone: 'gentle', by: MEMBER },
  },
  pause: { since: AT, until: AT, reason: 'promise' },
  promise: { payBy: AT, madeAt: AT, brokenAt: AT },
  retry: { slot: 1, at: AT },
};
export const ACCOUNT: Item = {
  ...accountKey(account.id),
  ...account,
  defaultProvider: 'paystack',
  providers: { paystack: provider },
};
export const API_KEY: Item = {
  ...apiKeyKey(account.id, 'f00d'),
  ...{ hash: 'f00d', mode: 'live', hint: 'abcd', createdAt: AT, expiresAt: AT, revokedAt: AT },
};
export const memberRef: MemberRef = { account: ref.account, hash: ref.hash };
export const STORED_MEMBER: Item = {
  ...memberKey(account.id, memberId(memberRef)),
  ...{
    id: memberId(memberRef),
    name: 'Ada Obi',
    role: 'agent',
    createdAt: AT,
    updatedAt: AT,
    removedAt: AT,
    version: 1,
  },
  link: { hash: 'f00d', createdAt: AT, expiresAt: AT },
  sessions: { f00d: { startedAt: AT, seenAt: AT, expiresAt: AT } },
};
const by = { id: 'mbr_1', name: 'Ada Obi' };
export const AUDIT_ENTRY: Item = {
  ...auditKey(account.id, `${AT}#n`),
  ...{ at: AT, what: 'denied', member: by, by, detail: 'POST /console/members' },
};
export const ENTRY: Item = {
  ...directoryKey('01J'),
  id: account.id,
  name: 'Ada Obi',
  mode: 'test',
  createdAt: AT,
};
export const ATTEMPT: Item = {
  ...attemptKey(ref, 1),
  ...anAttempt(1, { status: 'sent', channel: 'sms', messageId: 'm', reason: 'r', channelsTried: ['sms'] }),
  text: 'Hi Ada Obi',
  by: MEMBER,
  retryAt: AT,
  earlier: { messageId: 'm-0', channel: 'email', reason: 'bounced', at: { sent: AT, failed: AT } },
};
const details = { surcharge: 1, fee: 2, method: 'card', note: 'n', by: MEMBER, requestKey: 'k', bodyHash: 'h' };
const entry = anEntry({ ...details, reason: 'cancelled', taken: true });
export const LEDGER_ENTRY: Item = { ...entryKey(ref, entry.key), ...entry };
export const REPORTED = aReported({ ...details, taken: true });
export const WAITING: Item = {
  ...waitingKey(ref, entry.key),
  key: entry.key,
  reported: JSON.stringify(REPORTED),
  recordedAt: AT,
};
export const EVENT: Item = { ...eventKey(ref, 'contact.opted_out'), type: 'contact.opted_out', timestamp: AT };
export const MESSAGE: Item = {
  ...messageKey('sms', 'm-1'),
  account: ref.account,
  hash: ref.hash,
  slot: 1,
};
export const OPT_OUT: Item = { ...optOutKey('sms', PERSON.phone), optedOutAt: AT };
export const LISTED_OPT_OUT: Item = {
  ...listedOptOutKey(`sms#${PERSON.phone}`),
  ...{ ...address, optedOutAt: AT, by: 'reply' },
};
export const UNREACHABLE: Item = {
  ...unreachableKey('sms', PERSON.phone),
  ...{ until: '2999-01-01T00:00:00.000Z', reason: 'blocked', version: 1 },
  strikes: [{ id: 'r-1', kind: 'blocked', at: AT }],
};
/** Its slot and instant are not read. */
export const LAST_MESSAGE: Item = {
  ...lastMessageKey(PERSON.phone),
  ...{ account: ref.account, hash: ref.hash },
};
export const REPLY: Item = {
  ...replyKey(ref, 'in-1'),
  ...{ messageId: 'in-1', channel: 'sms', text: 'Ada Obi will pay', at: AT },
};
export const personRef = { account: account.id, matchKey: PERSON.phone };
export const REMEMBERED: Item = {
  ...personKey(personRef),
  version: 1,
  sends: [{ at: AT, channel: 'sms', hash: ref.hash }],
  payments: [{ at: AT, minutesToPay: 60, reminded: true, channel: 'sms', minutesSinceDelivery: 5 }],
  unread: { count: 1, at: AT },
};
export const SEGMENT: Item = { ...segmentKey(account.id, 0), entries: [hashToBytes(ref.hash)] };
/** What its other attributes say is not read. */
export const contactUnder = (key: Key): Item => ({ ...key, id: PERSON.id });

/** Answers every command with this; a read of one key finds nothing under any other key. */
export function answerWith(answer: object): void {
  const { Item: stored } = answer as { Item?: Item };
  interceptSend(async ({ input }) =>
    stored !== undefined && (input.Key?.pk !== stored['pk'] || input.Key?.sk !== stored['sk']) ? {} : answer,
  );
}

/** Fails a write as DynamoDB does, with what it has stored. */
export const refuseWith = (item: Item): void =>
  void interceptSend(async () => {
    throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, Item: marshall(item) });
  });

export const cancelWith = (item: Item): void =>
  void interceptSend(async () => {
    const CancellationReasons = [{ Code: 'ConditionalCheckFailed', Item: marshall(item) }];
    throw new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
  });

const TYPED = ['Ada', 'Obi', '8031234567', 'xample.com', 'School fees'];

type Expected = { item: Item; attribute: string };

/** Expects that a read fails for this attribute, and that the log's only line says so. */
export async function expectMalformed(read: () => Promise<unknown>, { item, attribute }: Expected): Promise<void> {
  const error = await read().then(
    (value) => expect.unreachable(`was read as ${JSON.stringify(value)}`),
    (thrown: Error) => thrown,
  );
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'ERROR',
      event: 'item_malformed',
      ...loggableKey(item as Key),
      attribute: expect.stringMatching(new RegExp(`^${attribute.replaceAll('*', '\\*')}(\\.|$)`)),
    },
  ]);
  for (const word of TYPED) expect(`${lines.join()} ${error.message} ${error.stack}`).not.toContain(word);
}

export const without = (item: Item, name: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([other]) => other !== name));
