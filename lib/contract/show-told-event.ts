/** Renders what is told of an event: the body of its webhooks, and its entry in the feed. */
import { asSeenAt } from '#lib/domain/collection.ts';
import type { ToldCollection, ToldEventBody } from './event.ts';
import { toCollectionResponse } from './show-collection.ts';
import { type History, type HistoryEvent, toHistoryEvents } from './show-events.ts';

/** An event that can be told, once its number is known. */
export type Tellable = { id: string; type: string; render: (sequence: number) => string };

/** In the order in which they are told. Every body shows the collection as it is at this instant. */
export function toTellables(history: History, now: Date): Tellable[] {
  const collection = toldCollection(history, now);
  return toHistoryEvents(history, now).map((event) => ({
    id: event.id,
    type: event.type,
    render: (sequence) => JSON.stringify(toBody(collection, event, sequence)),
  }));
}

const toBody = (collection: ToldCollection, event: HistoryEvent, sequence: number): ToldEventBody => ({
  id: event.id,
  type: event.type,
  timestamp: event.timestamp,
  sequence,
  data: { collection, event: withoutText(event) },
});

/** Without what names or reaches a person, and without the ways to pay, whose links open the payment page. */
function toldCollection({ collection }: History, now: Date): ToldCollection {
  const { contact, payable, events: _in, ...rest } = toCollectionResponse(asSeenAt(collection, now), '', []);
  const { enabled, methods } = payable;
  return { ...rest, contact: { id: contact.id }, payable: { enabled, methods } };
}

/** What a customer wrote is shown by the collection only. */
function withoutText({ data, ...event }: HistoryEvent): HistoryEvent {
  if (data === undefined) return event;
  const { text: _private, ...rest } = data;
  return { ...event, data: rest };
}
