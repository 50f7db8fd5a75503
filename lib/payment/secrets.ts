/** The way to the providers' credentials: one secret in Secrets Manager for each provider of each account. */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The client, and what all names begin with; tests replace them. */
export const secrets = {
  client: new SecretsManagerClient({
    maxAttempts: 2,
    // Both attempts together leave most of a provider's time to the provider.
    requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
  }),
  prefix: process.env['TABLE_NAME'] ?? '',
};

/** A secret belongs to one deployment, as its table does. */
export const secretName = (providerId: string): string => `${secrets.prefix}/${providerId}`;
