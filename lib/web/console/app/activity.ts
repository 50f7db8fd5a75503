/** Which events are behind a number, and their address in the console. */
import type { ToldEventBody } from '#lib/contract/event.ts';
import { linkTo } from './route.ts';
import { dayOf } from './typed-values.ts';

const ACTIVITY_TYPES = [
  'payment.disputed',
  'promise.made',
  'promise.broken',
  'followup.sent',
  'followup.read',
  'followup.failed',
  'contact.replied',
  'contact.opted_out',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** As in the address. Days are of the reader's calendar. */
export type ActivityQuery = {
  type: ActivityType;
  currency?: string | undefined;
  channel?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const linkToActivity = (query: ActivityQuery): string => linkTo('activity', undefined, query);

export function activityQueryOf(query: URLSearchParams): ActivityQuery {
  return {
    type: ACTIVITY_TYPES.find((type) => type === query.get('type')) ?? ACTIVITY_TYPES[0],
    currency: query.get('currency') ?? undefined,
    channel: query.get('channel') ?? undefined,
    from: query.get('from') ?? undefined,
    to: query.get('to') ?? undefined,
  };
}

export type ActivityEvent = ToldEventBody;

export function isAskedFor({ data: { collection, event }, timestamp }: ActivityEvent, query: ActivityQuery): boolean {
  const { currency, channel, from = '', to = '9999' } = query;
  const day = dayOf(Date.parse(timestamp));
  return (
    day >= from &&
    day <= to &&
    (currency === undefined || collection.amount.currency === currency) &&
    (channel === undefined || event.data?.channel === channel)
  );
}
