/** What a bundle weighs, at its start and in all, and the most that it may. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Size = { startBytes: number; totalBytes: number };

/** The most that a function may weigh: the largest holds every provider, every channel and the reminders of every language, and fills what merchants wrote. */
const BUDGET: Size = { startBytes: 411_000, totalBytes: 782_000 };

/** The client of S3, and what parses a mail and HTML: they come with the first mail, to the one function that reads them. */
const MAIL_READER_BYTES = 270_000;

/** The description of the API grows with each operation. */
const DESCRIPTION_BYTES = 40_000;

/** `name`: of the function, or of its file. */
export const budgetOf = (name: string): Size =>
  /get-?openapi/i.test(name)
    ? { ...BUDGET, startBytes: BUDGET.startBytes + DESCRIPTION_BYTES }
    : /receive-?email/i.test(name)
      ? { ...BUDGET, totalBytes: BUDGET.totalBytes + MAIL_READER_BYTES }
      : BUDGET;

const PRINT_LOADED = `
  const loaded = () => Object.keys(require.cache);
  const loadedWith = (file) => {
    const before = new Set(loaded());
    require(file);
    return loaded().filter((each) => !before.has(each));
  };
  console.log(JSON.stringify(process.argv.slice(1).map(loadedWith)));
`;

/** The files, by absolute paths, that are loaded with the `index.js` of each folder. A fresh process loads them all, as none has a file of another. */
export function filesAtStart(folders: readonly string[]): string[][] {
  const args = ['--eval', PRINT_LOADED, ...folders.map((folder) => join(folder, 'index.js'))];
  return JSON.parse(execFileSync(process.execPath, args, { env: { AWS_REGION: 'eu-west-1' }, encoding: 'utf8' }));
}

const bytesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0);

const sizeWith = (folder: string, atStart: readonly string[]): Size => ({
  startBytes: bytesOf(atStart),
  totalBytes: bytesOf(readdirSync(folder).map((name) => join(folder, name))),
});

export const sizesOf = (folders: readonly string[]): Size[] =>
  filesAtStart(folders).map((atStart, index) => sizeWith(folders[index] as string, atStart));
