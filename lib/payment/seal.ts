/** Encrypts and decrypts the credentials of payment providers, by the deployment's key in KMS. */
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { encryptionContext } from './encryption-context.ts';

export const CLIENT_SETTINGS = {
  maxAttempts: 2,
  // Short, because the time limit of a provider's request includes decrypting its credentials.
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
};

/** Tests replace both parts. */
export const kms = {
  client: new KMSClient(CLIENT_SETTINGS),
  key: process.env['CREDENTIALS_KEY'] ?? '',
};

/** KMS encrypts no more at once. */
const MAX_BYTES = 4096;

export class CredentialsTooLong extends Error {
  constructor() {
    super(`All credentials of a provider together can have ${MAX_BYTES} bytes at most, as JSON`);
    this.name = 'CredentialsTooLong';
  }
}

/** @throws {CredentialsTooLong} */
export async function seal(provider: string, text: string): Promise<Uint8Array> {
  const Plaintext = Buffer.from(text);
  if (Plaintext.length > MAX_BYTES) throw new CredentialsTooLong();
  const command = new EncryptCommand({ KeyId: kms.key, Plaintext, EncryptionContext: encryptionContext(provider) });
  const { CiphertextBlob } = await kms.client.send(command);
  if (CiphertextBlob === undefined) throw new Error('KMS answered no ciphertext');
  return CiphertextBlob;
}

/** @throws when it was encrypted for another provider, or by another key, or when KMS does not answer */
export async function unseal(provider: string, CiphertextBlob: Uint8Array): Promise<string> {
  const EncryptionContext = encryptionContext(provider);
  // The key is named, so that a ciphertext of anybody else's key is refused.
  const command = new DecryptCommand({ KeyId: kms.key, CiphertextBlob, EncryptionContext });
  const { Plaintext } = await kms.client.send(command);
  return Buffer.from(Plaintext ?? []).toString();
}
