/** `npm start`: runs the whole service on this machine until a signal ends it. */
import { readSettings, StartFailure } from './settings.ts';
import { type LocalRun, startLocalRun } from './start-local-run.ts';

/** Whatever this process and its database write, other users of this machine cannot read. */
process.umask(0o077);

/** Under npm one Ctrl-C arrives twice, from the terminal and from npm. Only a later signal counts as a second. */
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
  console.log('Stopping. A second signal ends the process at once.');
  // During the start, `run` is not set yet, and DynamoDB ends by itself when this process is gone.
  void end(0);
}

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

/** A signal to npm ends the shell between it and this process, and no one else: the port would stay taken. */
const PARENT_CHECK_MS = 500;

if (process.env['npm_lifecycle_event'] === 'start') {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    onSignal();
  }, PARENT_CHECK_MS).unref();
}

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
