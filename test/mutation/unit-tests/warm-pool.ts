/** A Vitest pool whose single process stays alive between runs, because starting a process costs far more than running the tests. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { PoolOptions, PoolRunnerInitializer, PoolWorker, WorkerRequest } from 'vitest/node';

const PROCESS = join(import.meta.dirname, 'warm-process.ts');

type Listener = (...values: unknown[]) => void;

export class WarmPool implements PoolRunnerInitializer {
  readonly name = 'warm';
  private child: ChildProcess | undefined;
  private isSetUp = false;

  constructor() {
    process.once('exit', () => this.kill());
  }

  /** Kills the process; the next run starts another one. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }

  createPoolWorker({ env }: PoolOptions): PoolWorker {
    let child: ChildProcess;
    const listeners: [string, Listener][] = [];
    const answer = (type: 'started' | 'stopped') =>
      queueMicrotask(() => child.emit('message', { type, __vitest_worker_response__: true }));
    return {
      name: this.name,
      start: async () => {
        child = this.process(env);
      },
      stop: async () => {
        for (const [event, listener] of listeners) child.off(event, listener);
      },
      on(event, listener) {
        listeners.push([event, listener]);
        child.on(event, listener);
      },
      off: (event, listener) => {
        child.off(event, listener);
      },
      deserialize: (data) => data,
      send: (request: WorkerRequest) => {
        if (request.type === 'stop') return answer('stopped');
        if (request.type === 'start' && this.isSetUp) return answer('started');
        if (request.type === 'start') this.isSetUp = true;
        child.send(request);
      },
    };
  }

  private process(env: PoolOptions['env']): ChildProcess {
    if (this.child !== undefined) return this.child;
    const child = fork(PROCESS, [], { env, serialization: 'advanced', stdio: 'ignore' });
    child.setMaxListeners(0);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
      this.isSetUp = false;
    });
    this.child = child;
    return child;
  }
}
