/** The deliveries of an event: one for each webhook endpoint that wants it, stored with the event and queued after it. */
import { parseEndpointId } from '#lib/domain/ids.ts';
import type { ToldEvent } from '#lib/domain/told-event.ts';
import type { WebhookTask } from '#lib/domain/webhook/delivery.ts';
import { type Delivery, newDelivery } from '#lib/domain/webhook/delivery.ts';
import { type WebhookEndpoint, wants } from '#lib/domain/webhook/endpoint.ts';
import type { Put } from './publish-events.ts';

type Ports = {
  deliveryItem: (endpoint: { account: string; hash: string }, delivery: Delivery) => Put;
  queueWebhooks: (tasks: readonly WebhookTask[]) => Promise<unknown>;
};

/** An endpoint that is not enabled gets the event too, as held. */
export const tellEndpoints = ({ deliveryItem, queueWebhooks }: Ports) => ({
  deliveriesOf: (endpoints: readonly WebhookEndpoint[], { id, type, body, toldAt }: ToldEvent): Put[] =>
    endpoints
      .filter((endpoint) => wants(endpoint, type))
      .flatMap((endpoint) => {
        const ref = parseEndpointId(endpoint.id);
        const delivery = newDelivery(endpoint, { id, type, body }, new Date(toldAt));
        return ref === undefined ? [] : [deliveryItem(ref, delivery)];
      }),
  queueDeliveries: async (items: readonly Put[]): Promise<void> => {
    const tasks = items.filter(({ status }) => status === 'waiting').map(taskOf);
    if (tasks.length > 0) await queueWebhooks(tasks);
  },
});

const taskOf = ({ endpoint, id }: Put): WebhookTask => ({
  endpoint: String(endpoint),
  delivery: String(id),
  round: 0,
  attempt: 1,
});
