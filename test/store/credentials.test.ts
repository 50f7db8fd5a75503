/** Credentials of payment providers in the table: only ciphertext, each bound to its own provider. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveCredentials } from '#infra/cli/manage-accounts.ts';
import { type AwsFakes, startAwsFakes } from '#infra/local/fakes/start-aws-fakes.ts';
import { clock } from '#lib/clock.ts';
import { paymentParts, payments } from '#lib/live-payments.ts';
import { CLIENT_SETTINGS } from '#lib/payment/credentials.ts';
import { addSealedCredentials } from '#lib/store/account/providers.ts';
import { credentialsKey } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { anAccount, aProvider } from '#test/support/a-collection.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';

const { tableName, documents } = useTable();
const logs = captureLogs();
const account = anAccount({ id: 'shop000001' });
const { id: provider } = aProvider({ slug: 'paystack' }, account);
const { id: second } = aProvider({ slug: 'stripe' }, account);
const { id: foreign } = aProvider({ slug: 'paystack' }, anAccount({ id: 'shop000002' }));
const SECRET = 'sk_live_0123456789';

const dataDir = mkdtempSync(join(tmpdir(), 'kms-'));
let aws: AwsFakes;

beforeAll(async () => {
  aws = await startAwsFakes({ dataDir, baseUrl: 'https://collections.example', now: () => new Date() });
  paymentParts.kms = new KMSClient({ ...CLIENT_SETTINGS, endpoint: aws.url });
  paymentParts.credentialsKey = String(aws.environment['CREDENTIALS_KEY']);
});

afterAll(async () => {
  await aws.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  for (const id of [provider, second, foreign]) payments.forgetCredentials(id);
});

const itemOf = async (owner: string, id: string) => {
  const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: credentialsKey(owner, id) }));
  return Item;
};

/** Puts the stored ciphertext of the first provider in the place of another. */
async function moveTo(owner: string, id: string): Promise<void> {
  const item = await itemOf(account.id, provider);
  await documents.send(new PutCommand({ TableName: tableName, Item: { ...item, ...credentialsKey(owner, id) } }));
}

describe('saved credentials', () => {
  it('credentials are read as they were saved, and the first and every later save says which it was', async () => {
    expect(await saveCredentials(provider, { secretKey: 'sk_live_first' })).toBe('created');
    expect(await payments.readCredentials(provider)).toEqual({ secretKey: 'sk_live_first' });
    expect(await saveCredentials(provider, { secretKey: SECRET, webhookSecret: 'é' })).toBe('replaced');
    expect(await payments.readCredentials(provider)).toEqual({ secretKey: SECRET, webhookSecret: 'é' });
  });

  it('nothing in the table holds a part of the credentials in clear', async () => {
    await saveCredentials(provider, { secretKey: SECRET });
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tableName }));
    expect(Items.length).toBeGreaterThan(0);
    const shown = Items.flatMap((item) => Object.values(item)).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value),
    );
    expect(shown.join()).not.toContain('sk_live');
    expect(await itemOf(account.id, provider)).toEqual({
      pk: `ACCOUNT#${account.id}#CREDENTIALS`,
      sk: provider,
      ciphertext: expect.any(Uint8Array),
      savedAt: expect.any(String),
    });
  });

  it('a provider without credentials has none, and neither has what is not the id of a provider', async () => {
    expect(await payments.readCredentials(second)).toBeUndefined();
    expect(await payments.readCredentials('prv_nobody')).toBeUndefined();
  });

  it.each([
    ['another provider of the account', account.id, second],
    ['a provider of another account', 'shop000002', foreign],
  ])('a ciphertext that was copied to %s is useless', async (_, owner, id) => {
    await saveCredentials(provider, { secretKey: SECRET });
    await moveTo(owner, id);
    await expect(payments.readCredentials(id)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    expect(logs.lines.join()).not.toContain('sk_live');
  });

  it('credentials over 4,096 bytes are refused before KMS is asked, and what was saved stays', async () => {
    await saveCredentials(provider, { secretKey: SECRET });
    await expect(saveCredentials(provider, { secretKey: 'x'.repeat(4_096) })).rejects.toMatchObject({
      name: 'CredentialsTooLong',
      message: expect.stringContaining('4096 bytes'),
    });
    expect(await payments.readCredentials(provider)).toEqual({ secretKey: SECRET });
  });

  it('adding credentials never replaces those that a provider has', async () => {
    await saveCredentials(provider, { secretKey: SECRET });
    const ciphertext = await payments.seal(provider, '{"secretKey":"older"}');
    expect(await addSealedCredentials(table, { provider, ciphertext, now: clock.now() })).toBe(false);
    expect(await payments.readCredentials(provider)).toEqual({ secretKey: SECRET });
  });
});

describe('when KMS fails', () => {
  beforeEach(async () => {
    await saveCredentials(provider, { secretKey: SECRET });
  });

  it('one failed request of KMS is repeated, and goes unnoticed', async () => {
    for (const kind of ['throttle', 'error', 'lost-reply'] as const) {
      aws.faults.setFault({ service: 'kms', kind, times: 1 });
      expect(await payments.readCredentials(provider), kind).toEqual({ secretKey: SECRET });
      payments.forgetCredentials(provider);
    }
  });

  it.each([
    ['reject', 1, 'AccessDeniedException'],
    ['throttle', 2, 'ThrottlingException'],
    ['error', 2, 'KMSInternalException'],
  ] as const)('credentials that KMS does not decrypt (%s) are unreadable, not missing', async (kind, times, name) => {
    aws.faults.setFault({ service: 'kms', kind, times });
    await expect(payments.readCredentials(provider)).rejects.toMatchObject({ name });
    expect(await payments.readCredentials(provider)).toEqual({ secretKey: SECRET });
  });

  it('credentials that cannot be encrypted are not saved, and the earlier ones stay', async () => {
    aws.faults.setFault({ service: 'kms', kind: 'reject', times: 1 });
    await expect(saveCredentials(provider, { secretKey: 'sk_live_new' })).rejects.toThrow();
    expect(await payments.readCredentials(provider)).toEqual({ secretKey: SECRET });
  });

  it('a spoilt item is logged with its key, and is unreadable, not missing', async () => {
    const Item = { ...credentialsKey(account.id, second), ciphertext: 'text', savedAt: clock.now().toISOString() };
    await documents.send(new PutCommand({ TableName: tableName, Item }));
    await expect(payments.readCredentials(second)).rejects.toMatchObject({ name: 'MalformedItem' });
    expect(logs.events()).toContain('item_malformed');
  });
});
