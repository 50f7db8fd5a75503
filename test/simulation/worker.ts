/** A child process that runs the seeds its parent sends, until the parent disconnects. */
import { runMany } from './run-many.ts';

export type Portion = { from: number; count: number };

process.on('message', ({ from, count }: Portion) => {
  runMany(from, count).then(
    (tally) => process.send?.(tally),
    (error: unknown) => {
      console.error(`seeds from ${from}:`, error);
      process.exit(2);
    },
  );
});
