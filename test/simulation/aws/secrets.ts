/** Secrets Manager with the tenants' keys at their payment provider. */
import { InternalServiceError, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { forgetCredentials } from '#lib/payment/credentials.ts';
import { webhookKey } from '#lib/webhook/secrets.ts';
import type { World } from '#test/simulation/world/world.ts';

const failed = { message: 'internal', $metadata: { httpStatusCode: 500 } };

/** Answers at once, because invocations share one read, and a killed invocation must not block the others. */
export const createSecrets = (world: World) => ({
  async send({ input: { SecretId } }: { input: { SecretId?: string } }): Promise<object> {
    if (world.faults.strikes('secrets-fail')) throw new InternalServiceError(failed);
    const tenant = world.tenants.find(({ sandboxId }) => SecretId?.endsWith(sandboxId));
    if (tenant === undefined) throw new ResourceNotFoundException({ ...failed, message: 'no such secret' });
    return { SecretString: JSON.stringify({ secretKey: tenant.sandboxKey }) };
  },
});

/** The key of the deployment, from which the secrets of webhook endpoints are derived. */
export async function readWebhookKey({ faults }: World): Promise<string> {
  if (faults.strikes('secrets-fail')) throw new InternalServiceError(failed);
  return 'a key of the deployment';
}

/** Clears the cached secrets, because a new process has none. */
export function forgetSecrets({ tenants }: World): void {
  for (const { sandboxId } of tenants) forgetCredentials(sandboxId);
  webhookKey.reading = undefined;
}
