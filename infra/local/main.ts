/** `npm start`: the service, whole, on this machine, until a signal ends it. */
import { readSettings } from './settings.ts';
import { StartFailure } from './start-failure.ts';
import { type LocalRun, startLocalRun } from './start-local-run.ts';

/** A terminal's Ctrl-C arrives twice under npm, once by each way: only a later one is meant as a second. */
const SAME_SIGNAL_MS = 1000;

let run: LocalRun | undefined;
let signalledAt: number | undefined;

async function end(code: number): Promise<never> {
  await run?.stop().catch((error: unknown) => console.error(error));
  process.exit(code);
}

function onSignal(): void {
  const now = performance.now();
  if (signalledAt !== undefined && now - signalledAt > SAME_SIGNAL_MS) process.exit(1);
  if (signalledAt !== undefined) return;
  signalledAt = now;
  console.log('Stopping; once more ends it at once.');
  // Before it has started there is nothing to end in order: the engine ends when this process is gone.
  void end(0);
}

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

try {
  run = await startLocalRun(readSettings(process.env));
  if (signalledAt !== undefined) await end(0);
  console.log(run.banner);
  await run.failed;
} catch (error) {
  if (signalledAt === undefined) {
    const expected = run !== undefined || error instanceof StartFailure;
    console.error(expected ? (error as Error).message : error);
    await end(1);
  }
}
