/** One run of something on an emulator of AWS: tools, a folder of its own, and an end that leaves nothing behind. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, ROOT } from './emulated-stage.ts';
import { findPython, installTool, startEmulator } from './emulator.ts';

/** Of the runs, and of what they install. */
export const FOLDER = join(ROOT, '.local', 'deployed');

/** `url`: of the emulator. `work`: a folder for this run, which stays when it fails; `log` in it is what the emulator and the functions print. */
export type EmulatorRun = { url: string; python: string; work: string; log: string };

const seconds = (): string => `${Math.round(performance.now() / 1000)} s`.padStart(6);
export const say = (line: string): boolean => process.stdout.write(`${seconds()}  ${line}\n`);

/** Does the work on a fresh emulator, if this machine can have one; the process ends with 1 when it fails. */
export async function onAnEmulator(work: (emulator: EmulatorRun) => Promise<void>): Promise<void> {
  process.chdir(ROOT);
  process.env['PATH'] = pathOf(ROOT);
  const python = await findPython();
  if (!python) say('not run: no Python 3.11 or newer on this machine');
  else
    await runOn(python, work).catch((error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });
}

async function runOn(python: string, task: (emulator: EmulatorRun) => Promise<void>): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const ministack = await installTool(python, 'ministack', '1.5.33');
  const work = mkdtempSync(join(FOLDER, 'run-'));
  const log = join(work, 'emulator.log');
  const emulator = await startEmulator(ministack, log);
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
