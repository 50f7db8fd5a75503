/** A local run that is killed in the middle of a day of follow-ups: nothing is doubled, and nothing is lost. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { aCollection, createCollection } from '#test/end-to-end/requests.ts';
import { type Client, createClient } from '#test/support/http-client.ts';
import { type LocalRun, startLocalRun } from '#test/support/local-run.ts';
import { openLocalAccount } from '#test/support/service.ts';
import { dayOf, getPlan } from './follow-up-day.ts';

const FOLLOW_UP = { startAfter: 20, cadence: 'every_15m', channels: ['whatsapp', 'sms', 'email'], tone: 'gentle' };
const MINUTE = 60_000;
/** Moves of the clock that are killed on the way, and when. */
const KILLED_AFTER_MS = [60, 250, 500];
/** No more runs than this are under way at once. */
const AT_ONCE = 16;

const database = () => ({ DYNAMODB_ENDPOINT: inject('localRunsEndpoint'), TABLE_NAME: table });
const table = `restart-${randomUUID()}`;
let run: LocalRun;
let key: string;
let client: Client;
const day = dayOf(() => run.baseUrl);

beforeAll(async () => {
  run = await startLocalRun(database());
  key = await openLocalAccount(run.baseUrl);
  client = createClient(run.baseUrl, key);
});
afterAll(async () => {
  await run.kill();
  await rm(run.dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function restart(): Promise<void> {
  run = await startLocalRun({ ...database(), DATA_DIR: run.dataDir });
  client = createClient(run.baseUrl, key);
}

async function instantsOf(ids: readonly string[]): Promise<number[]> {
  const messages = (await Promise.all(ids.map((id) => day.messages(id)))).flat();
  return [...new Set(messages.map(({ sentAt }) => Date.parse(sentAt)))].toSorted((a, b) => a - b);
}

it('goes on where it was killed, again and again, until the day is over', async () => {
  await day.toMorning();
  const collections = Array.from({ length: 12 }, () => aCollection({ expiresIn: 240, followUp: FOLLOW_UP }));
  const ids: string[] = [];
  for (const body of collections) ids.push((await createCollection(client, body)).id);
  const end = (await day.now()).getTime() + 240 * MINUTE;
  for (const delay of KILLED_AFTER_MS) {
    const moving = day.advance((end - (await day.now()).getTime()) / MINUTE).then(
      () => 'arrived',
      () => 'killed',
    );
    await sleep(delay);
    await run.kill();
    expect(await moving).toBe('killed');
    await restart();
    const now = (await day.now()).getTime();
    // The runs of the last instant may have been under way, so only the one before was surely over.
    expect(now).toBeGreaterThanOrEqual((await instantsOf(ids)).at(-2) ?? 0);
    expect(now).toBeLessThan(end);
  }
  await day.advance(300);
  let interrupted = 0;
  for (const id of ids) {
    const sent = (await day.messages(id)).map(({ slot }) => slot);
    expect(new Set(sent).size, `messages of ${id}: ${sent}`).toBe(sent.length);
    for (const { slot, status } of (await getPlan(client, id)).slots) {
      if (status === 'sent') expect(sent, `${id}, slot ${slot}`).toContain(slot);
      else expect(status, `${id}, slot ${slot}`).toBe('unknown');
      if (status !== 'sent') interrupted += 1;
    }
  }
  // Only what was being sent when it was killed.
  expect(interrupted).toBeLessThanOrEqual(KILLED_AFTER_MS.length * AT_ONCE);
});

it('soon runs after the start what has become due while it was away', async () => {
  await day.toMorning();
  const { id } = await createCollection(client, aCollection({ followUp: FOLLOW_UP }));
  const [first] = (await getPlan(client, id)).slots;
  await day.advance((Date.parse(first?.dueAt ?? '') - 1_500 - (await day.now()).getTime()) / MINUTE);
  await run.kill();
  await sleep(1_500);
  await restart();
  await expect.poll(async () => (await day.messages(id)).length, { timeout: 60_000 }).toBe(1);
});
