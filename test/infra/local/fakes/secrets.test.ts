/** The fake of Secrets Manager, called by the SDK's client. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { beforeAll, expect, it } from 'vitest';
import { NOW, openFakes, type TestFakes } from './open-fakes.ts';

let aws: TestFakes;
let client: SecretsManagerClient;

beforeAll(async () => {
  aws = await openFakes();
  client = new SecretsManagerClient({ maxAttempts: 1 });
});

const create = (Name: string, SecretString: string, ClientRequestToken?: string) =>
  client.send(new CreateSecretCommand({ Name, SecretString, ...(ClientRequestToken && { ClientRequestToken }) }));
const read = async (SecretId: string) => client.send(new GetSecretValueCommand({ SecretId }));

it('a secret is read by its name and by its ARN', async () => {
  const made = await create('table/prv_1', '{"secretKey":"é"}');
  expect(made).toMatchObject({
    Name: 'table/prv_1',
    ARN: expect.stringMatching(/^arn:aws:secretsmanager:us-east-1:\d{12}:secret:table\/prv_1-[0-9a-f]{6}$/),
  });
  for (const id of ['table/prv_1', made.ARN ?? '']) {
    expect(await read(id)).toMatchObject({
      Name: 'table/prv_1',
      ARN: made.ARN,
      SecretString: '{"secretKey":"é"}',
      VersionId: made.VersionId,
      VersionStages: ['AWSCURRENT'],
      CreatedDate: NOW,
    });
  }
});

it('PutSecretValue replaces the value of a secret, as a new version', async () => {
  const { VersionId } = await create('table/prv_2', 'first');
  const put = await client.send(new PutSecretValueCommand({ SecretId: 'table/prv_2', SecretString: 'second' }));
  expect(put).toMatchObject({ Name: 'table/prv_2', VersionStages: ['AWSCURRENT'] });
  expect(put.VersionId).not.toBe(VersionId);
  expect(await read('table/prv_2')).toMatchObject({ SecretString: 'second', VersionId: put.VersionId });
});

it('DescribeSecret does not show the value', async () => {
  const { VersionId = '' } = await create('table/prv_3', 'hidden');
  const described = await client.send(new DescribeSecretCommand({ SecretId: 'table/prv_3' }));
  expect(described).toMatchObject({ Name: 'table/prv_3', VersionIdsToStages: { [VersionId]: ['AWSCURRENT'] } });
  expect(JSON.stringify(described)).not.toContain('hidden');
});

it('CreateSecret succeeds again for the same call, and refuses another value for the name', async () => {
  const token = 'a'.repeat(32);
  const made = await create('table/prv_4', 'one', token);
  expect((await create('table/prv_4', 'one', token)).ARN).toBe(made.ARN);
  await expect(create('table/prv_4', 'two')).rejects.toMatchObject({ name: 'ResourceExistsException' });
  expect((await read('table/prv_4')).SecretString).toBe('one');
});

it('an unknown secret is not found', async () => {
  const missing = { SecretId: 'table/none' };
  const calls = [
    new GetSecretValueCommand(missing),
    new DescribeSecretCommand(missing),
    new PutSecretValueCommand({ ...missing, SecretString: 'x' }),
  ];
  for (const command of calls) {
    await expect(client.send(command as GetSecretValueCommand)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "Secrets Manager can't find the specified secret.",
      $metadata: { httpStatusCode: 400 },
    });
  }
});

it('the fake refuses an invalid name, an unknown operation, and a request without a signature', async () => {
  await expect(create('spaces are out', 'x')).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({ name: 'UnknownOperationException' });
  const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue', 'content-type': 'application/x-amz-json-1.1' };
  const unsigned = await fetch(aws.url, { method: 'POST', headers, body: '{"SecretId":"table/prv_1"}' });
  expect([unsigned.status, await unsigned.json()]).toMatchObject([
    403,
    { __type: 'MissingAuthenticationTokenException' },
  ]);
});

it('secrets survive a restart, in files that only their owner can read', async () => {
  await create('table/prv_5', 'kept');
  const folder = join(aws.dataDir, 'aws');
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect([statSync(folder).mode & 0o777, ...new Set(modes)]).toEqual([0o700, 0o600]);
  await aws.close();
  const again = await openFakes(aws.dataDir);
  expect(again.url).not.toBe(aws.url);
  client = new SecretsManagerClient({ maxAttempts: 1 });
  expect((await read('table/prv_5')).SecretString).toBe('kept');
});
