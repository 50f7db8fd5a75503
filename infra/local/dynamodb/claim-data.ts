/** One DynamoDB engine per data folder: an engine that a killed run left behind is ended, a running one is not. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWNER_ONLY } from '#infra/local/data-dir.ts';

const STOP_LIMIT_MS = 5_000;
const OWNER_LIMIT_MS = 2_000;
const POLL_MS = 25;

export type Log = (line: string) => void;

export type DataClaim = {
  dataDir: string;
  /** Of the database in this folder: the same at every start. */
  accessKeyId: string;
  record(pid: number | undefined): Promise<void>;
  release(): Promise<void>;
};

/** Rejects when another living run uses the folder. */
export const claimData = async (dataDir: string, log: Log): Promise<DataClaim> => {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, OWNER_ONLY.folder);
  const file = join(dataDir, 'dynamodb.pid');
  await endLeftover(file, dataDir, log);
  return {
    dataDir,
    accessKeyId: await keepAccessKey(join(dataDir, 'access-key')),
    record: async (pid) => {
      if (pid !== undefined) await writeFile(file, `${pid}\n${process.pid}\n`);
    },
    release: () => rm(file, { force: true }),
  };
};

/** DynamoDB Local takes only letters and digits. */
export const newAccessKey = (): string => randomBytes(16).toString('hex');

const keepAccessKey = async (file: string): Promise<string> => {
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = newAccessKey();
  await writeFile(file, `${made}\n`, { mode: OWNER_ONLY.file });
  return made;
};

const endLeftover = async (file: string, dataDir: string, log: Log) => {
  const recorded = await readFile(file, 'utf8').catch(() => '');
  const [engine, owner] = recorded.split('\n').map(Number);
  if (!engine || !isOurs(engine, dataDir)) return;
  const owned = () => parentOf(engine) === owner;
  // A run that was just killed may take a moment to end.
  await until(() => !owned(), OWNER_LIMIT_MS);
  if (owned()) throw new Error(`${dataDir} is in use by process ${owner}; stop it, or choose another data folder`);
  if (!isOurs(engine, dataDir)) return;
  log(`Ending the DynamoDB that a killed run left behind (process ${engine})`);
  signal(engine, 'SIGTERM');
  await until(() => !isOurs(engine, dataDir), STOP_LIMIT_MS);
  if (isOurs(engine, dataDir)) signal(engine, 'SIGKILL');
  await until(() => !isOurs(engine, dataDir), STOP_LIMIT_MS);
};

const until = async (holds: () => boolean, limitMs: number) => {
  const limit = Date.now() + limitMs;
  while (!holds() && Date.now() < limit) await sleep(POLL_MS);
};

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch (error) {
    // The process may have ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** The recorded pid may be another process's by now: our engine has the data folder in its command line. */
const isOurs = (pid: number, dataDir: string): boolean => commandLineOf(pid).includes(dataDir + sep);

const commandLineOf = (pid: number): string =>
  existsSync('/proc/self') ? readProc(pid, 'cmdline') : askPs(pid, 'args=');

const parentOf = (pid: number): number =>
  existsSync('/proc/self')
    ? Number(/^PPid:\s*(\d+)/m.exec(readProc(pid, 'status'))?.[1] ?? 0)
    : Number(askPs(pid, 'ppid='));

const readProc = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const askPs = (pid: number, column: string): string => {
  try {
    return execFileSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
};
