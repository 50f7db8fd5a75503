/** Access to the providers' credentials: Secrets Manager holds one secret for each provider of each account. */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

export const CLIENT_SETTINGS = {
  maxAttempts: 2,
  // Short, because the time limit of a provider's request includes reading its secret.
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
};

/** Every secret's name starts with `prefix`. Tests replace both parts. */
export const secrets = {
  client: new SecretsManagerClient(CLIENT_SETTINGS),
  prefix: process.env['TABLE_NAME'] ?? '',
};

/** The table's name in the prefix keeps the deployments of one AWS account apart. */
export const secretName = (providerId: string): string => `${secrets.prefix}/${providerId}`;
