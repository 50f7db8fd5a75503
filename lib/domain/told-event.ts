/** An event as it was told: with its number among the events of its collection, and its body. */
import type { CollectionRef, EndpointRef } from './ids.ts';

/** An event of a collection, or of a webhook endpoint, as the feed has it. */
export type FedEvent = {
  ref: CollectionRef | EndpointRef;
  /** The id that the collection's history shows. */
  id: string;
  type: string;
  /** Counts the events of the collection from 1, without gaps; 0: it is about none. */
  sequence: number;
  /** When it was told, which is its place in the feed; of one collection it never decreases. */
  toldAt: string;
  /** JSON text, rendered once: the feed shows it, and webhooks carry it, byte for byte. */
  body: string;
};

export type ToldEvent = FedEvent & { ref: CollectionRef };

/** What the table keeps for good of an event that was told: it is never told again. */
export type ToldRecord = Pick<ToldEvent, 'id' | 'sequence' | 'toldAt'> & {
  /** Of the first of events that were told together: JSON text of what statistics knew of the collection then. */
  facts?: string;
};

/** Its place in the feed, without the event's id: places sort as texts. */
export const placeInFeed = ({ toldAt, sequence }: Pick<ToldEvent, 'toldAt' | 'sequence'>): string =>
  `${toldAt}#${sixDigits(sequence)}`;

export const sixDigits = (sequence: number): string => String(sequence).padStart(6, '0');

/** Of events that are told together, each has its own instant: their places in the feed and their deliveries keep the order. */
export const toldAfter = (toldAt: string, index: number): string => new Date(Date.parse(toldAt) + index).toISOString();
