/** Sends random requests to a local run that is killed repeatedly, then checks all data against the journal. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askThrough } from './ask.ts';
import type { Stormer } from './calls.ts';
import { checkByModel } from './check-by-model.ts';
import { checkLists } from './check-lists.ts';
import { checkMessages } from './check-messages.ts';
import { checkOrders } from './check-orders.ts';
import { checkTable } from './check-table.ts';
import { count, type Journal, openJournal } from './journal.ts';
import { randomFrom } from './random.ts';
import { actOnce } from './storm.ts';
import { type Supervisor, superviseLocalRun } from './supervisor.ts';
import { tableRows } from './table-rows.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

export type SoakOptions = {
  seed: number;
  seconds: number;
  /** The minimum and the maximum time between two kills. */
  killAfterSeconds: readonly [number, number];
  stormers: number;
  env: Record<string, string>;
  log: (line: string) => void;
};

export async function soak({ seed, seconds, killAfterSeconds, stormers, env, log }: SoakOptions): Promise<Journal> {
  const journal = openJournal();
  const supervisor = await superviseLocalRun(env);
  const ask = askThrough(supervisor, journal);
  const stormer: Stormer = { ask, journal, random: randomFrom(seed) };
  try {
    await openAccounts(supervisor, journal);
    const until = Date.now() + seconds * 1000;
    const storms = Array.from({ length: stormers }, async (_, at) => {
      const one = { ...stormer, random: randomFrom(seed + at + 1) };
      while (Date.now() < until) await actOnce(one);
    });
    await Promise.all([...storms, killWhile(supervisor, { journal, until, seed, killAfterSeconds, log })]);
    log(
      `The storm is over after ${journal.orders.length} creates and ${journal.payments.length} payments; now the checks.`,
    );
    await waitUntilIdle(stormer, supervisor);
    log('Nothing is due any more.');
    await checkJournal(stormer, supervisor);
  } finally {
    await supervisor.stop();
  }
  return journal;
}

async function openAccounts(supervisor: Supervisor, { accounts }: Journal): Promise<void> {
  const { baseUrl } = await supervisor.run();
  for (const name of ['North', 'South']) {
    const answer = await fetch(`${baseUrl}/_local/accounts`, { method: 'POST', body: JSON.stringify({ name }) });
    const { account, apiKey } = (await answer.json()) as { account: string; apiKey: string };
    accounts.push({ id: account, apiKey, name });
  }
}

type Killing = Pick<SoakOptions, 'seed' | 'killAfterSeconds' | 'log'> & { journal: Journal; until: number };

async function killWhile(
  supervisor: Supervisor,
  { journal, until, seed, killAfterSeconds, log }: Killing,
): Promise<void> {
  const random = randomFrom(~seed);
  const [min, max] = killAfterSeconds;
  for (;;) {
    const wait = (min + ((max - min) * random.below(1_000)) / 1_000) * 1_000;
    if (Date.now() + wait > until) return;
    await sleep(wait);
    await supervisor.crash(random.below(1_000));
    count(journal, 'kills');
    log(`Killed and started again; ${journal.orders.length} creates, ${journal.payments.length} payments so far.`);
  }
}

async function checkJournal(stormer: Stormer, supervisor: Supervisor): Promise<void> {
  const { ask, journal } = stormer;
  await checkOrders(stormer);
  await checkLists(ask, journal);
  const run = await supervisor.run();
  const rows = await tableRows(run);
  await checkMessages(ask, journal, rows);
  checkTable(journal, rows);
  await checkByModel(stormer, rows, run.baseUrl);
  for (const name of ['runs-not-delivered.jsonl', 'relay-failures.jsonl', 'publisher-failures.jsonl']) {
    const lines = await readFile(join(run.dataDir, name), 'utf8').catch(() => '');
    if (lines !== '') journal.counts[`lines in ${name}`] = lines.trim().split('\n').length;
  }
}
