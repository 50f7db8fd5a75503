/** The filter of the list: from the address, and to the questions that the API is asked one after the other. */

export const VIEWS = ['all', 'unpaid', 'overdue', 'completed', 'expired', 'cancelled'] as const;
type View = (typeof VIEWS)[number];

/** As in the address. Dates are days of the reader's calendar. */
export type Filter = { status: View; from: string; to: string; q: string };

const DAY = /^\d{4}-\d\d-\d\d$/;

export function filterOf(query: URLSearchParams): Filter {
  const day = (name: string) => (DAY.test(query.get(name) ?? '') ? (query.get(name) as string) : '');
  const status = VIEWS.find((view) => view === query.get('status')) ?? 'all';
  return { status, from: day('from'), to: day('to'), q: (query.get('q') ?? '').trim() };
}

/** What the address holds: nothing for what is not chosen. */
export const queryOf = ({ status, ...rest }: Filter): Record<string, string> => ({
  status: status === 'all' ? '' : status,
  ...rest,
});

export const isFiltered = (filter: Filter): boolean => Object.values(queryOf(filter)).some((value) => value !== '');

/** What is overdue comes first. */
const STATUSES: Readonly<Record<View, readonly (string | undefined)[]>> = {
  all: [undefined],
  unpaid: ['overdue', 'pending'],
  overdue: ['overdue'],
  completed: ['completed'],
  expired: ['expired'],
  cancelled: ['cancelled'],
};

const EARLIEST = '1970-01-01T00:00:00.000Z';

type Question = Record<string, string>;

/** Their answers are shown one after the other. A date is always asked for: a list without a filter has no cursor. */
export function questionsOf({ status, from, to, q }: Filter): Question[] {
  const dates = {
    createdFrom: from === '' ? EARLIEST : startOf(from),
    ...(to !== '' && { createdTo: endOf(to) }),
  };
  return STATUSES[status].flatMap((one) =>
    searchesOf(q).map((search) => ({ ...(one !== undefined && { status: one }), ...search, ...dates })),
  );
}

const PHONE = /^\+?[\d\s().-]{6,20}$/;

/** Digits alone may be a reference as well as a phone. */
function searchesOf(q: string): Question[] {
  if (q === '') return [{}];
  if (q.includes('@')) return [{ contact: q }, { reference: q }];
  return PHONE.test(q) && countDigits(q) >= 6 ? [{ reference: q }, { contact: q }] : [{ reference: q }];
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
