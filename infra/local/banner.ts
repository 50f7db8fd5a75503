/** The text that the local run prints when it is ready: its address, an API key, and calls to paste. */
import { randomBytes } from 'node:crypto';
import type { Ready } from './data-dir.ts';

const ENGINES = {
  external: 'the one of DYNAMODB_ENDPOINT',
  'dynamodb-local': 'DynamoDB Local',
  emulator: 'the embedded emulator',
} as const;

type About = Ready & { engine: keyof typeof ENGINES; dataDir: string; demoName: string };

export function banner({ baseUrl, apiKey, account, engine, dynamodbEndpoint, dataDir, demoName }: About): string {
  // New at every start, because a reference that was used before is refused as a duplicate.
  const reference = `demo-${randomBytes(4).toString('hex')}`;
  return `
Collections runs at ${baseUrl}

  Workbench ${baseUrl}/      phone, clock, webhooks and faults, in your browser
  Console   ${baseUrl}/_local/console-link  payments and reminders, as a merchant sees them
  Docs      ${baseUrl}/docs  every call, with this address and key
  Account   ${account} (${demoName})
  API key   ${apiKey}
  DynamoDB  ${ENGINES[engine]}, at ${dynamodbEndpoint}
  Data      ${dataDir}

Create a collection:

${curlLine(`${baseUrl}/public/collections`, { ...COLLECTION, reference }, apiKey)}

Pay it: open the link it answers with and click, or

${curlLine(`${baseUrl}/_local/sandbox/payments`, { account, reference, amount: COLLECTION.amount })}

Ctrl-C stops it; the data stays. npm run reset wipes it.
`;
}

const COLLECTION = {
  reference: '',
  amount: { value: 45000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  metadata: { description: 'Two pairs of shoes' },
  payable: { enabled: true, methods: ['payment_link'] },
};

/** One line for a shell. */
function curlLine(url: string, body: object, apiKey?: string): string {
  const headers = `-H 'content-type: application/json'${apiKey === undefined ? '' : ` -H 'x-api-key: ${apiKey}'`}`;
  return `curl -i -X POST ${url} ${headers} -d '${JSON.stringify(body)}'`;
}
