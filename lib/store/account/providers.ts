/** Providers in the table: a map inside the account's item, so that one read serves get, list and create; and their credentials, as ciphertext: the table never holds what KMS has not encrypted. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parseProviderId } from '#lib/domain/ids.ts';
import { PROVIDER_LIMIT, type Provider, type ProviderChange } from '#lib/domain/providers/provider.ts';
import { accountKey, credentialsKey, type Key } from '#lib/store/keys.ts';
import { bytes, fields, instant, type Stored } from '#lib/store/table/checks.ts';
import { all, exists, hasFewerThan, ITEM_IS_NEW, isAtMost, notExists } from '#lib/store/table/conditions.ts';
import { malformedItem, readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, SHOW_REFUSING, update, updateIf } from '#lib/store/table/requests.ts';
import { forgetShared } from '#lib/store/table/shared-reads.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';
import { storedAccount } from './accounts.ts';

/** Adds a provider unless its slug is taken or the account is full; `nonce` tells our own earlier write from another's. */
export async function createProvider(
  table: Table,
  account: string,
  provider: Provider,
  nonce: string,
): Promise<'created' | 'slug_taken' | 'limit_reached'> {
  const place = `providers.${provider.slug}`;
  const write = update(table, {
    key: accountKey(account),
    set: { [place]: { ...provider, nonce } },
    when: all(notExists(place), hasFewerThan('providers', PROVIDER_LIMIT)),
  });
  try {
    await table.send(new UpdateCommand({ ...write, ...SHOW_REFUSING }));
    forgetShared(account);
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
  const fields = Object.entries(change).map(([name, value]) => [`providers.${slug}.${name}`, value]);
  const key = accountKey(account);
  const write = update(table, {
    key,
    set: Object.fromEntries(fields),
    when: isAtMost(`providers.${slug}.updatedAt`, change.updatedAt),
  });
  try {
    const command = new UpdateCommand({ ...write, ReturnValues: 'ALL_NEW', ...SHOW_REFUSING });
    const { Attributes } = await table.send(command);
    forgetShared(account);
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
export const setReconciles = (table: Table, account: string, slug: string): Promise<boolean> =>
  updateIf(table, {
    key: accountKey(account),
    set: { [`providers.${slug}.reconciles`]: true },
    when: exists(`providers.${slug}`),
  });

/** An item of its own, beside the account's: only functions that call providers may read it. */
const sealed = fields({ ciphertext: bytes(), savedAt: instant });

/** Reads strongly; undefined when the provider has none. */
export async function getSealedCredentials(table: Table, provider: string): Promise<Uint8Array | undefined> {
  const ref = parseProviderId(provider);
  const item = ref && (await table.getItem(credentialsKey(ref.account, provider)));
  return item && readItem(item, sealed).ciphertext;
}

type NewCredentials = { provider: string; ciphertext: Uint8Array; now: Date };

/** Saves the credentials, or replaces them. */
export async function saveSealedCredentials(
  table: Table,
  credentials: NewCredentials,
): Promise<'created' | 'replaced'> {
  const { Attributes } = await table.send(
    new PutCommand({ ...put(table, { item: itemOf(credentials) }), ReturnValues: 'ALL_OLD' }),
  );
  return Attributes === undefined ? 'created' : 'replaced';
}

/** False when the provider has credentials: they are newer, and stay. */
export const addSealedCredentials = (table: Table, credentials: NewCredentials): Promise<boolean> =>
  putIf(table, { item: itemOf(credentials), when: ITEM_IS_NEW });

function itemOf({ provider, ciphertext, now }: NewCredentials) {
  const item: Stored<typeof sealed> = { ciphertext, savedAt: now.toISOString() };
  return { ...keyOf(provider), ...item };
}

function keyOf(provider: string): Key {
  const ref = parseProviderId(provider);
  if (ref === undefined) throw new Error('not the id of a provider');
  return credentialsKey(ref.account, provider);
}
