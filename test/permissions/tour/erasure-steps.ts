/** Steps of the tour: what a stage with a retention period does besides, when the period of two collections is over. */
import { table } from '#lib/store/table/live-table.ts';
import { parts } from '#test/simulation/world/simulated.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { aCollection, changeOf, runWhenDue } from './collections.ts';
import type { Tour } from './open-tour.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** One of the two is erased while its contact has another; with the last, the contact and the person go, too. */
export async function erasureSteps(tour: Tour): Promise<void> {
  const body = { url: 'https://receiver.example/erased', events: ['*'] };
  await tour.ask('create-webhook-endpoint', { method: 'POST', body });
  const ended = [await endedCollection(tour, 'erased-1'), await endedCollection(tour, 'erased-2')];
  await tour.wait(2 * DAY);
  parts.settings.retentionDays = 1;
  table.retentionDays = 1;
  try {
    await tour.invoke('sweep', {});
    for (const collection of ended) await erase(tour, collection);
  } finally {
    parts.settings.retentionDays = undefined;
    table.retentionDays = undefined;
  }
}

/** It was told of, one message of it was sent, and it was cancelled. */
async function endedCollection(tour: Tour, reference: string): Promise<string> {
  const contact = aContactBody({ phone: '+2348031230099', email: 'erased@example.com' });
  const followUp = { enabled: true, startAfter: 20, cadence: 'every_1h', channels: ['sms'] };
  const id = await aCollection(tour, { reference, contact, followUp });
  await tour.invoke('publish-events', { Records: [changeOf(tour, id)] });
  await tour.wait(MINUTE);
  await runWhenDue(tour, id);
  await tour.ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  return id;
}

async function erase({ invoke }: Tour, collection: string): Promise<void> {
  const body = JSON.stringify({ collection, erases: true });
  const answer = await invoke('follow-up', { Records: [{ messageId: '1', body }] });
  if ((answer as { batchItemFailures: unknown[] }).batchItemFailures.length > 0) throw new Error('the erasure failed');
}
