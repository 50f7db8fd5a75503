/** Runs the command line tool: in the process of the test, or as a user does, in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { standardInput } from '#infra/cli/command.ts';
import { runCommandLine } from '#infra/cli/run-command-line.ts';
import { output } from '#lib/log.ts';
import { QUIETLY } from '#test/support/local-run.ts';

/** What is on standard output and on standard error, and the exit code. */
export type Ended = { code: number; out: string; err: string };

const printed = (text: string) => (text === '' ? '' : `${text}\n`);

/**
 * For the local run of this folder, in the process of the test: a process for each command takes most of the time of a test.
 * All commands of a test file must be for one local run, because the store reads the environment once.
 */
export async function runCli(dataDir: string, line: readonly string[], input = ''): Promise<Ended> {
  const logs: string[] = [];
  process.env['DATA_DIR'] = dataDir;
  standardInput.open = () => Readable.from([input]);
  output.write = (logged) => void logs.push(logged);
  const { code, answer, refusal } = await runCommandLine(line);
  return { code, out: printed(answer), err: logs.map(printed).join('') + printed(refusal) };
}

/** In a process with only these variables, and what a process needs of this machine. */
export async function spawnCli(env: Record<string, string>, line: readonly string[], input = ''): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...QUIETLY, 'infra/cli/main.ts', ...line], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, out, err };
}
