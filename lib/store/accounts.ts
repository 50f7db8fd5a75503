/** Accounts in the table, each with its providers inside it. */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '#lib/domain/account.ts';
import type { Mode } from '#lib/domain/api-key.ts';
import { PROVIDER_KINDS, type Provider, type ProviderKind } from '#lib/domain/provider.ts';
import { flag, instant, map, named, object, oneOf, optional, text } from './checks.ts';
import { accountKey } from './keys.ts';
import { readItem } from './read-item.ts';
import { send, table, writeIf } from './table.ts';

export const mode = named<Mode>({ live: true, test: true });

/** `nonce` belongs to the create that stored the provider. */
type StoredProvider = Provider & { nonce?: string };

const provider = object<StoredProvider>({
  id: text,
  name: text,
  slug: text,
  enabled: flag,
  kind: optional(oneOf(PROVIDER_KINDS)),
  createdAt: instant,
  updatedAt: instant,
  nonce: optional(text),
});

export const storedAccount = object<Account & { providers: Record<string, StoredProvider> }>({
  id: text,
  name: text,
  mode,
  country: optional(text),
  salt: text,
  createdAt: instant,
  defaultProvider: optional(text),
  providers: map(provider),
});

/** Countries of accounts that this process has read: they never change. */
const countries = new Map<string, { country?: string }>();
const MAX_COUNTRIES = 10_000;

/** Reads an account strongly, providers included. */
export async function getAccount(account: string): Promise<Account | undefined> {
  const get = new GetCommand({ TableName: table.name, Key: accountKey(account), ConsistentRead: true });
  const { Item } = await send(get);
  const found = Item && readItem(Item, storedAccount);
  if (found && countries.size < MAX_COUNTRIES) countries.set(account, found.country ? { country: found.country } : {});
  return found;
}

/** The default country of an account that this process has read before. */
export const rememberedCountry = (account: string): { country?: string } | undefined => countries.get(account);

/** Sets the provider used when a create names none; false when the account or the provider does not exist. */
export async function setDefaultProvider(account: string, slug: string): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: accountKey(account),
    UpdateExpression: 'SET defaultProvider = :slug',
    ConditionExpression: 'attribute_exists(providers.#slug)',
    ExpressionAttributeNames: { '#slug': slug },
    ExpressionAttributeValues: { ':slug': slug },
  });
  return writeIf(update);
}

/** Sets a provider's kind; false when the account or the provider does not exist. */
export async function setProviderKind(account: string, slug: string, kind: ProviderKind): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: accountKey(account),
    UpdateExpression: 'SET providers.#slug.#kind = :kind',
    ConditionExpression: 'attribute_exists(providers.#slug)',
    ExpressionAttributeNames: { '#slug': slug, '#kind': 'kind' },
    ExpressionAttributeValues: { ':kind': kind },
  });
  return writeIf(update);
}
