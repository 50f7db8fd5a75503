/** What a bundle weighs: the files that each cold start loads, and all of them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Size = { startBytes: number; totalBytes: number };

/** The most that a function may weigh. */
export const BUDGET: Size = { startBytes: 340_000, totalBytes: 640_000 };

const PRINT_LOADED = 'require(process.argv[1]); console.log(JSON.stringify(Object.keys(require.cache)))';

/** The files, by absolute paths, that are loaded with `index.js`: a fresh process is asked. */
export function filesAtStart(folder: string): string[] {
  const args = ['--eval', PRINT_LOADED, join(folder, 'index.js')];
  return JSON.parse(execFileSync(process.execPath, args, { env: { AWS_REGION: 'eu-west-1' }, encoding: 'utf8' }));
}

const bytesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0);

export const sizeOf = (folder: string): Size => ({
  startBytes: bytesOf(filesAtStart(folder)),
  totalBytes: bytesOf(readdirSync(folder).map((name) => join(folder, name))),
});
