/** Runs a program with a time limit; its output is shown only when it fails. */
import { spawn } from 'node:child_process';

export type CommandOptions = { env?: NodeJS.ProcessEnv; cwd?: string; timeoutMs: number; show?: boolean };

/** Resolves with the output; rejects with the output in the message when the program fails or takes too long. */
export async function run(program: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { env = process.env, cwd, timeoutMs, show = false } = options;
  const child = spawn(program, args, {
    env,
    cwd,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const ended = await new Promise<string | number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  if (ended !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${ended}\n${printed}`);
  return printed;
}
