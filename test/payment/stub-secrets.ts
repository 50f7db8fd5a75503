/** An HTTP server in place of Secrets Manager. It stores secrets and records every request. */
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll } from 'vitest';
import { CLIENT_SETTINGS, secrets as live } from '#lib/payment/secrets.ts';
import { startStubProvider } from './stub-provider.ts';

export async function startStubSecrets() {
  const values = new Map<string, string>();
  const stub = await startStubProvider();
  const secrets = { values, asked: [] as string[], isSilent: false, isDown: false };
  const refuse = (type: string) => ({ status: 400, body: { __type: type, Message: `no: ${[...values.values()]}` } });
  stub.answer = ({ headers, raw }) => {
    const fields = JSON.parse(raw) as { SecretId?: string; Name?: string; SecretString?: string };
    const operation = String(headers['x-amz-target']).replace('secretsmanager.', '');
    const name = fields.SecretId ?? fields.Name ?? '';
    secrets.asked.push(`${operation} ${name}`);
    if (secrets.isSilent) return 'silence';
    if (secrets.isDown) return { status: 500, body: { __type: 'InternalServiceError', Message: 'no' } };
    const known = values.get(name);
    if (operation === 'CreateSecret' && known !== undefined) return refuse('ResourceExistsException');
    if (operation !== 'CreateSecret' && known === undefined) return refuse('ResourceNotFoundException');
    if (operation !== 'GetSecretValue') values.set(name, fields.SecretString ?? '');
    return { status: 200, body: { Name: name, SecretString: values.get(name) } };
  };
  const { client } = live;
  live.client = new SecretsManagerClient({ ...CLIENT_SETTINGS, endpoint: stub.url });
  afterAll(() => {
    live.client = client;
  });
  return secrets;
}
