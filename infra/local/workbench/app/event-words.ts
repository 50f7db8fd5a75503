/** Events of a collection in one sentence each. What a slot of the plan shows is left to the plan. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { methodText, money, reasonText } from './words.ts';

export type Look = 'plain' | 'good' | 'bad' | 'message' | 'planned' | 'skipped';

type Event = CollectionResponse['events'][number];
type Data = NonNullable<Event['data']>;
type Told = { title: string | ((data: Data) => string); look: Look };

const sum = ({ amount }: Data): string => (amount === undefined ? 'Money' : money(amount));

const TOLD: Readonly<Record<string, Told>> = {
  'collection.created': { title: 'Created', look: 'plain' },
  'collection.updated': { title: ({ changed = [] }) => `Corrected: ${changed.join(', ')}`, look: 'plain' },
  'collection.completed': { title: 'Paid in full', look: 'good' },
  'collection.cancelled': { title: 'Cancelled', look: 'bad' },
  'collection.overdue': { title: 'Overdue: the last reminder is out, and it can still be paid', look: 'bad' },
  'collection.expired': { title: 'Expired', look: 'bad' },
  'payment.received': {
    title: (data) => `${sum(data)} received${data.method === undefined ? '' : ` by ${methodText(data.method)}`}`,
    look: 'good',
  },
  'payment.unexpected': { title: (data) => `${sum(data)} came unexpectedly`, look: 'bad' },
  'payment.refunded': { title: (data) => `${sum(data)} was given back`, look: 'bad' },
  'payment.refund_failed': { title: (data) => `A refund of ${sum(data)} failed`, look: 'plain' },
  'payment.disputed': { title: (data) => `${sum(data)} is disputed`, look: 'bad' },
  'payment.dispute_lost': { title: (data) => `The dispute about ${sum(data)} was lost`, look: 'bad' },
  'payment.dispute_won': { title: (data) => `The dispute about ${sum(data)} was won`, look: 'good' },
  'payment.reversed': { title: (data) => `The provider took ${sum(data)} back`, look: 'bad' },
  'payment.rejected': { title: 'The provider rejected a payment', look: 'bad' },
  'payment_option.failed': { title: 'A way to pay could not be opened', look: 'bad' },
  'followup.stopped': { title: 'Reminders ended', look: 'plain' },
  'followup.paused': { title: 'Reminders paused', look: 'plain' },
  'followup.resumed': { title: 'Reminders go on', look: 'plain' },
  'promise.made': { title: 'The customer promised to pay', look: 'plain' },
  'promise.broken': { title: 'The promised day passed', look: 'bad' },
  'contact.replied': { title: ({ text = '' }) => `The customer wrote: “${text}”`, look: 'message' },
  'contact.opted_out': { title: ({ channel = 'a channel' }) => `The customer wants no more ${channel}`, look: 'bad' },
  'contact.opted_in': { title: ({ channel = 'messages' }) => `The customer wants ${channel} again`, look: 'plain' },
};

/** Undefined for an event that the plan's slot shows. */
export function eventEntry({ id, type, timestamp, data = {} }: Event) {
  const told = TOLD[type] ?? fallback(type);
  if (told === undefined) return undefined;
  return {
    key: id,
    at: Date.parse(timestamp),
    title: typeof told.title === 'string' ? told.title : told.title(data),
    look: told.look,
    note: reasonText(data.reason) || undefined,
  };
}

/** A type of event that is new shows its name. */
const fallback = (type: string): Told | undefined =>
  type.startsWith('followup.') ? undefined : { title: type, look: 'plain' };
