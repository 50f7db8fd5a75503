/** Finds AWS's DynamoDB Local, which runs on the machine's Java and is fetched once into the user's cache. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Environment, type Found, type Launch, type Log, messageOf } from './engine.ts';
import { fetchDynamoDbLocal } from './fetch-dynamodb-local.ts';

const VERSION = '3.1.0';
const MIN_JAVA = 17;
const MAIN_CLASS = 'software.amazon.dynamodb.services.local.main.ServerRunner';
const JAVA_LIMIT_MS = 15_000;

type Options = { cacheDir?: string; env: Environment; log: Log };

export const findDynamoDbLocal = async ({ cacheDir, env, log }: Options): Promise<Found> => {
  const java = await findJava(env);
  if ('reason' in java) return java;
  const jars = join(resolve(cacheDir ?? userCache(env)), 'collections', `dynamodb-local-${VERSION}`);
  const mainJar = `DynamoDBLocal-${VERSION}.jar`;
  if (!existsSync(join(jars, mainJar))) {
    try {
      await fetchDynamoDbLocal({ target: jars, mainJar, env, log });
    } catch (error) {
      return { reason: messageOf(error) };
    }
  }
  return { launch: launchWith(java.command, jars) };
};

const launchWith = (command: string, jars: string): Launch => ({
  engine: 'dynamodb-local',
  title: `DynamoDB Local ${VERSION}`,
  command,
  commandArguments: (port, store) => [
    // A run lasts minutes: the second compiler costs more than its code saves.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    `-Djava.library.path=${jars}`,
    '-cp',
    join(jars, '*'),
    MAIN_CLASS,
    ...(store === undefined ? ['-inMemory'] : ['-dbPath', store]),
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
  ],
  storeName: 'dynamodb-local',
});

const userCache = (env: Environment) =>
  env['COLLECTIONS_CACHE_DIR'] || env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache');

const findJava = async (env: Environment): Promise<{ command: string } | { reason: string }> => {
  const home = env['JAVA_HOME'];
  const newest = { version: 0 };
  for (const command of home ? [join(home, 'bin', 'java'), 'java'] : ['java']) {
    const version = await javaVersion(command, env);
    if (version >= MIN_JAVA) return { command };
    newest.version = Math.max(newest.version, version);
  }
  if (newest.version === 0) return { reason: `no Java found (it needs ${MIN_JAVA} or newer)` };
  return { reason: `Java ${newest.version} is too old (it needs ${MIN_JAVA} or newer)` };
};

/** The major version of that Java, 0 when there is none: `17.0.15` is 17, and the older style `1.8.0` is 8. */
const javaVersion = async (command: string, env: Environment): Promise<number> => {
  try {
    const { stderr } = await promisify(execFile)(command, ['-version'], { env, timeout: JAVA_LIMIT_MS });
    const [, major, minor] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? [];
    return Number((major === '1' ? minor : major) ?? 0);
  } catch {
    return 0;
  }
};
