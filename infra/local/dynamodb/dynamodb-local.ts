/** Finds AWS's DynamoDB Local, which runs on the machine's Java and is fetched once into the user's cache. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REGION } from '#infra/local/aws-environment.ts';
import type { Log } from './claim-data.ts';
import { type Environment, type FoundEngine, type Launch, messageOf } from './run-engine.ts';

const POM = fileURLToPath(new URL('pom.xml', import.meta.url));
const LIMIT_MS = 180_000;
const CONNECT_LIMIT_MS = 5_000;
const MAX_OUTPUT = 10_000_000;

type Fetch = { target: string; mainJar: string; env: Environment; log: Log };

const fetchDynamoDbLocal = async ({ target, mainJar, env, log }: Fetch): Promise<void> => {
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

const VERSION = '3.1.0';
const MIN_JAVA = 17;
const MAIN_CLASS = 'software.amazon.dynamodb.services.local.main.ServerRunner';
const JAVA_LIMIT_MS = 15_000;

type Options = { cacheDir?: string; env: Environment; log: Log };

export const findDynamoDbLocal = async ({ cacheDir, env, log }: Options): Promise<FoundEngine> => {
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

/**
 * Java's second compiler makes the tests on tables an eighth faster, and lists of what is kept by a quarter. Each limit is ten times Java's own: so it
 * leaves out what runs only at the start, which is most of what it would compile, and the start takes a quarter less processor time.
 */
const SECOND_COMPILER_LATE = [
  '-XX:Tier4InvocationThreshold=50000',
  '-XX:Tier4MinInvocationThreshold=6000',
  '-XX:Tier4CompileThreshold=150000',
  '-XX:Tier4BackEdgeThreshold=400000',
];

const launchWith = (command: string, jars: string): Launch => ({
  engine: 'dynamodb-local',
  title: `DynamoDB Local ${VERSION}`,
  command,
  commandArguments: (port, store) => [
    ...SECOND_COMPILER_LATE,
    '-XX:+UseSerialGC',
    `-Djava.library.path=${jars}`,
    '-cp',
    join(jars, '*'),
    MAIN_CLASS,
    ...(store === undefined ? ['-inMemory'] : ['-dbPath', store]),
    '-disableTelemetry',
    '-port',
    String(port),
  ],
  storeName: 'dynamodb-local',
  prepareStore: takeSharedDatabase,
});

/** What an earlier version kept was one database for all access keys; from now on it is that of ours. */
async function takeSharedDatabase(store: string, accessKeyId: string): Promise<void> {
  for (const suffix of ['-wal', '-shm', ''])
    await rename(
      join(store, `shared-local-instance.db${suffix}`),
      join(store, `${accessKeyId}_${REGION}.db${suffix}`),
    ).catch(unlessMissing);
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

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
