/** Fetches DynamoDB Local by Maven; the cache holds all of it or nothing, even when two processes fetch at once. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Environment, Log } from './engine.ts';

const POM = fileURLToPath(new URL('pom.xml', import.meta.url));
const LIMIT_MS = 180_000;
const CONNECT_LIMIT_MS = 5_000;
const MAX_OUTPUT = 10_000_000;

type Fetch = { target: string; mainJar: string; env: Environment; log: Log };

export const fetchDynamoDbLocal = async ({ target, mainJar, env, log }: Fetch): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const incoming = await mkdtemp(`${target}.incoming-`);
  try {
    log(`Fetching DynamoDB Local by Maven, once (51 MB, into ${target})`);
    await copyDependencies({ outputDirectory: incoming, env, log });
    if (!existsSync(join(incoming, mainJar))) throw new Error(`Maven fetched no ${mainJar}`);
    await rename(incoming, target).catch((error: unknown) => {
      if (!existsSync(join(target, mainJar))) throw error;
    });
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
};

type Copy = { outputDirectory: string; env: Environment; log: Log };

const copyDependencies = async ({ outputDirectory, env, log }: Copy) => {
  const maven = [
    '-B',
    ...['-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${outputDirectory}`, '-DincludeScope=runtime'],
    `-Daether.connector.connectTimeout=${CONNECT_LIMIT_MS}`,
    `-Dmaven.wagon.http.connectionTimeout=${CONNECT_LIMIT_MS}`,
  ];
  try {
    const limits = { timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
    const running = promisify(execFile)('mvn', maven, { env, ...limits });
    if (running.child.stdout) tellProgress(running.child.stdout, log);
    await running;
  } catch (error) {
    throw new Error(mavenFailure(error as NodeJS.ErrnoException & { killed?: boolean; stdout?: string }));
  }
};

/** Maven says each file with its size: `Downloaded from central: https://…/x.jar (6.7 MB at 17 MB/s)`. */
const DOWNLOADED = /Downloaded .*\((\d+(?:\.\d+)?) ([kM])B at/;
const TELL_EACH_MB = 10;

function tellProgress(output: Readable, log: Log): void {
  let fetched = 0;
  createInterface(output).on('line', (line) => {
    const [, size, unit] = DOWNLOADED.exec(line) ?? [];
    const before = Math.floor(fetched / TELL_EACH_MB);
    fetched += Number(size ?? 0) / (unit === 'k' ? 1000 : 1);
    if (Math.floor(fetched / TELL_EACH_MB) > before) log(`  ${Math.round(fetched)} MB fetched`);
  });
}

const mavenFailure = (error: NodeJS.ErrnoException & { killed?: boolean; stdout?: string }) => {
  if (error.code === 'ENOENT') return 'Maven (mvn) is not installed, and it is needed once to fetch it';
  if (error.killed) return `Maven did not fetch it within ${LIMIT_MS / 1000} s`;
  const firstError = error.stdout?.split('\n').find((line) => line.includes('ERROR'));
  return `Maven could not fetch it: ${firstError?.replace(/^.*ERROR\S*\s*/, '').slice(0, 300) ?? error.message}`;
};
