/** Writes all that the service holds about a person in an account as one JSON document, a collection at a time. */
import { type Streams, write } from '#infra/cli/streams.ts';
import { clock } from '#lib/clock.ts';
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import { byRecording, toPaymentResponse } from '#lib/contract/show-payment.ts';
import type { Account } from '#lib/domain/account.ts';
import { slugsOf } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { collectionId } from '#lib/domain/ids.ts';
import type { Address } from '#lib/domain/opt-out.ts';
import { site } from '#lib/site.ts';
import { getHistory, queryPartition } from '#lib/store/collections.ts';
import { optOutKey, unreachableKey } from '#lib/store/deployment-keys.ts';
import { getContacts } from '#lib/store/forget-person.ts';
import { ATTEMPT_PREFIX, collectionKey, type Key, personKey } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/read-item.ts';
import { findLastMessage } from '#lib/store/replies.ts';
import { getItem } from '#lib/store/table.ts';
import { findToldBodies } from '#lib/store/told-bodies.ts';
import type { Found } from './find-person.ts';
import type { Whom } from './whom.ts';

export async function exportPerson({ account, shown }: Whom, found: Found, { file, progress }: Streams): Promise<void> {
  const head = {
    exportedAt: clock.now().toISOString(),
    account: { id: account.id, name: account.name },
    person: shown,
    contacts: await contactsOf(account, found),
    remembered: await rowsOf(found.matchKeys.map((matchKey) => personKey({ account: account.id, matchKey }))),
    addresses: await Promise.all(found.addresses.map((address) => addressOf(account, address))),
  };
  await write(file, `${indented(head).slice(0, -2)},\n  "collections": [`);
  for (const [index, collection] of found.collections.entries()) {
    const text = indented(await collectionOf(account, collection)).replaceAll('\n', '\n    ');
    await write(file, `${index === 0 ? '' : ','}\n    ${text}`);
    progress.write(`${index + 1} of ${found.collections.length} collections written\r`);
  }
  await write(file, `${found.collections.length === 0 ? '' : '\n  '}]\n}\n`);
  progress.write(`${found.collections.length} collections written.   \n`);
}

const indented = (value: object): string => JSON.stringify(value, null, 2);

async function contactsOf(account: Account, { lookups }: Found): Promise<object[]> {
  const rows = (await Promise.all(lookups.map((lookup) => getContacts(account.id, lookup)))).flat();
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** As it is stored, without what only the table needs. */
async function rowsOf(keys: readonly Key[]): Promise<object[]> {
  const items = await Promise.all(keys.map(getItem));
  return items.flatMap((item) => (item === undefined ? [] : plain(item)));
}

const INTERNAL = ['pk', 'sk', 'ttl', 'version', 'token', 'receiptIds'];

const plain = (item: Item): object =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !INTERNAL.includes(name)));

async function addressOf(account: Account, { channel, address }: Address): Promise<object> {
  const [optOut] = await rowsOf([optOutKey(channel, address)]);
  const [unreachable] = await rowsOf([unreachableKey(channel, address)]);
  const last = channel === 'email' ? undefined : await findLastMessage(address);
  return {
    channel,
    address,
    optOut: optOut ?? null,
    unreachable: unreachable ?? null,
    ...(last?.account === account.id && { lastMessage: collectionId(last) }),
  };
}

/** As the API shows it, with what it shows apart: payments, attempts with their texts and receipts, replies, what was told. */
async function collectionOf(account: Account, { ref, id }: Collection): Promise<object> {
  const now = clock.now();
  const [history, items, told] = await Promise.all([
    getHistory(ref),
    queryPartition(collectionKey(ref.account, ref.hash).pk),
    findToldBodies(ref, now),
  ]);
  if (history === undefined) return { id };
  const bodies = new Map(told.map(({ body }) => [body, JSON.parse(body) as object]));
  return {
    ...toHistoryResponse(history, now, site.baseUrl),
    payments: history.entries.toSorted(byRecording).map((entry) => toPaymentResponse(id, entry, slugsOf(account))),
    attempts: items.filter(({ sk }) => sk.startsWith(ATTEMPT_PREFIX)).map(plain),
    replies: history.replies,
    told: [...bodies.values()],
  };
}
