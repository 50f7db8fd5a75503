/** Encrypts and decrypts the credentials of payment providers, by the deployment's key in KMS. */
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { parseProviderId } from '#lib/domain/ids.ts';
import type { PaymentNeeds } from './payment-needs.ts';

/** The policies of the functions require it too, so that they can decrypt nothing else. */
export const PURPOSE = 'provider-credentials';

/** Not the table's name: a restore gives the table another. The key itself belongs to one deployment. */
export function encryptionContext(provider: string): Record<string, string> {
  const ref = parseProviderId(provider);
  if (ref === undefined) throw new Error('not the id of a provider');
  return { purpose: PURPOSE, account: ref.account, provider };
}

export const CLIENT_SETTINGS = {
  maxAttempts: 2,
  // Short, because the time limit of a provider's request includes decrypting its credentials.
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
};

/** KMS encrypts no more at once. */
const MAX_BYTES = 4096;

export class CredentialsTooLong extends Error {
  constructor() {
    super(`All credentials of a provider together can have ${MAX_BYTES} bytes at most, as JSON`);
    this.name = 'CredentialsTooLong';
  }
}

export type Sealer = {
  /** @throws {CredentialsTooLong} */
  seal: (provider: string, text: string) => Promise<Uint8Array>;
  /** @throws when it was encrypted for another provider, or by another key, or when KMS does not answer */
  unseal: (provider: string, ciphertext: Uint8Array) => Promise<string>;
};

export function sealerFrom(parts: Pick<PaymentNeeds, 'credentialsKey' | 'kms'>): Sealer {
  const own = new KMSClient(CLIENT_SETTINGS);
  const client = () => parts.kms ?? own;
  return {
    seal: async (provider, text) => {
      const Plaintext = Buffer.from(text);
      if (Plaintext.length > MAX_BYTES) throw new CredentialsTooLong();
      const EncryptionContext = encryptionContext(provider);
      const command = new EncryptCommand({ KeyId: parts.credentialsKey, Plaintext, EncryptionContext });
      const { CiphertextBlob } = await client().send(command);
      if (CiphertextBlob === undefined) throw new Error('KMS answered no ciphertext');
      return CiphertextBlob;
    },
    unseal: async (provider, CiphertextBlob) => {
      const EncryptionContext = encryptionContext(provider);
      // The key is named, so that a ciphertext of anybody else's key is refused.
      const command = new DecryptCommand({ KeyId: parts.credentialsKey, CiphertextBlob, EncryptionContext });
      const { Plaintext } = await client().send(command);
      return Buffer.from(Plaintext ?? []).toString();
    },
  };
}
