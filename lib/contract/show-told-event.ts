/** Renders what is told of an event: the body of its webhooks, and its entry in the feed. */
import { asSeenAt } from '#lib/domain/collection.ts';
import { fromFields } from '#lib/domain/every-field.ts';
import type { ToldCollection, ToldEventBody } from './event.ts';
import { type History, type HistoryEvent, toCollectionResponse, toHistoryEvents } from './show-collection.ts';

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
  data: { collection, event: toldEvent(event) },
});

/** Without what names or reaches a person, and without the ways to pay, whose links open the payment page. */
function toldCollection({ collection }: History, now: Date): ToldCollection {
  const shown = toCollectionResponse(asSeenAt(collection, now), '', []);
  const { id, type, reference, amount, balance, status, dueDate, expiresIn, followUp, metadata } = shown;
  const { createdAt, updatedAt, completedAt, contact, payable } = shown;
  return fromFields<ToldCollection>({
    id,
    type,
    reference,
    amount,
    balance,
    status,
    dueDate,
    expiresIn,
    followUp,
    metadata,
    createdAt,
    updatedAt,
    completedAt,
    contact: { id: contact.id },
    payable: { enabled: payable.enabled, methods: payable.methods },
  });
}

/** What a customer wrote is shown by the collection only. A new field of the data is told when it is named here. */
const TOLD_DATA: ReadonlySet<string> = new Set([
  'amount',
  'transaction',
  'method',
  'reason',
  'changed',
  'from',
  'to',
  'dueDate',
  'messagesSent',
  'until',
  'payBy',
  'claim',
  'dispute',
  'paidOn',
  'resolution',
  'slot',
  'with',
  'actor',
  'member',
  'channel',
  'by',
  'direction',
] satisfies (keyof NonNullable<HistoryEvent['data']>)[]);

function toldEvent({ data, ...event }: HistoryEvent): HistoryEvent {
  if (data === undefined) return event;
  return { ...event, data: Object.fromEntries(Object.entries(data).filter(([field]) => TOLD_DATA.has(field))) };
}
