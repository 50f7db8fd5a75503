/** The deliveries of an event: one for each webhook endpoint that wants it, stored with the event and queued after it. */
import { parseEndpointId } from '#lib/domain/ids.ts';
import type { ToldEvent } from '#lib/domain/told-event.ts';
import { type Delivery, deliveriesOf, firstTasks, type WebhookTask } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { ItemToPut } from './publish-events.ts';

type Ports = {
  deliveryItem: (endpoint: { account: string; hash: string }, delivery: Delivery) => ItemToPut;
  queueWebhooks: (tasks: readonly WebhookTask[]) => Promise<unknown>;
};

/** An endpoint that is not enabled gets the event too, as held. */
export const tellEndpoints = ({ deliveryItem, queueWebhooks }: Ports) => ({
  deliveriesOf: (endpoints: readonly WebhookEndpoint[], { id, type, body, toldAt }: ToldEvent): ItemToPut[] =>
    deliveriesOf(endpoints, { id, type, body, toldAt }).flatMap((delivery) => {
      const ref = parseEndpointId(delivery.endpoint);
      return ref === undefined ? [] : [deliveryItem(ref, delivery)];
    }),
  queueDeliveries: async (items: readonly ItemToPut[]): Promise<void> => {
    const tasks = firstTasks(items as unknown as readonly Delivery[]);
    if (tasks.length > 0) await queueWebhooks(tasks);
  },
});
