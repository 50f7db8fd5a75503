/** Distributes seeds over processes in portions. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { addTo, emptyTally, type Tally } from './run-many.ts';

export type Batch = { from: number; seeds: number; workers: number };

const PORTION = 25;
const WORKER = join(import.meta.dirname, 'worker.ts');

/** `heard` is called after every portion; true ends the run early. */
export async function runInParallel(batch: Batch, heard: (tally: Tally) => boolean = () => false): Promise<Tally> {
  const tally = emptyTally();
  let next = batch.from;
  const end = batch.from + batch.seeds;
  const handOut = (worker: ChildProcess): boolean => {
    if (next >= end) return false;
    const count = Math.min(PORTION, end - next);
    worker.send({ from: next, count });
    next += count;
    return true;
  };
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = fork(WORKER);
      worker.on('message', (more: Tally) => {
        addTo(tally, more);
        if (heard(tally)) next = end;
        if (!handOut(worker)) worker.kill();
      });
      worker.on('exit', (code, signal) =>
        signal === 'SIGTERM' ? resolve() : reject(new Error(`a worker ended: ${code}`)),
      );
      handOut(worker);
    });
  await Promise.all(Array.from({ length: Math.min(batch.workers, Math.ceil(batch.seeds / PORTION)) }, work));
  return tally;
}
