/** Stores a provider's credentials where the functions read them. */
import { CreateSecretCommand, PutSecretValueCommand, ResourceExistsException } from '@aws-sdk/client-secrets-manager';
import { forgetCredentials } from './credentials.ts';
import type { Credentials } from './port.ts';
import { secretName, secrets } from './secrets.ts';

/** Replaces earlier credentials; running functions may use those for up to five minutes more. */
export async function saveCredentials(providerId: string, credentials: Credentials): Promise<'created' | 'replaced'> {
  const name = secretName(providerId);
  const SecretString = JSON.stringify(credentials);
  try {
    await secrets.client.send(new CreateSecretCommand({ Name: name, SecretString }));
    return 'created';
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
    await secrets.client.send(new PutSecretValueCommand({ SecretId: name, SecretString }));
    return 'replaced';
  } finally {
    forgetCredentials(providerId);
  }
}
