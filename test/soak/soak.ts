/** A storm over a local run that is killed again and again, and the books that are checked when it is over. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askThrough } from './ask.ts';
import { type Books, count, openBooks } from './books.ts';
import type { Stormer } from './calls.ts';
import { checkLists } from './check-lists.ts';
import { checkMessages } from './check-messages.ts';
import { checkOrders } from './check-orders.ts';
import { checkTable } from './check-table.ts';
import { randomFrom } from './random.ts';
import { actOnce } from './storm.ts';
import { type Supervisor, superviseLocalRun } from './supervisor.ts';
import { tableRows } from './table-rows.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export type SoakOptions = {
  seed: number;
  seconds: number;
  /** Between two kills, at the least and at the most. */
  killAfterSeconds: readonly [number, number];
  stormers: number;
  env: Record<string, string>;
  log: (line: string) => void;
};

export async function soak({ seed, seconds, killAfterSeconds, stormers, env, log }: SoakOptions): Promise<Books> {
  const books = openBooks();
  const supervisor = await superviseLocalRun(env);
  const ask = askThrough(supervisor, books);
  const stormer: Stormer = { ask, books, random: randomFrom(seed) };
  try {
    await openAccounts(supervisor, books);
    const until = Date.now() + seconds * 1000;
    const storms = Array.from({ length: stormers }, async (_, at) => {
      const one = { ...stormer, random: randomFrom(seed + at + 1) };
      while (Date.now() < until) await actOnce(one);
    });
    await Promise.all([...storms, killWhile(supervisor, { books, until, seed, killAfterSeconds, log })]);
    log(`The storm is over after ${books.orders.length} creates and ${books.payments.length} payments; now the books.`);
    await waitUntilIdle(stormer, supervisor);
    log('Nothing is due any more.');
    await checkBooks(stormer, supervisor);
  } finally {
    await supervisor.stop();
  }
  return books;
}

async function openAccounts(supervisor: Supervisor, { accounts }: Books): Promise<void> {
  const { baseUrl } = await supervisor.run();
  for (const name of ['North', 'South']) {
    const answer = await fetch(`${baseUrl}/_local/accounts`, { method: 'POST', body: JSON.stringify({ name }) });
    const { account, apiKey } = (await answer.json()) as { account: string; apiKey: string };
    accounts.push({ id: account, apiKey, name });
  }
}

type Killing = Pick<SoakOptions, 'seed' | 'killAfterSeconds' | 'log'> & { books: Books; until: number };

async function killWhile(
  supervisor: Supervisor,
  { books, until, seed, killAfterSeconds, log }: Killing,
): Promise<void> {
  const random = randomFrom(~seed);
  const [min, max] = killAfterSeconds;
  for (;;) {
    const wait = (min + ((max - min) * random.below(1_000)) / 1_000) * 1_000;
    if (Date.now() + wait > until) return;
    await sleep(wait);
    await supervisor.crash(random.below(1_000));
    count(books, 'kills');
    log(`Killed and started again; ${books.orders.length} creates, ${books.payments.length} payments so far.`);
  }
}

async function checkBooks(stormer: Stormer, supervisor: Supervisor): Promise<void> {
  const { ask, books } = stormer;
  await checkOrders(stormer);
  await checkLists(ask, books);
  const run = await supervisor.run();
  const rows = await tableRows(run);
  await checkMessages(ask, books, rows);
  checkTable(books, rows);
  for (const name of ['runs-not-delivered.jsonl', 'relay-failures.jsonl']) {
    const lines = await readFile(join(run.dataDir, name), 'utf8').catch(() => '');
    if (lines !== '') books.counts[`lines in ${name}`] = lines.trim().split('\n').length;
  }
}
