/** The filter of the list: from the address, and to the questions that the API is asked one after the other. */

import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { AGES, ageOf, NOT_DUE } from '#lib/domain/insights/age.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { expiresAt } from '#lib/web/console/timeline.ts';
import { dayOf } from './typed-values.ts';

export const VIEWS = ['all', 'unpaid', 'overdue', 'completed', 'expired', 'cancelled'] as const;
type View = (typeof VIEWS)[number];

const AGE_FILTERS = ['late', ...AGES.map(({ age }) => age)] as const;
export type AgeFilter = (typeof AGE_FILTERS)[number];

/** As in the address. Dates are days of the reader's calendar. `age` is of what is unpaid; `late` is every age but the first. */
export type Filter = {
  status: View;
  from: string;
  to: string;
  q: string;
  currency: string;
  age: AgeFilter | '';
  /** By due day, or by what is left in the currency; else newest first. */
  order: Order | '';
};

const ORDERS = ['dueDate', 'outstanding'] as const;
type Order = (typeof ORDERS)[number];

/** An order is one of what is owed, and a search has its own. */
const SETTLED: readonly View[] = ['completed', 'cancelled'];

/** The filter in another order. */
export const inOrder = (filter: Filter, order: Order | '', currency = ''): Filter => ({
  ...filter,
  status: order !== '' && [...SETTLED, 'all'].includes(filter.status) ? 'unpaid' : filter.status,
  order,
  currency,
});

const orderIn = ({ order, q, status, currency }: Filter): Order | undefined =>
  order === '' || q !== '' || SETTLED.includes(status) || (order === 'outstanding' && currency === '')
    ? undefined
    : order;

const DAY = /^\d{4}-\d\d-\d\d$/;
const CURRENCY = /^[A-Z]{3}$/;

export function filterOf(query: URLSearchParams): Filter {
  const like = (pattern: RegExp, name: string) =>
    pattern.test(query.get(name) ?? '') ? (query.get(name) as string) : '';
  return {
    status: VIEWS.find((view) => view === query.get('status')) ?? 'all',
    from: like(DAY, 'from'),
    to: like(DAY, 'to'),
    q: (query.get('q') ?? '').trim(),
    currency: like(CURRENCY, 'currency'),
    age: AGE_FILTERS.find((age) => age === query.get('age')) ?? '',
    order: ORDERS.find((order) => order === query.get('order')) ?? '',
  };
}

/** What the address holds: nothing for what is not chosen. */
export const queryOf = ({ status, ...rest }: Filter): Record<string, string> => ({
  status: status === 'all' ? '' : status,
  ...rest,
});

export const isFiltered = (filter: Filter): boolean => Object.values(queryOf(filter)).some((value) => value !== '');

/** One that a reader has given a name. */
export type Saved = { name: string; query: Record<string, string> };

const MAX_SAVED = 12;

/** The newest last, in place of another one of its name; of too many without the oldest. */
export const withSaved = (saved: readonly Saved[], added: Saved): Saved[] =>
  [...saved.filter(({ name }) => name !== added.name), added].slice(-MAX_SAVED);

/** What the API has no question for is judged here. `today`: a day of the reader's calendar. */
export const matches =
  ({ currency, age }: Pick<Filter, 'currency' | 'age'>, today: string) =>
  (collection: CollectionResponse): boolean => {
    if (currency !== '' && collection.amount.currency !== currency) return false;
    if (age === '') return true;
    const lateAfter = collection.dueDate ?? dayOf(expiresAt(collection));
    const found = ageOf((Date.parse(today) - Date.parse(lateAfter)) / DAY_MS, AGES);
    return age === 'late' ? found !== NOT_DUE : found === age;
  };

/** What is overdue comes first. What has expired is still owed. */
const STATUSES: Readonly<Record<View, readonly (string | undefined)[]>> = {
  all: [undefined],
  unpaid: ['overdue', 'pending', 'expired'],
  overdue: ['overdue'],
  completed: ['completed'],
  expired: ['expired'],
  cancelled: ['cancelled'],
};

const EARLIEST = '1970-01-01T00:00:00.000Z';

type Question = Record<string, string>;

/** Their answers are shown one after the other. A date is always asked for: a list without a filter has no cursor. */
export function questionsOf(filter: Filter): Question[] {
  const { status, from, to, q } = filter;
  const order = orderIn(filter);
  const dates = {
    createdFrom: from === '' ? EARLIEST : startOf(from),
    ...(to !== '' && { createdTo: endOf(to) }),
  };
  if (order !== undefined) {
    const asked = order === 'dueDate' ? { order } : { order, currency: filter.currency };
    // What is owed and what is unpaid is the same.
    return [{ ...asked, ...((status === 'overdue' || status === 'expired') && { status }), ...dates }];
  }
  return STATUSES[status].flatMap((one) =>
    searchesOf(q).map((search) => ({ ...(one !== undefined && { status: one }), ...search, ...dates })),
  );
}

/** A reference in full is found at once, and everything else seconds after it was created. */
const searchesOf = (q: string): Question[] => (q === '' ? [{}] : [{ reference: q }, { search: q }]);

const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
