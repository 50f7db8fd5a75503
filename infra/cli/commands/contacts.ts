/** `contacts export` and `contacts erase`: all that the service holds about a person in an account, shown or overwritten. */
import {
  alignColumns,
  CommandFailure,
  type Run,
  type Streams,
  textOf,
  UsageError,
  type Values,
} from '#infra/cli/command.ts';
import { erasePerson, openOnes } from '#infra/cli/contacts/erase-person.ts';
import { exportPerson } from '#infra/cli/contacts/export-person.ts';
import {
  type FoundPerson,
  findCollectionsOf,
  type PersonOfAccount,
  type Progress,
  personIn,
  readWhom,
} from '#infra/cli/contacts/find-person.ts';
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import { getAccount, listAccounts } from '#lib/store/account/accounts.ts';
import { copyOptOutSecret, getOptOutSecret } from '#lib/store/opt-out/secret.ts';
import { type Erasure, endErasure, listErasures, listUnended, recordErasure } from '#lib/store/person/erasures.ts';
import { table } from '#lib/store/table/live-table.ts';
import { findAccount } from './accounts.ts';

/**
 * Only what was created before its erasure. A collection that can be paid again had ended before it was erased: it is
 * cancelled. Collections are read once for each account, however many of its persons were erased.
 */
async function replayErasures({ isMeant, progress }: { isMeant: boolean; progress: Progress }) {
  if (isMeant) await shareAgain();
  const byAccount = Map.groupBy(await listErasures(table), ({ account }) => account);
  const data = { erasures: [...byAccount.values()].flat().length, collections: 0, left: 0 };
  for (const [id, erasures] of byAccount) {
    const account = await getAccount(table, id);
    if (account === undefined) continue;
    const done = await replayAccount(account, erasures, { isMeant, progress });
    data.collections += done.collections;
    data.left += done.left;
  }
  const counted = `Erasures in the log: ${data.erasures}. Collections of theirs that are not erased: ${data.collections}.`;
  if (!isMeant) return { data, text: `${counted} Say --yes to erase them again.` };
  if (data.left === 0) return { data, text: `${counted} They are erased again.` };
  return { data, text: `${counted} ${data.left} of them are not erased yet: run it again.`, isBad: true };
}

async function replayAccount(
  account: Account,
  erasures: readonly Erasure[],
  { isMeant, progress }: { isMeant: boolean; progress: Progress },
): Promise<{ collections: number; left: number }> {
  const subjects = erasures.map(({ by, value, at }) => ({ by, value, until: at }));
  const all = await findCollectionsOf(account, subjects, progress);
  const collections = all.filter(({ erasedAt }) => erasedAt === undefined);
  if (!isMeant || collections.length === 0) return { collections: collections.length, left: 0 };
  const hashes = collections.map(({ ref }) => ref.hash);
  const left = await erasePerson({ account, subjects, hashes, given: {} }, progress);
  return { collections: collections.length, left: left.length };
}

/** The key of hashed opt-outs may have come back without its copies in the accounts. */
async function shareAgain(): Promise<void> {
  const secret = await getOptOutSecret(table);
  if (secret === undefined) return;
  for (const { id } of await listAccounts(table)) await copyOptOutSecret(table, id, secret);
}

export const exportContactTo =
  (streams: Streams): Run =>
  async (values) => {
    const whom = readWhom(values)(await findAccount(values));
    await exportPerson(whom, await findPerson(whom, streams.progress), streams);
    return { data: undefined, text: '' };
  };

export const exportContact: Run = (values) =>
  exportContactTo({ file: process.stdout, progress: process.stderr })(values);

export const eraseContactWith =
  (progress: Progress): Run =>
  async (values) => {
    if (values['replay']) return replay(values, progress);
    if (values['account'] === undefined) throw new UsageError('"contacts erase" needs --account, or --replay.');
    const whom = readWhom(values)(await findAccount(values));
    const found = await findPerson(whom, progress);
    refuseOpen(found, values);
    const planned = planOf(whom, found);
    if (!values['yes']) return { ...planned, text: `${planned.text}\n\nNothing was erased. Say --yes to erase it.` };
    return erase(whom, found, progress);
  };

export const eraseContact: Run = (values) => eraseContactWith(process.stderr)(values);

async function findPerson({ account, subject, lookup }: PersonOfAccount, progress: Progress): Promise<FoundPerson> {
  return personIn(account, await findCollectionsOf(account, [subject], progress), lookup);
}

/** What can still be paid is a claim of the merchant: only the merchant can give it up. */
function refuseOpen(found: FoundPerson, values: Values): void {
  const open = openOnes(found, clock.now());
  if (open.length === 0 || values['cancel-open']) return;
  const rows = open.map(({ id, reference, status }) => [id, reference, status]);
  throw new CommandFailure(
    `${alignColumns(['COLLECTION', 'REFERENCE', 'STATUS'], rows)}\n\nThese can still be paid, so nothing was erased. Wait until they have ended, or say --cancel-open to cancel them and erase everything.`,
  );
}

function planOf({ account, shown }: PersonOfAccount, found: FoundPerson) {
  const open = openOnes(found, clock.now()).length;
  const counts = { collections: found.collections.length, cancelled: open, addresses: found.addresses.length };
  const text = [
    `${shown} in account ${account.id} (${account.name}), in ${counts.collections} collections:`,
    '- Names, phone, email, metadata, texts of messages and replies, and notes of payments are overwritten.',
    '- Ids, references, amounts, dates, statuses and payments stay.',
    ...(open > 0 ? [`- Collections that can still be paid, and are cancelled first: ${open}.`] : []),
    `- The contact is deleted, with what was learned about the person and about ${counts.addresses} addresses.`,
    '- Opt-outs go on holding, under a hash of the address.',
  ].join('\n');
  return { data: { account: account.id, erased: false, ...counts }, text };
}

async function erase(whom: PersonOfAccount, found: FoundPerson, progress: Progress) {
  const { account, subject, lookup: given, shown } = whom;
  // One that died has overwritten some, which nothing leads to any more, and has not looked at them again.
  const before = await listUnended(table, { ...subject, account: account.id });
  const own = found.collections.map(({ ref }) => ref.hash);
  const hashes = [...new Set([...own, ...before.flatMap((each) => each.hashes ?? [])])];
  const logged = { ...subject, account: account.id, at: clock.now().toISOString(), hashes };
  await recordErasure(table, logged);
  const left = await erasePerson({ account, subjects: [subject], hashes, given }, progress);
  if (left.length === 0) for (const each of [...before, logged]) await endErasure(table, each);
  const data = { ...planOf(whom, found).data, erased: left.length === 0 };
  if (left.length > 0) {
    const text = `${left.length} collections are not erased yet: a message is being sent, or a payment came. Run it again.`;
    return { data, text, isBad: true };
  }
  return { data, text: `${shown} is erased from account ${account.id}: ${data.collections} collections.` };
}

async function replay(values: Values, progress: Progress) {
  const given = ['account', 'contact', 'phone', 'email', 'cancel-open'].filter((name) => values[name] !== undefined);
  if (given.length > 0)
    throw new UsageError(
      `--replay repeats every erasure of the log: it takes no --${textOf({ given: given[0] }, 'given')}.`,
    );
  return replayErasures({ isMeant: values['yes'] === true, progress });
}
