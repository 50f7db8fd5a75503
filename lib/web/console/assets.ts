/** The built console: its page, and the files that the page loads. Who serves it asks here. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ConsoleFile = { type: string; body: string };

/** The name of a file has the hash of its content, so that a browser may keep it. */
export type ConsoleAssets = { page: string; files: Readonly<Record<string, ConsoleFile>> };

/** Beside the bundle of each function that serves the console. */
export const CONSOLE_FILE = 'console.json';

let read: Promise<ConsoleAssets> | undefined;

/** The local run builds the console in place of reading it. */
export function readConsoleAssets(): Promise<ConsoleAssets> {
  read ??= readFile(join(import.meta.dirname, CONSOLE_FILE), 'utf8').then((text) => JSON.parse(text));
  return read;
}
