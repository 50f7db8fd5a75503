/**
 * `node test/upgrade/record-table.ts <version> <address> <API key> <DynamoDB's address> <data folder>`, as a fresh local run prints them: makes two days of a
 * merchant there, and writes the table and the answers beside this file, for `upgrade.test.ts` of the versions to come.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb';
import { localClient } from '#infra/local/aws-environment.ts';
import { asText } from './recorded.ts';

const [version = '', address = '', apiKey = '', endpoint = '', dataDir = ''] = process.argv.slice(2);
const account = apiKey.split('_')[2]?.slice(0, 10) ?? '';
const ids: Record<string, string> = {};

async function ask<Told>(method: string, path: string, body?: object): Promise<Told> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
  const answer = await fetch(`${address}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Told;
}

const ngn = (value: number) => ({ value, currency: 'NGN' });

async function create(name: string, more: object = {}): Promise<string> {
  const number = String(Object.keys(ids).length + 1).padStart(2, '0');
  const [phone, email] = [`+23480312345${number}`, `${name}@example.com`];
  const contact = { firstName: 'Ada', lastName: `Obi ${name}`, phone, email };
  const body = { reference: `old-${name}`, amount: ngn(45_000), contact, ...more };
  const { data } = await ask<{ data: { id: string } }>('POST', '/public/collections', body);
  ids[name] = data.id;
  return `/public/collections/${data.id}`;
}

const LONG = { expiresIn: 20_160 };
const CHASED = {
  ...LONG,
  followUp: {
    enabled: true,
    startAfter: 60,
    cadence: 'daily',
    channels: ['whatsapp', 'sms', 'email'],
    tone: 'professional',
  },
};
const ON_A_PAGE = { payable: { enabled: true, methods: ['payment_link'] } };

async function makeTheDays(): Promise<void> {
  // Nobody listens there: deliveries wait for their next attempts.
  const url = 'http://127.0.0.1:9/webhooks';
  await ask('POST', '/public/webhook-endpoints', { url, events: ['*'], description: 'All' });
  await create('plain');
  await create('full', {
    ...CHASED,
    metadata: { description: 'Two pairs of shoes', order: { id: 7, lines: [1.5, 2] }, key: 'value' },
    payable: { enabled: true, methods: ['payment_link', 'card', 'bank_transfer', 'virtual_account', 'mobile_money'] },
  });
  const recorded = await create('recorded');
  await ask('POST', `${recorded}/payments`, { amount: ngn(45_000), method: 'cash', transaction: 'cash-1' });
  const part = await create('part', ON_A_PAGE);
  const half = { amount: ngn(20_000), method: 'bank_transfer', transaction: 'bank-1', note: 'half' };
  await ask('POST', `${part}/payments`, half);
  const back = { amount: ngn(500), kind: 'refund', method: 'cash', transaction: 'back-1' };
  await ask('POST', `${part}/payments`, back);
  await ask('PATCH', `${await create('cancelled')}/status`, { status: 'cancelled' });
  await ask('PATCH', `${await create('overdue', LONG)}/status`, { status: 'overdue' });
  await ask('POST', `${await create('paused', CHASED)}/follow-ups/pause`, {});
  await create('expired', { expiresIn: 30 });
  const { now } = await ask<{ now: string }>('GET', '/_local/clock');
  const payBy = new Date(Date.parse(now) + 3 * 86_400_000).toISOString();
  await ask('POST', `${await create('promised', CHASED)}/promise`, { payBy });
  await create('paid', ON_A_PAGE);
  await ask('POST', '/_local/sandbox/payments', { account, reference: 'old-paid', amount: ngn(45_000) });
  const correction = { contact: { phone: '+2348031239999' }, expiresIn: 30_000 };
  await ask('PATCH', await create('changed', LONG), correction);
  await create('stopped', CHASED);
  await sleep(3_000);
  await ask('POST', '/_local/clock', { advanceMinutes: 2_880 });
  await answerMessages();
  await ask('POST', '/_local/clock', { advanceMinutes: 60 });
  await sleep(4_000);
}

async function answerMessages(): Promise<void> {
  type Message = { id: string; collectionId: string; channel: string; to: string };
  const messages = await ask<Message[]>('GET', '/_local/messages');
  for (const [name, text] of [
    ['stopped', 'STOP'],
    ['full', 'I will pay on Friday'],
  ] as const) {
    const message = messages.find((each) => each.collectionId === ids[name] && each.channel !== 'email');
    if (message === undefined) throw new Error(`${name} got no message`);
    const { id, to: from, channel } = message;
    if (name === 'full') await ask('POST', `/_local/messages/${id}/receipt`, { status: 'delivered' });
    await ask('POST', '/_local/inbound', { from, text, channel });
  }
}

async function readAnswers(): Promise<Record<string, object>> {
  const parts = Object.values(ids).flatMap((id) =>
    ['', '/payments', '/follow-ups'].map((part) => `collections/${id}${part}`),
  );
  const lists = ['collections?limit=100&page=1', 'collections?limit=5&page=2', 'collections?status=pending&limit=100'];
  const answers: Record<string, object> = {};
  for (const path of [...parts, ...lists, 'providers', 'webhook-endpoints'])
    answers[`/public/${path}`] = await ask('GET', `/public/${path}`);
  return answers;
}

async function readEvents(): Promise<object[]> {
  const events: object[] = [];
  for (let after = ''; ; ) {
    const path = `/public/events?limit=100${after && `&after=${encodeURIComponent(after)}`}`;
    const { data, meta } = await ask<{ data: object[]; meta: { nextCursor: string } }>('GET', path);
    events.push(...data);
    if (data.length === 0) return events;
    after = meta.nextCursor;
  }
}

async function readTable(): Promise<Record<string, AttributeValue>[]> {
  const client = localClient({
    endpoint,
    accessKeyId: readFileSync(join(dataDir, 'dynamodb/access-key'), 'utf8').trim(),
  });
  const items: Record<string, AttributeValue>[] = [];
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: 'collections', ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  client.destroy();
  return items;
}

await makeTheDays();
const [answers, events] = [await readAnswers(), await readEvents()];
const { now: at } = await ask<{ now: string }>('GET', '/_local/clock');
const text = asText({ version, baseUrl: address, at, account, ids, answers, events, items: await readTable() });
writeFileSync(join(import.meta.dirname, `version-${version}.json.gz`), gzipSync(text, { level: 9 }));
