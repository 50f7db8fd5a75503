/** The collections of the tour: created by the API, run by the queue, and seen in the table. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import type { Seams } from '#test/simulation/world/install.ts';
import { aFullCreateBody } from '#test/support/a-create-body.ts';
import { type Tour, withSeams } from './open-tour.ts';

/** Returns the id of a new collection with follow-ups. */
export async function aCollection({ ask }: Tour, given: object): Promise<string> {
  const { body } = await ask('create-collection', { method: 'POST', body: aFullCreateBody(given) });
  return body.data.id;
}

/** Its create fails before it is listed: the stream or a run lists it. */
export async function anUnlistedCollection(tour: Tour, reference: string): Promise<string> {
  const table: Seams['table'] = (command, send) =>
    command.constructor.name === 'UpdateCommand'
      ? Promise.reject(new Error('the list does not answer'))
      : send(command);
  const body = aFullCreateBody({ reference });
  await withSeams(tour, { table }, () => tour.ask('create-collection', { method: 'POST', body }, 500));
  return collectionId(collectionRefOf(tour.tenant.account, reference));
}

const refOf = (id: string): CollectionRef => {
  const ref = parseCollectionId(id);
  if (ref === undefined) throw new Error(`${id} is no id of a collection`);
  return ref;
};

function itemOf({ world }: Tour, id: string) {
  const { account, hash } = refOf(id);
  const item = world.table.items.get(collectionKey(account, hash));
  if (item === undefined) throw new Error(`there is no collection ${id}`);
  return item;
}

/** The record of the table's stream about a new collection. */
export function changeOf(tour: Tour, id: string): object {
  const { account, hash } = refOf(id);
  const Keys = marshall(collectionKey(account, hash));
  const NewImage = asLambdaGets(marshall(itemOf(tour, id), { removeUndefinedValues: true }));
  return { eventName: 'INSERT', dynamodb: { Keys, NewImage, SequenceNumber: '1' } };
}

/** Runs a collection when its next run is due, as the sweeper would have it. */
export async function runWhenDue(tour: Tour, id: string): Promise<void> {
  const { nextRunAt } = itemOf(tour, id);
  if (typeof nextRunAt !== 'string') throw new Error(`the collection ${id} has no next run`);
  await tour.wait(Math.max(0, Date.parse(nextRunAt) - tour.world.kernel.now()) + 1);
  const body = JSON.stringify({ collection: id });
  const answer = await tour.invoke('follow-up', { Records: [{ messageId: '1', body }] });
  if ((answer as { batchItemFailures: unknown[] }).batchItemFailures.length > 0) throw new Error('the run failed');
}

/** The last message about a collection. */
export function messageAbout({ world }: Tour, id: string) {
  const message = world.messages.findLast(({ collectionId }) => collectionId === id);
  if (message === undefined) throw new Error(`there is no message about ${id}`);
  return message;
}
