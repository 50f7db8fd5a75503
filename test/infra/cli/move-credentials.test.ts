/** The move of credentials out of Secrets Manager, and where the command line finds the checksum key, with fakes of both services. */
import { KMSClient } from '@aws-sdk/client-kms';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '#infra/cli/command.ts';
import { moveCredentials } from '#infra/cli/commands/move-credentials.ts';
import { issueApiKey, openAccount, saveCredentials } from '#infra/cli/manage-accounts.ts';
import type { Account } from '#lib/domain/account.ts';
import { readApiKey } from '#lib/domain/checked-token.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { paymentParts, payments } from '#lib/live-payments.ts';
import { CLIENT_SETTINGS } from '#lib/payment/credentials.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { openFakes, type TestFakes } from '#test/infra/local/fakes/open-fakes.ts';
import { useTable } from '#test/support/dynamodb.ts';

const { tableName } = useTable();
let aws: TestFakes;
let account: Account;

beforeAll(async () => {
  aws = await openFakes();
  paymentParts.kms = new KMSClient({ ...CLIENT_SETTINGS, endpoint: aws.url });
  paymentParts.credentialsKey = String(aws.environment['CREDENTIALS_KEY']);
});

beforeEach(async () => {
  account = await openAccount({ name: 'Shop', mode: 'live' });
});

async function aProvider(slug: string): Promise<string> {
  const provider = newProvider({ name: slug, slug, enabled: true }, account, new Date());
  await createProvider(table, account.id, provider, 'nonce');
  return provider.id;
}

const keep = (Name: string, SecretString: string) =>
  new SecretsManagerClient({}).send(new CreateSecretCommand({ Name, SecretString }));

const move = (more: object = {}) => moveCredentials({ account: account.id, ...more });

describe('providers move-credentials', () => {
  it('providers move-credentials copies each secret, says what it did, and shows no secret', async () => {
    const id = await aProvider('paystack');
    await aProvider('flutterwave');
    await keep(`${tableName}/${id}`, '{"secretKey":"sk_live_moved"}');
    const { text, data, isBad } = await move();
    expect(text).toContain("Moved 1 of 2 providers' credentials.");
    expect(text).toMatch(new RegExp(`paystack +moved +${tableName}/${id}`));
    expect(text).not.toContain('sk_live');
    expect({ data, isBad }).toEqual({
      data: [{ account: account.id, provider: 'paystack', secret: `${tableName}/${id}`, outcome: 'moved' }],
      isBad: false,
    });
    expect(await payments.readCredentials(id)).toEqual({ secretKey: 'sk_live_moved' });
  });

  it('providers move-credentials can be repeated, and never replaces newer credentials', async () => {
    const id = await aProvider('paystack');
    await keep(`${tableName}/${id}`, '{"secretKey":"sk_live_old"}');
    await move();
    await saveCredentials(id, { secretKey: 'sk_live_new' });
    const again = await move();
    expect(again.data).toMatchObject([{ outcome: 'kept' }]);
    expect(again.text).toContain('Moved 0 of 1');
    payments.forgetCredentials(id);
    expect(await payments.readCredentials(id)).toEqual({ secretKey: 'sk_live_new' });
  });

  it('providers move-credentials goes on after a failure of KMS where it stopped', async () => {
    const [first, second] = [await aProvider('paystack'), await aProvider('stripe')];
    for (const id of [first, second]) await keep(`${tableName}/${id}`, `{"secretKey":"sk_live_${id}"}`);
    aws.faults.setFault({ service: 'kms', kind: 'reject', times: 1 });
    await expect(move()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect((await move()).data).toMatchObject([{ outcome: 'moved' }, { outcome: 'moved' }]);
  });

  it('providers move-credentials reports secrets that are no credentials or too long, and moves the others', async () => {
    const [odd, long, good] = [await aProvider('a'), await aProvider('b'), await aProvider('c')];
    await keep(`other/${odd}`, 'sk_live_not_json');
    await keep(`other/${long}`, JSON.stringify({ secretKey: 'x'.repeat(4_096) }));
    await keep(`other/${good}`, '{"secretKey":"sk_live_1"}');
    const { data, isBad, text } = await move({ from: 'other' });
    expect((data as { outcome: string }[]).map(({ outcome }) => outcome).toSorted()).toEqual([
      'moved',
      'not readable',
      'too long',
    ]);
    expect(isBad).toBe(true);
    expect(text).not.toContain('sk_live');
  });

  it('providers move-credentials looks at every account when none is named', async () => {
    const id = await aProvider('paystack');
    await keep(`${tableName}/${id}`, '{"secretKey":"sk_live_1"}');
    const { data } = await moveCredentials({});
    expect(data).toContainEqual(expect.objectContaining({ account: account.id, outcome: 'moved' }));
  });

  it('providers move-credentials needs the key of the deployment', async () => {
    const { credentialsKey } = paymentParts;
    paymentParts.credentialsKey = '';
    await expect(move()).rejects.toThrow(UsageError);
    paymentParts.credentialsKey = credentialsKey;
  });
});

describe('the checksum key on an operator’s machine', () => {
  const { API_KEY_CHECKSUM_KEYS: known } = process.env;

  beforeEach(() => {
    delete process.env['API_KEY_CHECKSUM_KEYS'];
    return () => {
      process.env['API_KEY_CHECKSUM_KEYS'] = known;
      delete process.env['API_KEY_CHECKSUM_SECRET'];
    };
  });

  it('a new API key is made with the first of the keys in the secret', async () => {
    await keep('checksum', 'newest older');
    process.env['API_KEY_CHECKSUM_SECRET'] = 'checksum';
    const { apiKey } = await issueApiKey(account);
    expect([readApiKey(apiKey, ['newest']), readApiKey(apiKey, ['older'])]).toEqual([
      { account: account.id, role: 'admin' },
      undefined,
    ]);
  });

  it('no API key is made when nothing says where the checksum key is, or its secret is empty', async () => {
    await expect(issueApiKey(account)).rejects.toThrow('API_KEY_CHECKSUM_SECRET');
    await keep('empty', ' ');
    process.env['API_KEY_CHECKSUM_SECRET'] = 'empty';
    await expect(issueApiKey(account)).rejects.toThrow('is empty');
  });
});
