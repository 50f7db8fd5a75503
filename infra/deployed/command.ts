/** Runs one program to its end, shows its output only when it fails, and never waits for ever. */
import { spawn } from 'node:child_process';

export type CommandOptions = { env?: NodeJS.ProcessEnv; timeoutMs: number; show?: boolean };

/** Resolves with what it printed; rejects, quoting that, when it fails or takes too long. */
export async function run(program: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { env = process.env, timeoutMs, show = false } = options;
  const child = spawn(program, args, {
    env,
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
