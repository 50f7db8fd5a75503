/** Runs a collection by the follow-up function, as its queue does. */

import { followUp } from '#functions/scheduled/follow-up.ts';
import type { Run } from '#lib/schedule/queues.ts';
import { service } from '#test/support/a-service.ts';

const handler = followUp(service);

/** Rejects when the run fails, and would come again. */
export async function runCollection(run: Run): Promise<void> {
  const { batchItemFailures } = await handler({ Records: [{ messageId: 'one', body: JSON.stringify(run) }] as never });
  if (batchItemFailures.length > 0) throw new Error('the run failed');
}
