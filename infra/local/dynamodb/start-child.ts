/** Starts a child process that ends when this one ends, even when this one is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from './engine.ts';

const STOP_LIMIT_MS = 5_000;

export type Child = {
  process: ChildProcess;
  exited: Promise<{ code: number | null }>;
  output(): string;
  stop(): Promise<void>;
};

export const startChild = (command: string, commandArguments: string[], env: Environment): Child => {
  // Detached, because Ctrl-C goes to the whole process group, and requests in progress still need the engine.
  const child = spawn(command, commandArguments, { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-2_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const guard = child.pid === undefined ? undefined : guardOf(child.pid);
  const { promise: exited, resolve } = Promise.withResolvers<{ code: number | null }>();
  const ended = (code: number | null) => {
    guard?.kill('SIGKILL');
    resolve({ code });
  };
  child.on('error', (error) => {
    keep(Buffer.from(error.message));
    ended(null);
  });
  child.on('exit', ended);
  const stop = async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(hard);
  };
  return { process: child, exited, output: () => output, stop };
};

/** Waits on a pipe from this process, which closes when this process ends in any way, and then ends the engine. */
const guardOf = (pid: number): ChildProcess => {
  const script = 'read -r _; kill "$1"; /bin/sleep 5; kill -9 "$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // A machine without `sh` has no guard; the next start then finds the engine by its recorded pid.
  guard.on('error', () => {});
  return guard;
};
