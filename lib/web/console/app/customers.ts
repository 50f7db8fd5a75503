/** Customers as the service answers them, and what the console makes of one: its collections, and one conversation over all. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { CustomerResponse } from '#lib/contract/customer.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { Teller } from '#lib/web/console/format.ts';
import { isPayable, type Timeline, timelineOf } from '#lib/web/console/timeline.ts';

export type Customer = CustomerResponse;

export const ORDERS = ['newest', 'name', 'outstanding'] as const;

/** As in the address. */
export type CustomerFilter = { q: string; order: (typeof ORDERS)[number]; currency: string };

export const customerFilterOf = (query: URLSearchParams): CustomerFilter => ({
  q: (query.get('q') ?? '').trim(),
  order: ORDERS.find((order) => order === query.get('order')) ?? ORDERS[0],
  currency: query.get('currency') ?? '',
});

/** What the API is asked; a currency belongs to the order by what is owed. */
export const customersQueryOf = ({ q, order, currency }: CustomerFilter): Record<string, string> => ({
  order,
  ...(q !== '' && { search: q }),
  ...(order === 'outstanding' && currency !== '' && { currency }),
});

/** A collection with all that was said about it. */
export type CollectionStory = { collection: CollectionResponse; plan: FollowUpPlanResponse };

/** What is open first, then the newest. */
export const openFirst = (collections: readonly CollectionResponse[]): CollectionResponse[] =>
  collections.toSorted(
    (one, other) =>
      Number(isPayable(other)) - Number(isPayable(one)) || Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );

/** What was said and paid in all of them, in one order; each entry names its collection. What was left out, or said by the message of another one, is told by each alone. */
export function conversationOf(told: readonly CollectionStory[], now: number, teller: Teller): Timeline {
  const timelines = told.map(({ collection, plan }) => {
    const { id, reference } = collection;
    const { past, planned } = timelineOf({ collection, plan }, now, teller);
    const named = (entries: Timeline['past']) =>
      entries
        .filter(({ look, spokenFor }) => look !== 'skipped' && spokenFor === undefined)
        .map((entry) => ({ ...entry, key: `${id} ${entry.key}`, collection: { id, reference } }));
    return { past: named(past), planned: named(planned) };
  });
  const inOrder = (entries: Timeline['past']) => entries.toSorted((one, other) => one.at - other.at);
  return {
    past: inOrder(timelines.flatMap(({ past }) => past)),
    planned: inOrder(timelines.flatMap(({ planned }) => planned)),
  };
}
