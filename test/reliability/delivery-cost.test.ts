/** What a webhook costs: three trips and three requests to the table when it is accepted, one more of each kind of work when not. */
import { expect, it } from 'vitest';
import { aReceiver, status } from '#test/functions/webhooks/a-receiver.ts';
import { anEndpoint, tell, useWebhookWorld } from '#test/functions/webhooks/a-webhook-world.ts';
import { aTenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { watchCost } from './cost.ts';

useTable();
captureLogs();
const clock = useClock(new Date('2026-07-01T09:00:00.000Z'));
const world = useWebhookWorld(clock);

const READ = ['BatchGetItem'];
const CLAIM = ['UpdateItem'];
const RECORD = ['UpdateItem'];

async function costOfDelivering(answers: number): Promise<{ trips: string[][]; read: number; write: number }> {
  const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
  await anEndpoint(tenant, receiver.url);
  await tell(tenant, clock);
  receiver.answer = status(answers);
  const watch = watchCost();
  await world.drain();
  expect(receiver.received).toHaveLength(1);
  return { trips: watch.trips(), read: watch.readUnits(), write: watch.writeUnits() };
}

it('a webhook that is accepted costs one read of three items, and the writes of its claim and its outcome, of which only the outcome leaves the index', async () => {
  expect(await costOfDelivering(204)).toEqual({ trips: [READ, CLAIM, RECORD], read: 2, write: 3 });
});

it('a webhook that is refused costs one write more, which counts the failure', async () => {
  expect(await costOfDelivering(500)).toEqual({ trips: [READ, CLAIM, RECORD, ['UpdateItem']], read: 2, write: 5 });
});
