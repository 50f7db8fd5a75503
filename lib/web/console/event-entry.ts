/** What happened to a collection, as an entry of its timeline. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { EventValues } from '#lib/words/timeline-words.ts';
import { lastMoment, methodText, reasonText, type Teller } from './format.ts';

export type Look = 'plain' | 'good' | 'bad' | 'message' | 'planned' | 'skipped';

type Event = CollectionResponse['events'][number];

/** Those that are not here are plain. */
const EVENT_LOOKS: Readonly<Record<string, Look>> = {
  'collection.completed': 'good',
  'collection.cancelled': 'bad',
  'collection.overdue': 'bad',
  'collection.expired': 'bad',
  'payment.received': 'good',
  'payment.unexpected': 'bad',
  'payment.refunded': 'bad',
  'payment.disputed': 'bad',
  'payment.dispute_lost': 'bad',
  'payment.dispute_won': 'good',
  'payment.reversed': 'bad',
  'payment.rejected': 'bad',
  'payment_option.failed': 'bad',
  'payment_option.tried_too_often': 'bad',
  'promise.broken': 'bad',
  'claim.made': 'message',
  'claim.accepted': 'good',
  'dispute.opened': 'message',
  'contact.over_limit': 'message',
  'contact.replied': 'message',
  'message.sent': 'message',
  'message.failed': 'bad',
  'link.requested': 'message',
  'contact.opted_out': 'bad',
};

/** Undefined for an event that the plan's slot shows. A type that is new shows its name. */
export function eventEntry(event: Event, collection: CollectionResponse, teller: Teller) {
  const { id, type, timestamp, data = {} } = event;
  const tell = teller.words.events[type];
  if (tell === undefined && type.startsWith('followup.')) return undefined;
  return {
    key: id,
    at: Date.parse(timestamp),
    title: tell?.(valuesOf(event, collection, teller)) ?? type,
    look: EVENT_LOOKS[type] ?? ('plain' as const),
    note:
      (data.unproven && teller.words.unproven) ||
      reasonText(teller.words, data.reason) ||
      correctedTo(event, collection) ||
      undefined,
    by: data.member?.name,
  };
}

/** What had not been received when the collection was marked as paid; empty when all of it had been. */
function missingAt({ timestamp }: Event, { amount, events }: CollectionResponse, { money }: Teller): string {
  const received = events
    .filter((event) => event.timestamp <= timestamp && event.data?.amount?.currency === amount.currency)
    .reduce((sum, event) => sum + wayOf(event) * (event.data?.amount?.value ?? 0), 0);
  const missing = Number((amount.value - received).toFixed(4));
  return missing > 0 ? money({ ...amount, value: missing }) : '';
}

const wayOf = ({ type, data }: Event): number => (isOut({ data }) ? -1 : (MOVES[type] ?? 0));

/** Of money that was moved. */
const isOut = ({ data }: Pick<Event, 'data'>): boolean => data?.direction === 'out';

/** The events that move money, and which way. */
const MOVES: Readonly<Record<string, 1 | -1>> = {
  'payment.received': 1,
  'payment.refund_failed': 1,
  'payment.refunded': -1,
  'payment.dispute_lost': -1,
  'payment.reversed': -1,
  'collection.credited': 1,
  'payment.moved': 1,
};

/** The name and addresses to which the last correction of them led; what was there before is kept nowhere. */
function correctedTo(event: Event, { contact, events }: CollectionResponse): string {
  const parts = (['firstName', 'lastName', 'phone', 'email'] as const).filter((part) => {
    const isIt = ({ type, data }: Event) => type === 'collection.updated' && data?.changed?.includes(`contact.${part}`);
    return isIt(event) && events.findLast(isIt) === event;
  });
  return parts.map((part) => contact[part]).join(', ');
}

function valuesOf(event: Event, collection: CollectionResponse, teller: Teller): EventValues {
  const { words, money, day } = teller;
  const { type, data = {} } = event;
  const { amount, method, changed = [], channel, text = '', until, payBy, dueDate, messagesSent } = data;
  const at = payBy === undefined ? Date.parse(until ?? `${dueDate}T12:00`) : lastMoment(payBy);
  return {
    sum: amount === undefined ? words.money : money(amount),
    method: methodText(words, method),
    changed: partsOf(changed.filter(isOwnChange), words).join(', '),
    channel: channel === undefined ? words.aChannel : words.channels[channel],
    day: Number.isNaN(at) ? '' : day(at),
    text,
    isSilent: messagesSent === 0,
    isOut: isOut(event),
    missing: type === 'collection.completed' ? missingAt(event, collection, teller) : '',
  };
}

/** With a correction the strategy may choose the reminders anew: nobody has changed those. */
const isOwnChange = (part: string, _at: number, changed: readonly string[]): boolean =>
  part !== 'followUp' || changed.every((other) => other === 'followUp' || other === 'metadata');

/** `contact.phone` has words of its own; of other parts only the whole has. */
const partsOf = (changed: readonly string[], { parts }: Teller['words']): string[] => [
  ...new Set(changed.map((part) => parts[part] ?? parts[part.split('.')[0] ?? ''] ?? part)),
];
