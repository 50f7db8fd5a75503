/** Accounts in the table, each with its providers inside it; and the directory of all, which lists them without a scan, for operators only. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Account, Experiment, MessageHours, Mode } from '#lib/domain/account.ts';
import type { Directory } from '#lib/domain/directory.ts';
import type { MessagePrice, MessagePrices } from '#lib/domain/forecast/message-prices.ts';
import type { Logo } from '#lib/domain/logo/logo.ts';
import { ROLES } from '#lib/domain/member.ts';
import { PROVIDER_KINDS, type Provider, type ProviderKind } from '#lib/domain/providers/provider.ts';
import { channel } from '#lib/store/collection/terms.ts';
import { accountKey, directoryKey } from '#lib/store/keys.ts';
import { copyOptOutSecret, getOptOutSecret } from '#lib/store/opt-out/secret.ts';
import {
  type Check,
  flag,
  instant,
  integer,
  list,
  map,
  named,
  number,
  object,
  oneOf,
  optional,
  text,
} from '#lib/store/table/checks.ts';
import { all, exists, ITEM_EXISTS, ITEM_IS_NEW, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryAll, updateIf } from '#lib/store/table/requests.ts';
import { forgetShared, sharedWhenBusy } from '#lib/store/table/shared-reads.ts';
import type { Table } from '#lib/store/table/table.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';

export const mode = named<Mode>({ live: true, test: true });

/** `nonce` belongs to the create that stored the provider. */
type StoredProvider = Provider & { nonce?: string };

const provider = object<StoredProvider>({
  id: text,
  name: text,
  slug: text,
  enabled: flag,
  kind: optional(oneOf(PROVIDER_KINDS)),
  reconciles: optional(flag),
  createdAt: instant,
  updatedAt: instant,
  nonce: optional(text),
});

export const storedAccount = object<Omit<Account, 'texts'> & { providers: Record<string, StoredProvider> }>({
  id: text,
  name: text,
  mode,
  country: optional(text),
  salt: text,
  createdAt: instant,
  defaultProvider: optional(text),
  supportPhone: optional(text),
  supportEmail: optional(text),
  promiseDays: optional(integer),
  digest: optional(oneOf(['off'])),
  partPayments: optional(oneOf(['on'])),
  directory: optional(
    object<Directory>({
      issuer: text,
      clientId: text,
      scope: optional(text),
      roleClaim: text,
      roles: map(oneOf(ROLES)),
    }),
  ),
  language: optional(oneOf(LANGUAGE_CODES)),
  messageHours: optional(object<MessageHours>({ opens: integer, closes: integer })),
  messagesPerWeek: optional(integer),
  messagePrices: optional(
    object<MessagePrices>({
      currency: text,
      prices: list(object<MessagePrice>({ channel, country: optional(text), price: number })),
    }),
  ),
  color: optional(text),
  legalName: optional(text),
  address: optional(text),
  website: optional(text),
  logo: optional(object<Logo>({ file: text, width: integer, height: integer })),
  followUpPolicy: optional(text),
  textVersions: optional(text),
  optOutSecret: optional(text),
  experiment: optional(
    object<Experiment>({
      holdOut: number,
      variant: optional(object<NonNullable<Experiment['variant']>>({ share: number, rules: text })),
      since: instant,
      plannedFor: optional(integer),
      isDrawnAnew: optional(flag as Check<true>),
    }),
  ),
  spreadFrom: optional(instant),
  providers: map(provider),
});

/** Countries of accounts that this process has read: they never change. */
const countriesOf = new WeakMap<Table, Map<string, { country?: string }>>();
const MAX_COUNTRIES = 10_000;

/** Reads an account strongly, providers included. */
export async function getAccount(table: Table, account: string): Promise<Account | undefined> {
  const item = await table.getItem(accountKey(account));
  const stored = item && readItem(item, storedAccount);
  if (stored) rememberCountry(table, account, stored);
  return stored;
}

/** For what goes on with collections, and changes nothing of the account: as it was at most five seconds ago, where the account is busy. */
export const getBusyAccount = sharedWhenBusy('account', getAccount);

function rememberCountry(table: Table, account: string, { country }: Account): void {
  const countries = countriesOf.get(table) ?? new Map();
  countriesOf.set(table, countries);
  if (countries.size < MAX_COUNTRIES) countries.set(account, country ? { country } : {});
}

/** The default country of an account that this process has read before. */
export const rememberedCountry = (table: Table, account: string): { country?: string } | undefined =>
  countriesOf.get(table)?.get(account);

/** Sets the provider used when a create names none; false when the account or the provider does not exist. */
export const setDefaultProvider = (table: Table, account: string, slug: string): Promise<boolean> =>
  updateIf(table, {
    key: accountKey(account),
    set: { defaultProvider: slug },
    when: exists(`providers.${slug}`),
  });

/** Starts, changes or ends the account's experiment; false when there is no such account. */
export async function setExperiment(table: Table, account: string, experiment: Experiment): Promise<boolean> {
  const isSet = await updateIf(table, { key: accountKey(account), set: { experiment }, when: ITEM_EXISTS });
  forgetShared(account);
  return isSet;
}

/** Once: an account that is spread stays so from its instant on. False where it is, or when there is no such account. */
export async function spreadAccount(table: Table, account: string, spreadFrom: string): Promise<boolean> {
  const isSet = await updateIf(table, {
    key: accountKey(account),
    set: { spreadFrom },
    when: all(ITEM_EXISTS, notExists('spreadFrom')),
  });
  forgetShared(account);
  return isSet;
}

/** Sets a provider's kind; false when the account or the provider does not exist. */
export const setProviderKind = (table: Table, account: string, slug: string, kind: ProviderKind): Promise<boolean> =>
  updateIf(table, {
    key: accountKey(account),
    set: { [`providers.${slug}.kind`]: kind },
    when: exists(`providers.${slug}`),
  });

export type AccountEntry = Pick<Account, 'id' | 'name' | 'mode' | 'createdAt'>;

const entry = object<AccountEntry>({ id: text, name: text, mode, createdAt: instant });

/** Puts a new account together with its entry in the directory. @throws when the id is taken. */
export async function createAccount(table: Table, account: Account): Promise<void> {
  const { id, name, mode, createdAt } = account;
  const entryItem = { ...directoryKey(ulid(Date.parse(createdAt), table.random.fraction)), id, name, mode, createdAt };
  const write = new TransactWriteCommand({
    TransactItems: [
      { Put: put(table, { item: { ...accountKey(id), ...account }, when: ITEM_IS_NEW }) },
      { Put: put(table, { item: entryItem }) },
    ],
  });
  await table.send(write);
  // After the entry: if the key is made meanwhile, the account is found in the directory.
  const secret = await getOptOutSecret(table);
  if (secret !== undefined) await copyOptOutSecret(table, id, secret);
}

/** Every account, oldest first. No request of the API calls it. */
export async function listAccounts(table: Table): Promise<AccountEntry[]> {
  const items = await queryAll(table, { partition: directoryKey('').pk });
  return items.map((item) => readItem(item, entry));
}
