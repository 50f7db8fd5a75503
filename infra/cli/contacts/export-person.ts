/** Writes all that the service holds about a person in an account as one JSON document, a collection at a time. */
import { type Streams, write } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import { toPaymentResponse } from '#lib/contract/show-payment.ts';
import { type Account, slugsOf } from '#lib/domain/account.ts';
import { reachesPhone } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Address } from '#lib/domain/contact.ts';
import { isSubject } from '#lib/domain/erasure.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { byRecording } from '#lib/domain/payment/entry-order.ts';
import { service } from '#lib/service.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { findToldBodies } from '#lib/store/event/told.ts';
import { findLastMessage } from '#lib/store/message/messages.ts';
import { getContacts } from '#lib/store/person/contacts.ts';
import { getHeldAddress, getHeldAttempts } from '#lib/store/person/erasures.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { FoundPerson, PersonOfAccount } from './find-person.ts';
import { ownMemory } from './shared-memory.ts';

export async function exportPerson(
  whom: PersonOfAccount,
  found: FoundPerson,
  { file, progress }: Streams,
): Promise<void> {
  const { account, shown } = whom;
  const head = {
    exportedAt: clock.now().toISOString(),
    account: { id: account.id, name: account.name },
    person: shown,
    contacts: await contactsOf(whom, found),
    remembered: await rememberedOf(account, found),
    addresses: await Promise.all(found.addresses.map((address) => addressOf(found, address))),
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

/** Another person may have the contact of a shared email. */
async function contactsOf({ account, subject }: PersonOfAccount, { lookups }: FoundPerson): Promise<object[]> {
  const all = (await Promise.all(lookups.map((lookup) => getContacts(table, account.id, lookup)))).flat();
  const rows = all.filter((row) => isSubject(subject, row, { phone: { lookup: row.phone }, salt: account.salt }));
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

async function rememberedOf(account: Account, found: FoundPerson): Promise<object[]> {
  const people = await Promise.all(found.matchKeys.map((matchKey) => ownMemory({ account, found }, matchKey)));
  return people.filter((each) => each !== undefined);
}

async function addressOf({ collections }: FoundPerson, address: Address): Promise<object> {
  const last = reachesPhone(address.channel) ? await findLastMessage(table, address.address) : undefined;
  const isOwn = last !== undefined && collections.some(({ id }) => id === collectionId(last));
  const about = isOwn ? { lastMessage: collectionId(last) } : {};
  return { ...address, ...(await getHeldAddress(table, address)), ...about };
}

/** As the API shows it, with what it shows apart: payments, attempts with their texts and receipts, replies, what was told. */
async function collectionOf(account: Account, { ref, id, replaced, spread }: Collection): Promise<object> {
  const now = clock.now();
  const [history, attempts, told] = await Promise.all([
    getHistory(table, ref),
    getHeldAttempts(table, ref),
    findToldBodies(table, { ref, spread }, now),
  ]);
  if (history === undefined) return { id };
  const bodies = new Map(told.map(({ body }) => [body, JSON.parse(body) as object]));
  return {
    ...toHistoryResponse(history, now, service.settings.baseUrl),
    ...(replaced && { replaced }),
    payments: history.entries.toSorted(byRecording).map((entry) => toPaymentResponse(id, entry, slugsOf(account))),
    attempts,
    replies: history.replies,
    told: [...bodies.values()],
  };
}
