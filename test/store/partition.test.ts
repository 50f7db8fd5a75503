/** A collection with very many payments is read whole, page by page. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { claimSlots } from '#lib/store/claim-slots.ts';
import { recordEvent } from '#lib/store/collection-events.ts';
import { paymentKey } from '#lib/store/keys.ts';
import { getPartition } from '#lib/store/partition.ts';
import { aPayment } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaim, aStored, NOW } from './a-claim.ts';
import { interceptSend } from './intercept-send.ts';

const { documents, tableName } = useTable();

const PAGE_BYTES = 1024 * 1024;
const BIG = 'x'.repeat(20_000);
const COUNT = 75;

it('reads beyond one page of a query, and every kind of row of it', async () => {
  const collection = await aStored();
  const { ref } = collection;
  await claimSlots(aClaim(collection));
  await recordEvent(ref, 'contact.opted_out', NOW);
  const payments = Array.from({ length: COUNT }, (_, index) =>
    aPayment({ transaction: `trx-${String(index).padStart(3, '0')}`, event: 'payment.received' }),
  );
  for (let from = 0; from < COUNT; from += 25) {
    const puts = payments.slice(from, from + 25).map((payment) => ({
      PutRequest: { Item: { ...paymentKey(ref, payment), ...payment, reference: BIG } },
    }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
  expect(COUNT * BIG.length).toBeGreaterThan(PAGE_BYTES);
  const seen = interceptSend((_command, send) => send());
  const partition = await getPartition(ref);
  expect(seen.length).toBeGreaterThan(1);
  expect(seen.every(({ input }) => input.ConsistentRead)).toBe(true);
  expect(partition.payments).toEqual(payments.map((payment) => ({ ...payment, reference: BIG })));
  expect(partition).toMatchObject({
    collection: { id: collection.id },
    attempts: [{ slot: 1 }],
    events: [{ type: 'contact.opted_out' }],
  });
});
