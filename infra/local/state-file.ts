/** Small JSON files that outlive the process: each is written whole or not at all, even if the process is killed. */
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';

const READABLE_BY_OWNER = 0o600;

/** Undefined when there is no file, or it is not JSON. */
export async function readState<State>(file: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as State;
  } catch {
    return undefined;
  }
}

export async function writeState(file: string, state: unknown): Promise<void> {
  const incoming = `${file}.${process.pid}.incoming`;
  await writeFile(incoming, `${JSON.stringify(state)}\n`, { mode: READABLE_BY_OWNER });
  await chmod(incoming, READABLE_BY_OWNER);
  await rename(incoming, file);
}

export const removeState = (file: string): Promise<void> => rm(file, { force: true });
