/** Runs a collection by the follow-up function, as its queue does. */
import { handler } from '#functions/scheduled/follow-up.ts';
import type { Run } from '#lib/schedule/runs-queue.ts';

/** Rejects when the run fails, and would come again. */
export async function runCollection(run: Run): Promise<void> {
  const { batchItemFailures } = await handler({ Records: [{ messageId: 'one', body: JSON.stringify(run) }] as never });
  if (batchItemFailures.length > 0) throw new Error('the run failed');
}
