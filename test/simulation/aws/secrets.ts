/** KMS and Secrets Manager, with the tenants' keys at their payment provider. */
import { InvalidCiphertextException, KMSInternalException } from '@aws-sdk/client-kms';
import { InternalServiceError } from '@aws-sdk/client-secrets-manager';
import { payments } from '#lib/live-payments.ts';
import { forgetWebhookKey } from '#test/simulation/world/simulated.ts';
import type { World } from '#test/simulation/world/world.ts';

const failed = { message: 'internal', $metadata: { httpStatusCode: 500 } };

/** Of a provider: here the ciphertext is its id, so that it must fit the context in which it is decrypted. */
export const readSealed =
  (world: World) =>
  async (provider: string): Promise<Uint8Array | undefined> =>
    secretOf(world, provider) ? Buffer.from(provider) : undefined;

/** Whose provider it is, and what is kept of it. */
function secretOf({ tenants }: World, provider: string): { account: string; secret: object } | undefined {
  const tenant = tenants.find(({ sandboxId }) => sandboxId === provider);
  return tenant && { account: tenant.account.id, secret: { secretKey: tenant.sandboxKey } };
}

type Decrypt = { CiphertextBlob?: Uint8Array; EncryptionContext?: Record<string, string> };

/** Answers at once, because invocations share one read, and a killed invocation must not block the others. */
export const createKms = (world: World) => ({
  async send({ input }: { input: Decrypt }): Promise<object> {
    if (world.faults.strikes('secrets-fail')) throw new KMSInternalException(failed);
    const provider = Buffer.from(input.CiphertextBlob ?? []).toString();
    const kept = secretOf(world, provider);
    const context = { account: kept?.account, provider: kept && provider };
    const given = input.EncryptionContext ?? {};
    if (given['account'] !== context.account || given['provider'] !== context.provider) {
      throw new InvalidCiphertextException({ ...failed, message: 'another context' });
    }
    return { Plaintext: Buffer.from(JSON.stringify(kept?.secret)) };
  },
});

/** The key of the deployment, from which the secrets of webhook endpoints are derived. */
export async function readWebhookKey({ faults }: World): Promise<string> {
  if (faults.strikes('secrets-fail')) throw new InternalServiceError(failed);
  return 'a key of the deployment';
}

/** Clears the cached secrets, because a new process has none. */
export function forgetSecrets({ tenants }: World): void {
  for (const { sandboxId } of tenants) payments.forgetCredentials(sandboxId);
  forgetWebhookKey();
}
