/** Starts the real local run as a child process, in a folder and on a port of its own, and knows how to end it. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';
import type { Ready } from '#infra/local/data-dir.ts';
import { databaseForLocalRun, QUIETLY } from '#test/support/local-run.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const READY_LIMIT_MS = 240_000;
/** What a child needs of this machine; not the test run's own table. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'JAVA_HOME',
  'JAVA_TOOL_OPTIONS',
  'XDG_CACHE_HOME',
  'COLLECTIONS_CACHE_DIR',
  'TMPDIR',
  'NODE_COMPILE_CACHE',
];

export type Environment = Record<string, string>;
type Ended = { code: number | null; output: string };
export type Child = { ended: Promise<Ended>; output(): string; kill(signal: NodeJS.Signals): Promise<Ended> };
export type Instance = Child & { ready: Ready; dataDir: string };

const machine = (): Environment =>
  Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** The DynamoDB of this test run and a table in it: what a run needs when the database is not what is tested. */
export const sharedDatabase = (): Promise<Environment> => databaseForLocalRun(inject('localRunsPort'));

const children = new Set<Child>();

/** A fresh folder, gone after the test file, with everything that was started in the file. */
export function useDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'local-run-'));
  afterAll(async () => {
    await Promise.all([...children].map((child) => child.kill('SIGKILL')));
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });
  return dataDir;
}

export function runScript(script: string, env: Environment, commandArguments: string[] = []): Child {
  const child = spawn(process.execPath, [...QUIETLY, join(ROOT, script), ...commandArguments], {
    cwd: ROOT,
    env: { ...machine(), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })));
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const started = { ended, output: () => output, kill };
  children.add(started);
  void ended.then(() => children.delete(started));
  return started;
}

export async function startInstance(dataDir: string, env: Environment = {}): Promise<Instance> {
  const child = runScript('infra/local/main.ts', { PORT: '0', DATA_DIR: dataDir, ...env });
  const ended = child.ended.then(({ output }) => Promise.reject(new Error(`It ended before it was ready: ${output}`)));
  const ready = await Promise.race([untilReady(join(dataDir, 'ready.json'), child), ended]);
  return { ...child, ready, dataDir };
}

async function untilReady(file: string, child: Child): Promise<Ready> {
  const limit = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined && child.output().includes('Ctrl-C')) return JSON.parse(text) as Ready;
    if (Date.now() > limit) throw new Error(`Not ready in time: ${child.output()}`);
    await sleep(50);
  }
}

export type Reply = { status: number; body: Record<string, unknown> };

/** One call with a JSON body, if any. */
export async function call(url: string, method = 'GET', body?: unknown, apiKey?: string): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(apiKey && { 'x-api-key': apiKey }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A collection as a caller would create it. */
export const aCreate = (reference: string): object => ({
  reference,
  amount: { value: 10, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
});
