/** A fake of KMS with one key: encrypts and decrypts with an encryption context (AWS JSON 1.1, posted to the root). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { PURPOSE } from '#lib/payment/credentials.ts';
import { CREDENTIALS_KEY } from './environment.ts';
import { AwsRefusal, type AwsRequest, type Fake, readBody } from './fake.ts';

/** The credentials that it has encrypted, by provider: the sandbox knows its merchants by their keys, as a provider does. */
export type SeenCredentials = {
  get(provider: string): string | undefined;
  list(): { provider: string; credentials: string }[];
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS kmsKey (arn TEXT PRIMARY KEY, material BLOB);
  CREATE TABLE IF NOT EXISTS seenCredentials (number INTEGER PRIMARY KEY, provider TEXT UNIQUE, credentials TEXT);
`;

const MAX_PLAINTEXT = 4096;
const EncryptionContext = z.optional(z.record(z.string(), z.string()));
const blob = (max: number) => z.base64().check(z.refine((text) => isWithin(Buffer.from(text, 'base64').length, max)));
const isWithin = (length: number, max: number): boolean => length > 0 && length <= max;

const Encrypt = z.object({ KeyId: z.string(), Plaintext: blob(MAX_PLAINTEXT), EncryptionContext });
const Decrypt = z.object({ KeyId: z.optional(z.string()), CiphertextBlob: blob(6144), EncryptionContext });

// In this protocol every client error is a 400.
const refusal = (type: string, message: string, status = 400): AwsRefusal => new AwsRefusal({ status, type, message });
const invalid = (message: string): AwsRefusal => refusal('ValidationException', message);

const TARGET = 'TrentService.';

export function fakeKms(state: DatabaseSync): Fake {
  state.exec(TABLES);
  // Made once: what it has encrypted can be decrypted after a restart.
  state.prepare('INSERT OR IGNORE INTO kmsKey VALUES (?, ?)').run(CREDENTIALS_KEY, randomBytes(32));
  const operations: Record<string, (request: AwsRequest) => object> = {
    Encrypt: (request) => encrypt(state, readBody(request, Encrypt, invalid)),
    Decrypt: (request) => decrypt(state, readBody(request, Decrypt, invalid)),
  };
  return {
    signingName: 'kms',
    answers: ({ headers }) => String(headers['x-amz-target']).startsWith(TARGET),
    spellError: ({ status, type, message }) => ({ status, body: { __type: type, message } }),
    answer: (request) => {
      const target = String(request.headers['x-amz-target']);
      const operation = operations[target.slice(TARGET.length)];
      if (operation === undefined) throw refusal('UnknownOperationException', target);
      const headers = { 'content-type': 'application/x-amz-json-1.1' };
      return { status: 200, headers, body: operation(request) };
    },
    faults: {
      service: 'kms',
      refusals: {
        reject: refusal('AccessDeniedException', 'The ciphertext refers to a key that you may not use.'),
        throttle: refusal('ThrottlingException', 'You have exceeded the rate at which you may call KMS.'),
        error: refusal('KMSInternalException', 'An internal error occurred.', 500),
      },
    },
  };
}

export function openSeenCredentials(state: DatabaseSync): SeenCredentials {
  type Row = { provider: string; credentials: string };
  return {
    get: (provider) => {
      const row = state.prepare('SELECT * FROM seenCredentials WHERE provider = ?').get(provider) as Row | undefined;
      return row?.credentials;
    },
    list: () => state.prepare('SELECT * FROM seenCredentials ORDER BY number').all() as Row[],
  };
}

type Context = z.output<typeof EncryptionContext>;

/** The cipher authenticates it, so that another one, in any order of its names, does not decrypt. */
const spell = (context: Context = {}): Buffer => Buffer.from(JSON.stringify(Object.entries(context).toSorted()));

const IV_BYTES = 12;
const TAG_BYTES = 16;

function materialOf(state: DatabaseSync, key: string): Uint8Array {
  const row = state.prepare('SELECT material FROM kmsKey WHERE arn = ?').get(key) as
    | { material: Uint8Array }
    | undefined;
  if (row === undefined) throw refusal('NotFoundException', `Key '${key}' does not exist`);
  return row.material;
}

const ALGORITHM = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };

function encrypt(
  state: DatabaseSync,
  { KeyId, Plaintext, EncryptionContext: context }: z.output<typeof Encrypt>,
): object {
  const plaintext = Buffer.from(Plaintext, 'base64');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', materialOf(state, KeyId), iv).setAAD(spell(context));
  const sealed = Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  if (context?.['purpose'] === PURPOSE) see(state, String(context['provider']), plaintext.toString());
  return { KeyId, CiphertextBlob: sealed.toString('base64'), ...ALGORITHM };
}

const see = (state: DatabaseSync, provider: string, credentials: string) =>
  state
    .prepare(
      'INSERT INTO seenCredentials (provider, credentials) VALUES (:provider, :credentials) ON CONFLICT DO UPDATE SET credentials = :credentials',
    )
    .run({ provider, credentials });

function decrypt(state: DatabaseSync, wanted: z.output<typeof Decrypt>): object {
  const { KeyId = CREDENTIALS_KEY, CiphertextBlob, EncryptionContext: context } = wanted;
  const sealed = Buffer.from(CiphertextBlob, 'base64');
  const material = materialOf(state, KeyId);
  try {
    const decipher = createDecipheriv('aes-256-gcm', material, sealed.subarray(0, IV_BYTES)).setAAD(spell(context));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const opened = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return { KeyId, Plaintext: opened.toString('base64'), ...ALGORITHM };
  } catch {
    throw refusal('InvalidCiphertextException', '');
  }
}
