/** What the start of a function costs beside a bare one that makes the same clients of the SDK: the processor time of loading the bundle, in fresh processes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS, bundle, reachedAtStart } from '#infra/bundling/bundle.ts';
import { median, ratio, type Table } from './report.ts';

const FUNCTIONS = [
  'api/create-collection',
  'api/get-collection',
  'api/list-customers',
  'payment/payment-page',
  'payment/receive-payment',
  'scheduled/follow-up',
  'stream/publish-events',
  'webhooks/deliver',
];

/** Ours and the bare one in turn, so that what else the machine does meets both. */
const TIMES = 15;

/** What makes each client, as a function that uses nothing else of it would. The other clients of a function are loaded late. */
const CLIENTS: Readonly<Record<string, string>> = {
  dynamodb: `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
    export const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    export const commands = [GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand];`,
  kms: `import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
    export const kms = [new KMSClient({}), DecryptCommand];`,
  scheduler: `import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
    export const scheduler = [new SchedulerClient({}), CreateScheduleCommand];`,
  'secrets-manager': `import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
    export const secrets = [new SecretsManagerClient({}), GetSecretValueCommand];`,
  sqs: `import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
    export const queues = [new SQSClient({}), SendMessageBatchCommand];`,
};

const ROOT = join(import.meta.dirname, '..', '..');

export function imports(): Table[] {
  // Among the packages, so that the bare ones find the SDK.
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bench-imports-'));
  try {
    const rows = FUNCTIONS.map((name, number) => rowOf(name, join(folder, String(number))));
    return [
      {
        title: `Imports: processor time of loading the bundle, ${TIMES} times in turn, over that of a bare function with the same clients`,
        notes: ['clients: those that are loaded at the start. An empty process is in neither.'],
        rows,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rowOf(name: string, folder: string) {
  const entry = `functions/${name}.ts`;
  const clients = clientsOf(entry);
  mkdirSync(folder);
  const bare = join(folder, 'bare.ts');
  writeFileSync(bare, [...clients.map((each) => CLIENTS[each]), 'export const handler = async () => ({});'].join('\n'));
  const [ours, beside] = [join(folder, 'ours'), join(folder, 'beside')] as const;
  bundle(entry, ours);
  bundle(relative(ROOT, bare), beside);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let time = 0; time < TIMES; time += 1) {
    times.ours.push(loadTime(ours));
    times.bare.push(loadTime(beside));
  }
  const kilobytes = (of: string) => Math.round(statSync(join(of, 'index.js')).size / 1000);
  return {
    function: name,
    clients: clients.join(', '),
    'KB, ours / bare': `${kilobytes(ours)} / ${kilobytes(beside)}`,
    'median, over bare': ratio(median(times.ours), median(times.bare)),
    'least, over bare': ratio(Math.min(...times.ours), Math.min(...times.bare)),
  };
}

/** The clients that the start imports, directly or through another file. */
function clientsOf(entry: string): string[] {
  const options = { ...BUNDLE_OPTIONS, absWorkingDir: ROOT, outdir: 'bundle', write: false, metafile: true } as const;
  const { outputs } = buildSync({ ...options, entryPoints: { index: entry } }).metafile;
  const inputs = [...reachedAtStart(outputs)].flatMap((path) =>
    Object.entries(outputs[path]?.inputs ?? {}).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? input : [],
    ),
  );
  const names = new Set(inputs.flatMap((input) => /@aws-sdk\/client-([\w-]+)\//.exec(input)?.[1] ?? []));
  const unknown = [...names].filter((name) => !(name in CLIENTS));
  if (unknown.length > 0)
    throw new Error(`say in test/bench/imports.ts how a bare function makes the client of ${unknown}`);
  return [...names].toSorted();
}

const LOAD = `
  const before = process.cpuUsage();
  require(process.argv[1]);
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);
`;

/** In microseconds. */
const loadTime = (folder: string): number =>
  Number(
    execFileSync(process.execPath, ['--eval', LOAD, join(folder, 'index.js')], {
      env: { AWS_REGION: 'eu-west-1' },
      encoding: 'utf8',
    }),
  );
