/** The fake of KMS, called by the SDK's client. */
import {
  DecryptCommand,
  type DecryptCommandInput,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
} from '@aws-sdk/client-kms';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { CREDENTIALS_KEY } from '#infra/local/fakes/environment.ts';
import { openFakes, type TestFakes } from './open-fakes.ts';

let aws: TestFakes;
let client: KMSClient;

beforeAll(async () => {
  aws = await openFakes();
  client = new KMSClient({ maxAttempts: 1 });
});

afterEach(() => aws.faults.clear());

const CONTEXT = { purpose: 'test', account: 'abc123def0', provider: 'prv_1' };

async function encrypt(text: string, EncryptionContext: Record<string, string> | undefined = CONTEXT) {
  const command = new EncryptCommand({ KeyId: CREDENTIALS_KEY, Plaintext: Buffer.from(text), EncryptionContext });
  return (await client.send(command)).CiphertextBlob ?? new Uint8Array();
}

const decrypt = async (CiphertextBlob: Uint8Array, given: Partial<DecryptCommandInput> = {}) =>
  client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: CONTEXT, ...given }));

const textOf = ({ Plaintext = new Uint8Array() }: { Plaintext?: Uint8Array | undefined }) =>
  Buffer.from(Plaintext).toString();

it('what was encrypted is decrypted with the same context, whatever the order of its names', async () => {
  const sealed = await encrypt('{"secretKey":"é"}');
  const { account, provider, purpose } = CONTEXT;
  const opened = await decrypt(sealed, { EncryptionContext: { provider, purpose, account }, KeyId: CREDENTIALS_KEY });
  expect(textOf(opened)).toBe('{"secretKey":"é"}');
  expect(opened).toMatchObject({ KeyId: CREDENTIALS_KEY, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' });
});

it.each([
  ['without one of its names', { account: CONTEXT.account, provider: CONTEXT.provider }],
  ['with a name more', { ...CONTEXT, more: '1' }],
  ['with another value', { ...CONTEXT, provider: 'prv_2' }],
  ['with a value in other letters', { ...CONTEXT, provider: 'PRV_1' }],
  ['left out', undefined],
])('a ciphertext is invalid with its context %s', async (_, EncryptionContext) => {
  await expect(decrypt(await encrypt('x'), { EncryptionContext })).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
    $metadata: { httpStatusCode: 400 },
  });
});

it('the fake refuses an unknown key, a text over 4,096 bytes, an unknown operation, and a request without a signature', async () => {
  const KeyId = CREDENTIALS_KEY.replace('c011ec70', '00000000');
  await expect(decrypt(await encrypt('x'), { KeyId })).rejects.toMatchObject({ name: 'NotFoundException' });
  expect(textOf(await decrypt(await encrypt('x'.repeat(4096))))).toHaveLength(4096);
  await expect(encrypt('x'.repeat(4097))).rejects.toMatchObject({ name: 'ValidationException' });
  const other = new GenerateDataKeyCommand({ KeyId: CREDENTIALS_KEY, KeySpec: 'AES_256' });
  await expect(client.send(other)).rejects.toMatchObject({ name: 'UnknownOperationException' });
  const headers = { 'x-amz-target': 'TrentService.Decrypt', 'content-type': 'application/x-amz-json-1.1' };
  const unsigned = await fetch(aws.url, { method: 'POST', headers, body: '{}' });
  expect(unsigned.status).toBe(403);
});

it.each([
  ['reject', 'AccessDeniedException', 400],
  ['throttle', 'ThrottlingException', 400],
  ['error', 'KMSInternalException', 500],
] as const)('the fault %s of KMS is %s, once', async (kind, name, httpStatusCode) => {
  const sealed = await encrypt('x');
  aws.faults.setFault({ service: 'kms', kind, times: 1 });
  await expect(decrypt(sealed)).rejects.toMatchObject({ name, $metadata: { httpStatusCode } });
  expect(textOf(await decrypt(sealed))).toBe('x');
});
