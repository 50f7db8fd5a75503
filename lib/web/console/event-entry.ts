/** Events of a collection in one sentence each. What a slot of the plan shows is left to the plan. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { EventValues } from '#lib/words/console-words.ts';
import { methodText, reasonText, type Teller } from './telling.ts';

export type Look = 'plain' | 'good' | 'bad' | 'message' | 'planned' | 'skipped';

type Event = CollectionResponse['events'][number];

/** Those that are not here are plain. */
const LOOKS: Readonly<Record<string, Look>> = {
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
  'promise.broken': 'bad',
  'contact.replied': 'message',
  'contact.opted_out': 'bad',
};

/** Undefined for an event that the plan's slot shows. A type that is new shows its name. */
export function eventEntry({ id, type, timestamp, data = {} }: Event, teller: Teller) {
  const tell = teller.words.events[type];
  if (tell === undefined && type.startsWith('followup.')) return undefined;
  return {
    key: id,
    at: Date.parse(timestamp),
    title: tell?.(valuesOf(data, teller)) ?? type,
    look: LOOKS[type] ?? ('plain' as const),
    note: reasonText(teller.words, data.reason) || undefined,
    by: data.member?.name,
  };
}

function valuesOf(data: NonNullable<Event['data']>, { words, money, day }: Teller): EventValues {
  const { amount, method, changed = [], channel, text = '', until, payBy } = data;
  const at = payBy ?? until;
  return {
    sum: amount === undefined ? words.money : money(amount),
    method: methodText(words, method),
    changed: partsOf(changed, words).join(', '),
    channel: channel === undefined ? words.aChannel : words.channels[channel],
    day: at === undefined ? '' : day(Date.parse(at)),
    text,
  };
}

/** `contact.phone` has words of its own; of other parts only the whole has. */
const partsOf = (changed: readonly string[], { parts }: Teller['words']): string[] => [
  ...new Set(changed.map((part) => parts[part] ?? parts[part.split('.')[0] ?? ''] ?? part)),
];
