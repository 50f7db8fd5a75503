/** What the local run says when it is ready: where it is, who may call it, and a first call to paste. */
import { randomBytes } from 'node:crypto';
import type { Ready } from './ready-file.ts';

const ENGINES = {
  external: 'the one of DYNAMODB_ENDPOINT',
  'dynamodb-local': 'DynamoDB Local',
  emulator: 'the embedded emulator',
} as const;

type About = Ready & { engine: keyof typeof ENGINES; dataDir: string; demoName: string };

export function banner({ baseUrl, apiKey, account, engine, dynamodbEndpoint, dataDir, demoName }: About): string {
  return `
Collections runs at ${baseUrl}

  Account   ${account} (${demoName})
  API key   ${apiKey}
  DynamoDB  ${ENGINES[engine]}, at ${dynamodbEndpoint}
  Data      ${dataDir}

Create a collection:

${curlLine(baseUrl, apiKey)}

Ctrl-C stops it; the data stays. npm run reset wipes it.
`;
}

/** One line for a shell; its reference is new at every start, so that it is never refused as a duplicate. */
function curlLine(baseUrl: string, apiKey: string): string {
  const collection = {
    reference: `demo-${randomBytes(4).toString('hex')}`,
    amount: { value: 45000, currency: 'NGN' },
    contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
    metadata: { description: 'Two pairs of shoes' },
    payable: { enabled: true, methods: ['payment_link'] },
  };
  const headers = `-H 'content-type: application/json' -H 'x-api-key: ${apiKey}'`;
  return `curl -i -X POST ${baseUrl}/public/collections ${headers} -d '${JSON.stringify(collection)}'`;
}
