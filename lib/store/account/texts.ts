/** A merchant's own texts: each version is an item that never changes, and the account says which versions are in force. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '#lib/domain/account.ts';
import { inForce, type OwnTemplate, type OwnText, type OwnTexts, readVersions } from '#lib/domain/message/own-text.ts';
import { by } from '#lib/store/collection/terms.ts';
import { accountKey, type Key, SORT_KEY } from '#lib/store/keys.ts';
import { type Check, flag, instant, integer, object, optional, text } from '#lib/store/table/checks.ts';
import { all, beginsWith, equals, ITEM_EXISTS, ITEM_IS_NEW, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage, update } from '#lib/store/table/requests.ts';
import { forgetShared } from '#lib/store/table/shared-reads.ts';
import { isRefused, type Table } from '#lib/store/table/table.ts';

const ownText = object<OwnText>({
  version: integer,
  subject: optional(text),
  body: text,
  template: optional(
    object<OwnTemplate>({ name: text, language: optional(text), button: optional(flag as Check<true>) }),
  ),
  changedAt: instant,
  by: optional(by),
});

const PREFIX = 'TEXT#';
const DIGITS = 6;

const versionKey = (account: string, key: string, version: number): Key => ({
  pk: accountKey(account).pk,
  sk: `${PREFIX}${key}#${String(version).padStart(DIGITS, '0')}`,
});

/** Of this process, by table: a version never changes. */
const read = new WeakMap<Table, Map<string, OwnText>>();
const MAX_READ = 2_000;

async function getText(table: Table, key: Key): Promise<OwnText | undefined> {
  const known = read.get(table) ?? new Map<string, OwnText>();
  read.set(table, known);
  const name = `${key.pk} ${key.sk}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const item = await table.getItem(key);
  const stored = item && readItem(item, ownText);
  if (stored === undefined) return undefined;
  if (known.size >= MAX_READ) known.clear();
  known.set(name, stored);
  return stored;
}

/** The texts in force that have such keys; those of all keys without a choice. */
export async function getTexts(
  table: Table,
  { id, textVersions }: Pick<Account, 'id' | 'textVersions'>,
  isWanted: (key: string) => boolean = () => true,
): Promise<OwnTexts> {
  const wanted = inForce(readVersions(textVersions)).filter(([key]) => isWanted(key));
  const texts = await Promise.all(
    wanted.map(async ([key, version]) => [key, await getText(table, versionKey(id, key, version))] as const),
  );
  return Object.fromEntries(texts.flatMap(([key, found]) => (found === undefined ? [] : [[key, found]])));
}

type TextChange = {
  /** Which versions were in force, as the account has it, and which are then. */
  before: string | undefined;
  after: string;
  key: string;
  /** Absent where a text is taken back. */
  saved?: OwnText | undefined;
};

/** False when another change came between. */
export async function saveText(
  table: Table,
  account: string,
  { before, after, key, saved }: TextChange,
): Promise<boolean> {
  const isSame = before === undefined ? notExists('textVersions') : equals('textVersions', before);
  const change = update(table, {
    key: accountKey(account),
    set: { textVersions: after },
    when: all(ITEM_EXISTS, isSame),
  });
  const item = saved && { ...versionKey(account, key, saved.version), ...saved };
  const rows = item === undefined ? [] : [{ Put: put(table, { item, when: ITEM_IS_NEW }) }];
  try {
    await table.send(new TransactWriteCommand({ TransactItems: [{ Update: change }, ...rows] }));
    forgetShared(account);
    return true;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return false;
  }
}

const SHOWN = 50;

/** The latest versions of a text, the newest first. */
export async function listVersions(table: Table, account: string, key: string): Promise<OwnText[]> {
  const { pk } = accountKey(account);
  const when = beginsWith(SORT_KEY, `${PREFIX}${key}#`);
  const { items } = await queryPage(table, { partition: pk, when, newestFirst: true, limit: SHOWN });
  return items.map((item) => readItem(item, ownText));
}
