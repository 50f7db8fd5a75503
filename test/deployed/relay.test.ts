/** The deployed relay, which reads the stream of the deployed table. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { issueApiKey, openAccount } from '#infra/cli/manage-accounts.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey, segmentKey } from '#lib/store/collection/keys.ts';
import type { Key } from '#lib/store/keys.ts';

const BASE_URL = process.env['COLLECTIONS_BASE_URL'] ?? '';
const TableName = process.env['TABLE_NAME'];
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

// biome-ignore lint/suspicious/noExplicitAny: the tests of the contract check the content of an envelope.
type Envelope = Record<string, any>;

const remove = async (Key: Key): Promise<Envelope | undefined> =>
  (await client.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }))).Attributes;

const keyOf = (id: string): Key => {
  const ref = parseCollectionId(id);
  if (!ref) throw new Error(`${id} is not the id of a collection`);
  return collectionKey(ref.account, ref.hash);
};

describe('the deployed relay', () => {
  it('the deployed relay soon lists a collection that was stored but not listed', async () => {
    const account = await openAccount({ name: 'Relay', mode: 'test' });
    const { apiKey } = await issueApiKey(account);
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const call = async (path: string, init: RequestInit = {}): Promise<Envelope> => {
      const answer = await fetch(`${BASE_URL}/public/collections${path}`, { ...init, headers });
      return (await answer.json()) as Envelope;
    };
    const contact = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };
    const body = JSON.stringify({ reference: 'lost', amount: { value: 100, currency: 'NGN' }, contact });

    const { data: collection } = await call('', { method: 'POST', body });
    expect(collection.id).toMatch(/^pay_/);
    // Imitates a create that crashed between its two writes: the collection is stored and not listed.
    const recorded = await remove(keyOf(collection.id));
    expect(await remove(segmentKey(account.id, 0))).toBeDefined();
    await client.send(new PutCommand({ TableName, Item: recorded }));

    const listed = await vi.waitUntil(async () => (await call(''))['data'][0], { timeout: 30_000, interval: 500 });
    expect(listed.id).toBe(collection.id);
  });
});
