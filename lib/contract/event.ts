/** What is told of an event: the body of its webhooks, and its entry in the feed. */
import * as z from 'zod/mini';
import { CollectionResponse, EventResponse } from './collection-response.ts';
import { successEnvelope } from './envelope.ts';
import { ALL_EVENT_TYPES } from './event-types.ts';
import { instant } from './fields.ts';

/** As a read shows it at the moment of telling, without names, phone, email, events and payment options. */
const ToldCollection = z.extend(z.omit(CollectionResponse, { contact: true, payable: true, events: true }), {
  contact: z.pick(CollectionResponse.shape.contact, { id: true }),
  payable: z.omit(CollectionResponse.shape.payable, { options: true }),
});
export type ToldCollection = z.output<typeof ToldCollection>;

export const ToldEventBody = z
  .strictObject({
    /** The id that the collection's own `events` show; the same event always has the same. */
    id: EventResponse.shape.id,
    type: z.string().register(z.globalRegistry, { examples: ALL_EVENT_TYPES }),
    timestamp: instant(),
    /** Counts the events of the collection from 1, without gaps. */
    sequence: z.int().check(z.gte(1)),
    data: z.strictObject({ collection: ToldCollection, event: EventResponse }),
  })
  .register(z.globalRegistry, { id: 'Event' });
export type ToldEventBody = z.output<typeof ToldEventBody>;

/** `hasMore`: ask again at once. The cursor stays valid at the end: ask again later. */
export const EventFeed = z.extend(successEnvelope(z.array(ToldEventBody)), {
  meta: z.strictObject({ nextCursor: z.string(), hasMore: z.boolean() }),
});
