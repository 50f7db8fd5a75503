/** What is new of some collections is told, as the table's stream has it done. */
import { publishEvents } from '#functions/stream/publish-events.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { service } from '#test/support/a-service.ts';

const publish = publishEvents(service);

export const tellAll = (ids: readonly string[]) =>
  publish({
    Records: ids.map((id, index) => {
      const { account, hash } = parseCollectionId(id) ?? { account: '', hash: '' };
      const { pk, sk } = collectionKey(account, hash);
      return {
        eventName: 'MODIFY',
        dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: String(index) },
      };
    }) as never,
  });
