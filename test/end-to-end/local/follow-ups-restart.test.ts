/** A local run that is killed during a day of follow-ups sends nothing twice and loses nothing. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { aCollection, createCollection } from '#test/end-to-end/requests.ts';
import { type DatabaseSettings, databaseForLocalRun } from '#test/support/database-for-local-run.ts';
import { type Client, createClient } from '#test/support/http-client.ts';
import { type LocalRun, startLocalRun } from '#test/support/local-run.ts';
import { openLocalAccount } from '#test/support/service.ts';
import { dayOf, getPlan } from './follow-up-day.ts';

const FOLLOW_UP = { startAfter: 20, cadence: 'every_15m', channels: ['whatsapp', 'sms', 'email'], tone: 'gentle' };
const MINUTE = 60_000;
const COLLECTIONS = 6;
/** The numbers of messages after which an advance of the clock is killed, of about seventy in all. */
const KILLED_AFTER = [1, 8, 8];

let database: DatabaseSettings;
let run: LocalRun;
let key: string;
let client: Client;
const day = dayOf(() => run.baseUrl);

beforeAll(async () => {
  database = await databaseForLocalRun(inject('localRunsPort'));
  run = await startLocalRun(database);
  key = await openLocalAccount(run.baseUrl);
  client = createClient(run.baseUrl, key);
});
afterAll(async () => {
  await run.kill();
  await rm(run.dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function restart(): Promise<void> {
  run = await startLocalRun({ ...database, DATA_DIR: run.dataDir });
  client = createClient(run.baseUrl, key);
}

async function instantsOf(ids: readonly string[]): Promise<number[]> {
  const messages = (await Promise.all(ids.map((id) => day.messages(id)))).flat();
  return [...new Set(messages.map(({ sentAt }) => Date.parse(sentAt)))].toSorted((a, b) => a - b);
}

const countOf = async (ids: readonly string[]) => (await Promise.all(ids.map((id) => day.messages(id)))).flat().length;

it('a local run that is killed several times during a day sends each slot once or marks it unknown', async () => {
  await day.toMorning();
  const collections = Array.from({ length: COLLECTIONS }, () => aCollection({ expiresIn: 240, followUp: FOLLOW_UP }));
  const ids: string[] = [];
  for (const body of collections) ids.push((await createCollection(client, body)).id);
  const end = (await day.now()).getTime() + 240 * MINUTE;
  for (const sent of KILLED_AFTER) {
    const before = await countOf(ids);
    const moving = day.advance((end - (await day.now()).getTime()) / MINUTE).then(
      () => 'arrived',
      () => 'killed',
    );
    await expect.poll(() => countOf(ids), { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(before + sent);
    await run.kill();
    expect(await moving).toBe('killed');
    await restart();
    // The clock is read last, because interrupted runs begin again at once. Those of the last instant may still wait.
    const instants = await instantsOf(ids);
    const now = (await day.now()).getTime();
    expect(now).toBeGreaterThanOrEqual(instants.at(-2) ?? 0);
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
  // Only the slots that were being sent at the kill can be unknown: one of each collection.
  expect(interrupted).toBeLessThanOrEqual(KILLED_AFTER.length * COLLECTIONS);
});

it('a collection that becomes due while the local run is down is run soon after its restart', async () => {
  await day.toMorning();
  const { id } = await createCollection(client, aCollection({ followUp: FOLLOW_UP }));
  const [first] = (await getPlan(client, id)).slots;
  await day.advance((Date.parse(first?.dueAt ?? '') - 1_500 - (await day.now()).getTime()) / MINUTE);
  await run.kill();
  await sleep(1_500);
  await restart();
  await expect.poll(async () => (await day.messages(id)).length, { timeout: 60_000 }).toBe(1);
});
