/** What is told of an event: the body of its webhooks, and its entry in the feed. */
import * as z from 'zod/mini';
import {
  CollectionResponse,
  ContactResponse,
  EventResponse,
  EventTypeResponse,
  PayableResponse,
} from './collection-response.ts';
import { instant } from './fields.ts';

export const ToldContact = z.pick(ContactResponse, { id: true });
export const ToldPayable = z.omit(PayableResponse, { options: true });

/** As a read shows it at the moment of telling, without names, phone, email, events and payment options. */
export const ToldCollection = z.extend(z.omit(CollectionResponse, { contact: true, payable: true, events: true }), {
  contact: ToldContact,
  payable: ToldPayable,
});
export type ToldCollection = z.output<typeof ToldCollection>;

export const ToldEventData = z.strictObject({ collection: ToldCollection, event: EventResponse });

export const ToldEventBody = z.strictObject({
  id: EventResponse.shape.id,
  type: EventTypeResponse,
  timestamp: instant(),
  sequence: z.int().check(z.gte(1)),
  data: ToldEventData,
});
export type ToldEventBody = z.output<typeof ToldEventBody>;

export const EventFeedMeta = z.strictObject({ nextCursor: z.string(), hasMore: z.boolean() });

export const EventFeed = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: z.array(ToldEventBody),
  meta: EventFeedMeta,
});
