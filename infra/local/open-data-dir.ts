/** Takes DATA_DIR for this process: makes it, marks it as ours, and refuses when another run is using it. */
import { accessSync, constants } from 'node:fs';
import { type DataFiles, dataFiles, makeDataDir, notWritable } from './data-dir.ts';
import { type RunLock, takeRunLock } from './run-lock.ts';
import { StartFailure } from './settings.ts';
import { removeState, writeState } from './state-file.ts';

export type OpenDataDir = { files: DataFiles; close(): void };

export async function openDataDir(dataDir: string): Promise<OpenDataDir> {
  const files = dataFiles(dataDir);
  await makeDataDir(dataDir);
  const lock = lockDataDir(dataDir);
  await writeState(files.marker, { what: 'Data of a local run of Collections; npm run reset wipes it.' });
  await removeState(files.ready);
  return { files, close: lock.release };
}

/** @throws {StartFailure} When another process is using the folder, or it cannot be written. */
export function lockDataDir(dataDir: string): RunLock {
  const lock = takeLock(dataDir);
  if ('release' in lock) return lock;
  throw new StartFailure(
    `DATA_DIR ${dataDir} is in use by process ${lock.heldBy}. Stop that run, or take another folder: DATA_DIR=.local-2 PORT=0 npm start`,
  );
}

function takeLock(dataDir: string): ReturnType<typeof takeRunLock> {
  try {
    accessSync(dataDir, constants.W_OK);
    return takeRunLock(dataFiles(dataDir).lock);
  } catch (error) {
    throw notWritable(dataDir, error as NodeJS.ErrnoException);
  }
}
