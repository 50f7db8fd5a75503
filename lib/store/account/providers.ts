/** Providers in the table: a map inside the account's item, so that one read serves get, list and create. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PROVIDER_LIMIT, type Provider, type ProviderChange } from '#lib/domain/provider.ts';
import { accountKey } from '#lib/store/account/keys.ts';
import { malformedItem, readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { refusingItem } from '#lib/store/table/table.ts';
import { storedAccount } from './accounts.ts';

/** Adds a provider unless its slug is taken or the account is full; `nonce` tells our own earlier write from another's. */
export async function createProvider(
  table: Table,
  account: string,
  provider: Provider,
  nonce: string,
): Promise<'created' | 'slug_taken' | 'limit_reached'> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: accountKey(account),
    UpdateExpression: 'SET providers.#slug = :provider',
    ConditionExpression: 'attribute_not_exists(providers.#slug) AND size(providers) < :limit',
    ExpressionAttributeNames: { '#slug': provider.slug },
    ExpressionAttributeValues: { ':provider': { ...provider, nonce }, ':limit': PROVIDER_LIMIT },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.send(update);
    return 'created';
  } catch (error) {
    const { providers } = readItem(refusingItem(error), storedAccount);
    if (!Object.hasOwn(providers, provider.slug)) return 'limit_reached';
    return providers[provider.slug]?.nonce === nonce ? 'created' : 'slug_taken';
  }
}

/** Saves a change of a provider, and answers the provider as it then is. A faster clock may have dated another change later. */
export async function saveProvider(
  table: Table,
  account: string,
  slug: string,
  change: ProviderChange & { updatedAt: string },
): Promise<Provider> {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const key = accountKey(account);
  const update = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: `SET ${fields.map(([name]) => `providers.#slug.#${name} = :${name}`).join(', ')}`,
    ConditionExpression: 'providers.#slug.updatedAt <= :updatedAt',
    ExpressionAttributeNames: { '#slug': slug, ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])) },
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await table.send(update);
    const { [slug]: saved } = readItem(Attributes ?? {}, storedAccount, key).providers;
    if (saved === undefined) throw malformedItem(key, 'providers');
    return saved;
  } catch (error) {
    const { [slug]: later } = readItem(refusingItem(error), storedAccount, key).providers;
    if (later === undefined) throw error;
    return saveProvider(table, account, slug, { ...change, updatedAt: later.updatedAt });
  }
}

/** Has the ledger reconciled with the provider's lists, from now on; false when the account or the provider does not exist. */
export async function setReconciles(table: Table, account: string, slug: string): Promise<boolean> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: accountKey(account),
    UpdateExpression: 'SET providers.#slug.reconciles = :yes',
    ConditionExpression: 'attribute_exists(providers.#slug)',
    ExpressionAttributeNames: { '#slug': slug },
    ExpressionAttributeValues: { ':yes': true },
  });
  return table.writeIf(update);
}
