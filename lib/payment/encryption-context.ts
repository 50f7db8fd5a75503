/** What a ciphertext of credentials is bound to: KMS decrypts it only with exactly the same context. */
import { parseProviderId } from '#lib/domain/ids.ts';

/** The policies of the functions require it too, so that they can decrypt nothing else. */
export const PURPOSE = 'provider-credentials';

/** Not the table's name: a restore gives the table another. The key itself belongs to one deployment. */
export function encryptionContext(provider: string): Record<string, string> {
  const ref = parseProviderId(provider);
  if (ref === undefined) throw new Error('not the id of a provider');
  return { purpose: PURPOSE, account: ref.account, provider };
}
