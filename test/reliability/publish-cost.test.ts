/** What telling events costs, beside the requests that lead to them: one reading, and one transaction for all events of a change. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '#functions/stream/publish-events.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { allowQueues } from '#test/store/allow-queues.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aRequest, type Business, openBusiness } from './business.ts';
import { watchCost } from './cost.ts';

useTable();
allowQueues();
captureLogs();

let business: Business;
let id: string;
beforeAll(async () => {
  business = await openBusiness('NG');
  id = (await business.create(aRequest('INV-1'))).body.data.id;
});

async function costOfTelling(times = 1) {
  const ref = parseCollectionId(id);
  if (ref === undefined) throw new Error('it was created');
  const { pk, sk } = collectionKey(ref.account, ref.hash);
  const record = { eventName: 'MODIFY', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: '1' } };
  const watch = watchCost();
  await handler({ Records: Array.from({ length: times }, () => record) as never });
  return { trips: watch.trips(), read: watch.readUnits(), write: watch.writeUnits() };
}

/** Its history, what was told of it, and the account's webhook endpoints. */
const READ = ['Query', 'Query', 'GetItem'];
const TELL = ['TransactWriteItems'];

describe('telling', () => {
  it('a create is told by one event: two trips, the reads beside each other, and four write units', async () => {
    expect(await costOfTelling()).toEqual({ trips: [READ, TELL], read: 2, write: 4 });
  });

  it('a change without an event costs one trip and no write, however many records of it a batch has', async () => {
    expect(await costOfTelling(20)).toEqual({ trips: [READ], read: 3, write: 0 });
  });

  it('a collection that is completed by hand is told by one transaction: two units for the numbers, and two for each event that it shows', async () => {
    await business.setStatus(id, 'completed');
    const { trips, write } = await costOfTelling();
    const shown = (await business.get(id)).body.data.events.length - 1;
    expect({ trips, write }).toEqual({ trips: [READ, TELL], write: 2 + 2 * shown });
  });
});
