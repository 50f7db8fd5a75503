/** A process that runs the seeds its parent hands it, until it is let go. */
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
