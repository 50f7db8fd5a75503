/** A full run with a canary in every text, key and secret: no canary is in anything that the run writes for its operators. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DeleteTableCommand, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { localClient } from '#infra/local/dynamodb/local-client.ts';
import { type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { found, spellings } from './canaries.ts';
import { type CanaryAccount, openCanaryAccount } from './canary-account.ts';
import type { Refusals } from './every-refusal.ts';
import { aFullRun } from './full-run.ts';

const dataDir = useDataDir();
let instance: Instance;
let database: DynamoDBClient;
let accounts: CanaryAccount[];
const refusals: Refusals = [];
const schedules: string[] = [];
let table = '';

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  const { ready } = instance;
  database = localClient(ready.dynamodbEndpoint);
  accounts = [await openCanaryAccount(ready, 'one'), await openCanaryAccount(ready, 'two')];
  const keepSchedules = async () => void schedules.push(...requestsIn(dataDir));
  await aFullRun(ready, accounts[0] as CanaryAccount, { refusals, keepSchedules });
  table = await dump(ready.tableName);
  await breakEverything(ready);
});

/** Deletes the table, so that every request fails and writes errors, logs and dead letters. */
async function breakEverything({ baseUrl, tableName }: Instance['ready']): Promise<void> {
  await database.send(new DeleteTableCommand({ TableName: tableName }));
  for (const { apiKey, canaries, collection, payToken, optOutToken, sandbox } of accounts) {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({
      reference: canaries.reference,
      amount: { value: 1, currency: 'NGN' },
      contact: { ...canaries },
      metadata: { description: canaries.text },
    });
    for (const [method, path] of [
      ['GET', `/public/collections/${collection.id}`],
      ['POST', '/public/collections'],
      ['GET', `/pay/${payToken}`],
      ['POST', `/u/${optOutToken}`],
      ['POST', `/webhooks/${sandbox.id}`],
    ] as const) {
      const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(method === 'POST' && { body }) });
      refusals.push({ status: answer.status, text: await answer.text() });
    }
  }
  await fetch(`${baseUrl}/_local/clock`, {
    method: 'POST',
    body: JSON.stringify({ advanceMinutes: 600 }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => {});
}

async function dump(tableName: string): Promise<string> {
  const pages: string[] = [];
  for await (const { Items } of paginateScan({ client: database }, { TableName: tableName }))
    pages.push(JSON.stringify(Items));
  return pages.join('\n');
}

/** Each row of a table in the database of the fakes, as text. */
const rowsOf = (file: string, name: string): string[] => {
  const state = new DatabaseSync(file, { readOnly: true });
  try {
    return state
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .map((row) => JSON.stringify(row));
  } finally {
    state.close();
  }
};
const requestsIn = (folder: string): string[] => rowsOf(join(folder, 'aws', 'state.sqlite'), 'schedule');

const keysAndSecrets = () => accounts.flatMap(({ apiKey, secretKey }) => [apiKey, secretKey]);
const everything = () => [
  ...keysAndSecrets(),
  ...accounts.flatMap(({ canaries, payToken, optOutToken }) => [
    ...spellings(canaries),
    payToken.slice(35),
    optOutToken.slice(35),
  ]),
];

/** Those that the fakes of the channels print. */
const MESSAGE_LINES = /^(?:whatsapp|sms|email) to \S+: .{1,60}$/gmu;

describe('what a person or a merchant has told us', () => {
  it('no line that the functions log holds data of a person or merchant, and lines of every kind are logged', () => {
    const logged = instance.output().replaceAll(MESSAGE_LINES, '');
    expect(found(logged, everything())).toEqual([]);
    for (const event of EVENTS) expect(logged, event).toContain(`"event":"${event}"`);
  });

  it('the local run itself prints one line for each message, with its channel, its address and its first words', () => {
    const printed = (instance.output().match(MESSAGE_LINES) ?? []).map((line) => line.trim());
    for (const { canaries } of accounts) expect(printed.join()).toContain(`sms to ${canaries.phone}: `);
    expect(printed).toHaveLength(rowsOf(join(dataDir, 'aws', 'state.sqlite'), 'message').length);
  });

  it('no refusal holds data of a person or merchant, and refusals of every status are given', () => {
    const statuses = new Set(refusals.map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 403, 404, 405, 409, 413, 415, 500, 503]));
    for (const { text } of refusals) expect(found(text, everything()), text).toEqual([]);
  });

  it('no schedule holds data of a person or merchant', () => {
    expect(schedules.length).toBeGreaterThan(2);
    expect(found(schedules.join('\n'), everything())).toEqual([]);
  });

  it('no file of undelivered runs or of the relay holds data of a person or merchant', async () => {
    const names = [
      'runs-not-delivered.jsonl',
      'relay-failures.jsonl',
      'relay-position.json',
      'publisher-failures.jsonl',
      'publisher-position.json',
      'clock.json',
      'local-run.json',
    ];
    const texts = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'utf8').catch(() => '')));
    expect(texts.filter((text) => text !== '').length).toBeGreaterThan(2);
    expect(found(texts.join('\n'), everything())).toEqual([]);
  });
});

describe('an API key', () => {
  it('an API key is stored in the table as a hash only', () => {
    expect(table).toContain('KEY#');
    expect(
      found(
        table,
        accounts.map(({ apiKey }) => apiKey),
      ),
    ).toEqual([]);
    // The secret part of a key without its prefix.
    expect(
      found(
        table,
        accounts.map(({ apiKey }) => apiKey.slice(18)),
      ),
    ).toEqual([]);
  });
});

describe('a provider’s secret', () => {
  it('a provider’s secret is known to the fake of KMS alone: the table holds ciphertext', () => {
    const secrets = accounts.map(({ secretKey }) => secretKey);
    const aws = join(dataDir, 'aws', 'state.sqlite');
    const sandbox = join(dataDir, 'sandbox', 'state.sqlite');
    expect(found(rowsOf(aws, 'seenCredentials').join('\n'), secrets)).toEqual(secrets);
    expect(table).toContain('#CREDENTIALS');
    const others = [
      ...['schedule', 'message', 'fault', 'secret'].flatMap((name) => rowsOf(aws, name)),
      ...['session', 'payment', 'webhookEvent'].flatMap((name) => rowsOf(sandbox, name)),
    ];
    expect(found(`${table}${others.join('\n')}`, secrets)).toEqual([]);
  });
});

/** Events that a full run logs at least. */
const EVENTS = [
  ...[
    'collection_created',
    'collection_completed',
    'payment_received',
    'payment_unexpected',
    'provider_created',
    'payment_option_failed',
  ],
  ...[
    'payment_session_opened',
    'webhook_unsigned',
    'payment_misdirected',
    'payment_session_failed',
    'contact_opted_out',
    'request_failed',
  ],
];
