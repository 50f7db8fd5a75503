/** The credentials of payment providers, as ciphertext: the table never holds what KMS has not encrypted. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { parseProviderId } from '#lib/domain/ids.ts';
import { credentialsKey, type Key } from '#lib/store/keys.ts';
import { bytes, fields, instant, type Stored } from '#lib/store/table/checks.ts';
import { ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, putIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

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
