/** An HTTP server in place of Secrets Manager. It stores secrets and records every request. */
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
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = stub.url;
  return secrets;
}
