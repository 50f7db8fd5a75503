/** What a command is (its options, what it does, and where it writes), and the two ways in which it can refuse. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export type Values = Record<string, string | boolean | undefined>;

/** `data` is printed under `--json`, `text` otherwise. `isBad`: what was looked at is not in order, so the exit code is 1. */
type Outcome = { data: unknown; text: string; isBad?: boolean };

export type Run = (values: Values) => Promise<Outcome>;

export type Option = {
  type: 'string' | 'boolean';
  /** Stands for the value in the help. */
  value?: string;
  help: string;
  required?: boolean;
  /** An empty text is a value too: it removes what is there. */
  mayBeEmpty?: true;
};

export type Command = {
  summary: string;
  options: Record<string, Option>;
  /** For commands that ask AWS only, and never our table. */
  needsNoTable?: true;
  /** Imports the command's code: late, because the store reads the environment when it is imported. */
  load(): Promise<Run>;
};

/** The value of a text option that the command requires. */
export const textOf = (values: Values, name: string): string => String(values[name]);

/** The command line is wrong: the message is followed by a pointer to the help, and the exit code is 2. */
export class UsageError extends Error {}

/** The command was understood and cannot be done: only the message is printed, and the exit code is 1. */
export class CommandFailure extends Error {}

/** The stage of a command that can do nothing without one. */
export function stageOf({ stage }: Values): string {
  if (typeof stage !== 'string') throw new UsageError('Which stage? Give --stage.');
  return stage;
}

/** One `@`, something on both sides of it, and no space: what a contact's email may be. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The address that `--email` names, in lower case. @throws {UsageError} */
export function emailOf(values: Values): string {
  const address = textOf(values, 'email').trim().toLowerCase();
  if (EMAIL.test(address)) return address;
  throw new UsageError('--email must be an email address, such as ada@example.com');
}

export const flag = (help: string): Option => ({ type: 'boolean', help });
export const text = (value: string, help: string): Option => ({ type: 'string', value, help });
export const needed = (value: string, help: string): Option => ({ ...text(value, help), required: true });

export function alignColumns(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export type Streams = {
  file: Pick<NodeJS.WriteStream, 'write' | 'once' | 'off'>;
  progress: { write(text: string): unknown };
};

/** Waits while the reader of the file is slower. */
export async function write(file: Streams['file'], text: string): Promise<void> {
  if (text !== '' && !file.write(text)) await once(file as NodeJS.WriteStream, 'drain');
}

/** Tests replace it. */
export const standardInput = { open: (): Readable & { isTTY?: boolean } => process.stdin };
