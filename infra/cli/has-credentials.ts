/** Whether a provider's secrets have been saved, without reading them. */
import { DescribeSecretCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { secretName, secrets } from '#lib/payment/secrets.ts';

export async function hasCredentials(provider: string): Promise<boolean> {
  try {
    await secrets.client.send(new DescribeSecretCommand({ SecretId: secretName(provider) }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}
