/**
 * Monnify's lists of what has moved. Its official clients write the parameters in three ways, and which ones its API reads is
 * unconfirmed: the rows and the number of a page tell.
 */
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { type Ask, orIfUnknown, query } from '#lib/payment/call-provider.ts';
import { nextPage, rowsByTransaction } from '#lib/payment/pages.ts';
import { type Connection, type ListPage, type Movement, ProviderFailure } from '#lib/payment/port.ts';
import { ifReadable, listAt, malformed, valueAt } from '#lib/payment/read-answer.ts';
import { logIn } from './api.ts';
import { REFUNDS, refundOf, transactionOf } from './find.ts';
import { readLagosTime, toLagosTime } from './lagos-time.ts';
import { readTransaction, reportOf } from './transaction.ts';

/** Few, because each row costs a request for its transaction: rows do not have the reference of an invoice. */
const PER_PAGE = 10;

const TRANSACTIONS = '/api/v1/transactions/search';

const MOVED = ['PAID', 'OVERPAID', 'PARTIALLY_PAID', 'REVERSED', 'REFUNDED'];

/** A bank may take a payment back months later, and Monnify tells nobody: it has no dispute, and no webhook of a reversal. */
const REVERSED_DAYS = 180;

type List = {
  path: string;
  status?: string;
  days?: number;
  /** What a row adds to what its transaction says. */
  read: typeof refundOf;
  isOf?: (row: unknown) => boolean;
};

const LISTS: Readonly<Record<ListPage['what'], List>> = {
  payments: {
    path: TRANSACTIONS,
    read: () => [],
    isOf: (row) => MOVED.some((status) => status === valueAt(row, 'paymentStatus')),
  },
  refunds: { path: REFUNDS, read: refundOf },
  // The list is by when a transaction began, and those that were reversed are few.
  disputes: {
    path: TRANSACTIONS,
    status: 'REVERSED',
    days: REVERSED_DAYS,
    read: () => [],
    isOf: (row) => valueAt(row, 'paymentStatus') === 'REVERSED',
  },
};

type Span = { from: number; to: number };

const lagos = (instant: number): string => toLagosTime(new Date(instant).toISOString()).replace(' ', 'T');

/** Each form of the parameters, by its name in `next`. */
const FORMS = {
  '': (number: number, { from, to }: Span) => ({ page: number, size: PER_PAGE, from, to }),
  'iso-': (number: number, { from, to }: Span) => ({ page: number, size: PER_PAGE, from: lagos(from), to: lagos(to) }),
  'no-': (number: number, { from, to }: Span) => ({ pageNo: number, pageSize: PER_PAGE, from, to }),
};

type Page = { form: keyof typeof FORMS; number: number };

export async function listMovements(
  { what, from, to, next = '0' }: ListPage,
  connection: Connection,
): Promise<{ movements: Movement[]; next?: string }> {
  const [, form = '', digits] = /^(iso-|no-)?(\d{1,6})$/.exec(next) ?? [];
  if (digits === undefined) throw malformed();
  const list = LISTS[what];
  const ask = await logIn(connection);
  const until = Date.parse(to);
  const span = { from: list.days === undefined ? Date.parse(from) : until - list.days * DAY_MS, to: until };
  const read = await readPage({ form: form as Page['form'], number: Number(digits) }, { list, span, ask });
  return { movements: await movementsOf(read.rows, list, ask), ...(read.next !== undefined && { next: read.next }) };
}

const REFUSED = Symbol('refused');

type Reading = { list: List; span: Span; ask: Ask };
type RowsPage = { rows: readonly unknown[]; next?: string };

/** Where one form of the parameters is not heeded, the page is asked for in another. */
async function readPage({ form, number }: Page, reading: Reading): Promise<RowsPage> {
  const { list, span, ask } = reading;
  const parameters = { ...FORMS[form](number, span), paymentStatus: list.status };
  const canChange = form === '' && number === 0;
  const answer = await ask('GET', `${list.path}?${query(parameters)}`).catch((error: unknown) => {
    if (canChange && error instanceof ProviderFailure && error.reason === 'refused') return REFUSED;
    throw error;
  });
  if (answer === REFUSED) return readPage({ form: 'iso-', number }, reading);
  const shown = valueAt(answer, 'number');
  if (typeof shown === 'number' && shown !== number) {
    if (form === '') return readPage({ form: 'no-', number }, reading);
    throw new ProviderFailure('repeated_page');
  }
  const rows = listAt(answer, 'content');
  const times = rows.map(timeOf);
  if (times.every((time) => isIn(span, time))) {
    const pages = valueAt(answer, 'totalPages');
    const last = typeof pages === 'number' ? pages - 1 : undefined;
    const following = nextPage({ number, rows, last, size: PER_PAGE });
    return { rows, ...(following.next !== undefined && { next: `${form}${following.next}` }) };
  }
  if (canChange) return readPage({ form: 'iso-', number }, reading);
  // Without a filter by time, the list can still be read from its newest end.
  if (!isNewestFirst(times)) throw new ProviderFailure('unfiltered_list');
  return { rows: rows.filter((_row, index) => isIn(span, times[index])) };
}

/** Undefined where the row does not say. */
const timeOf = (row: unknown): number | undefined => {
  const given = ['completedOn', 'paidOn', 'createdOn'].map((name) => valueAt(row, name)).find((value) => value);
  const time = ifReadable(() => readLagosTime(given));
  return time === undefined ? undefined : Date.parse(time);
};

/** A list may go by another of a transaction's times than we read, so it has a day to spare. */
const isIn = ({ from, to }: Span, time: number | undefined): boolean =>
  time === undefined || (time >= from - DAY_MS && time <= to + DAY_MS);

const isNewestFirst = (times: readonly (number | undefined)[]): boolean =>
  times.every((time, index) => (time ?? 0) <= (times[index - 1] ?? Number.POSITIVE_INFINITY));

async function movementsOf(rows: readonly unknown[], { read, isOf }: List, ask: Ask): Promise<Movement[]> {
  const wanted = isOf ? rows.filter(isOf) : rows;
  const found = rowsByTransaction(wanted, transactionOf).map(async ([transaction, each]) => {
    const data = await orIfUnknown(readTransaction(transaction, ask), undefined);
    return data === undefined ? [] : [...reportOf(data).movements, ...each.flatMap((row) => read(row, data))];
  });
  return (await Promise.all(found)).flat();
}
