/** Starts and stops ministack, an emulator of AWS, on a free port of the loopback interface, for one run of something: with its tools, a folder of its own, and an end that leaves nothing behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './command.ts';
import { pathOf, ROOT } from './emulated-stage.ts';
import { waitFor } from './wait-for.ts';

const INSTALL_TIMEOUT_MS = 300_000;

/** The command of a Python 3.11 or newer on this machine; undefined when there is none. */
export async function findPython(): Promise<string | undefined> {
  for (const name of ['python3', 'python', 'python3.13', 'python3.12', 'python3.11']) {
    const version = await run(name, ['-c', 'import sys; print(*sys.version_info[:2])'], { timeoutMs: 30_000 })
      .then((printed) => printed.trim().split(' ').map(Number))
      .catch(() => [0, 0]);
    const [major = 0, minor = 0] = version;
    if (major === 3 && minor >= 11) return name;
  }
  return undefined;
}

/** Installs exactly this version, once; returns the path of its program, which is mostly called as it is. */
export async function installTool(
  python: string,
  name: string,
  version: string,
  command: string = name,
): Promise<string> {
  const home = join(import.meta.dirname, '..', '..', '.local', 'deployed', `${name}-${version}`);
  const ready = join(home, 'ready');
  const program = join(home, 'bin', command);
  if (existsSync(ready)) return program;
  process.stdout.write(`installing ${name} ${version}\n`);
  await rm(home, { recursive: true, force: true });
  await run(python, ['-m', 'venv', home], { timeoutMs: INSTALL_TIMEOUT_MS });
  await run(join(home, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `${name}==${version}`], {
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  await writeFile(ready, '');
  return program;
}

type Emulator = { url: string; stop: () => Promise<void> };

const START_TIMEOUT_MS = 60_000;
const DID_NOT_START = 'the emulator did not start';

/** Starts the emulator and waits until it answers; its output goes to `logFile`. */
async function startEmulator(ministack: string, logFile: string, more: NodeJS.ProcessEnv): Promise<Emulator> {
  const port = await freePort();
  const log = openSync(logFile, 'w');
  // A process group of its own, because the functions it runs are its children; they also inherit the environment.
  const child = spawn(ministack, [], {
    env: {
      HOME: process.env['HOME'],
      PATH: process.env['PATH'],
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      IOT_MTLS_ENABLED: '0',
      SFTP_ENABLED: '0',
      ...more,
    },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const emulator = { url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
  await waitUntilHealthy(emulator.url, child).catch(async (error) => {
    await emulator.stop();
    throw error;
  });
  return emulator;
}

const waitUntilHealthy = (url: string, child: ChildProcess): Promise<true> =>
  waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(DID_NOT_START);
      const healthy = await fetch(`${url}/_ministack/health`).then(
        (answer) => answer.ok,
        () => false,
      );
      return healthy || undefined;
    },
    { timeoutMs: START_TIMEOUT_MS, what: DID_NOT_START },
  );

async function stop(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (!pid) return;
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal);
    } catch {
      // The group has ended already.
    }
  };
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  signalGroup('SIGTERM');
  await Promise.race([gone, sleep(5_000)]);
  signalGroup('SIGKILL');
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** On a free port of the loopback interface, with which it resolves. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Of the runs, and of what they install. */
export const FOLDER = join(ROOT, '.local', 'deployed');

/** `url`: of the emulator. `work`: a folder for this run, which stays when it fails; `log` in it is what the emulator and the functions print. */
export type EmulatorRun = { url: string; python: string; work: string; log: string };

const seconds = (): string => `${Math.round(performance.now() / 1000)} s`.padStart(6);
export const say = (line: string): boolean => process.stdout.write(`${seconds()}  ${line}\n`);

/** Does the work on a fresh emulator, if this machine can have one; the process ends with 1 when it fails. `more`: variables for the functions. */
export async function onAnEmulator(
  work: (emulator: EmulatorRun) => Promise<void>,
  more: NodeJS.ProcessEnv = {},
): Promise<void> {
  process.chdir(ROOT);
  process.env['PATH'] = pathOf(ROOT);
  const python = await findPython();
  if (!python) say('not run: no Python 3.11 or newer on this machine');
  else
    await runOn(python, work, more).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });
}

async function runOn(
  python: string,
  task: (emulator: EmulatorRun) => Promise<void>,
  more: NodeJS.ProcessEnv,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const ministack = await installTool(python, 'ministack', '1.5.33');
  const work = mkdtempSync(join(FOLDER, 'run-'));
  const log = join(work, 'emulator.log');
  const emulator = await startEmulator(ministack, log, more);
  const abandon = async (): Promise<void> => {
    await emulator.stop();
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void abandon());
  try {
    say(`the emulator answers at ${emulator.url}`);
    await task({ url: emulator.url, python, work, log });
  } catch (error) {
    say(`failed; the output of the emulator and the functions is in ${work}`);
    throw error;
  } finally {
    await emulator.stop();
  }
  rmSync(work, { recursive: true, force: true });
}
