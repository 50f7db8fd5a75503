/** `journal export`: everything that changed what is owed on some days, on standard output, in the order of the books: as CSV, or as an accounting program imports it. */
import { readAccountMap } from '#infra/cli/accounting/account-map.ts';
import { sumOf, voucherOf } from '#infra/cli/accounting/double-entry.ts';
import { FORMATS, type Format } from '#infra/cli/accounting/formats.ts';
import { CommandFailure, type Run, type Streams, UsageError, type Values, write } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { type JournalEntryResponse, readJournalQuery, toJournalEntry } from '#lib/contract/journal.ts';
import { slugsOf } from '#lib/domain/account.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { JOURNAL_KINDS } from '#lib/domain/journal/journal.ts';
import { rangeOf } from '#lib/endpoints/insights-endpoint.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { readJournal as readRows } from '#lib/store/insights/journal.ts';
import { getNews } from '#lib/store/insights/news.ts';
import { getPosition } from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { readInsights } from '#lib/use-cases/read-insights.ts';
import { readJournal } from '#lib/use-cases/read-journal.ts';
import { type Cell, csvOf } from '#lib/web/console/collections-csv.ts';
import { findAccount } from './accounts.ts';
import { IN_THE_FILE } from './collections.ts';

const live = storeOf(table, { getAccount, getNews, getPosition, readJournal: readRows });

type Line = JournalEntryResponse & { slug: string };

const COLUMNS: Readonly<Record<string, (line: Line) => Cell>> = {
  day: ({ day }) => day,
  at: ({ at }) => at,
  effectiveAt: ({ effectiveAt }) => effectiveAt,
  kind: ({ kind }) => kind,
  amount: ({ amount }) => amount.value,
  currency: ({ amount }) => amount.currency,
  reference: ({ reference }) => reference,
  customer: ({ customer }) => customer,
  method: ({ method }) => method ?? '',
  provider: ({ slug }) => slug,
  transaction: ({ transaction }) => transaction ?? '',
  fee: ({ fee }) => fee?.value ?? '',
  reason: ({ reason }) => reason ?? '',
  by: ({ by }) => by?.name ?? '',
  number: ({ number }) => number ?? '',
  tax: ({ tax, amount: { currency } }) =>
    tax
      ? sumOf(
          tax.map(({ amount }) => amount.value),
          currency,
        )
      : '',
  collection: ({ collection }) => collection,
  id: ({ id }) => id,
};

const PAGE = 1_000;

export const exportJournalTo =
  ({ file, progress }: Streams): Run =>
  async (values) => {
    const query = queryOf(values);
    const { head, lineOf, foot } = formatOf(values);
    const { id } = await findAccount(values);
    const insights = await readInsights(live, { account: id, now: clock.now() });
    if (insights === undefined) throw new CommandFailure('The account cannot be read.');
    const { account, today, asOf } = insights;
    const slugs = slugsOf(account);
    const filter = { range: said(() => rangeOf(query, today)), kinds: JOURNAL_KINDS, currency: query.currency };
    const place = { account: account.id, zone: accountZones(account).day };
    await write(file, head);
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await readJournal(live, insights, filter, { limit: PAGE, cursor });
      const lines = page.entries.map((entry) => toJournalEntry(entry, place));
      await write(file, lines.map((line) => lineOf({ ...line, slug: slugOf(line, slugs) })).join(''));
      count += lines.length;
      cursor = page.nextCursor;
    }
    await write(file, foot);
    progress.write(`${count} entries. Nothing is missing until ${asOf}.\n`);
    return IN_THE_FILE;
  };

type LineFormat = Pick<Format, 'head' | 'foot'> & { lineOf: (line: Line) => string };

/** @throws {UsageError} */
function formatOf({ accounts, currency, ...values }: Values): LineFormat {
  const as = String(values['as'] ?? 'generic');
  if (as === 'generic') {
    if (accounts !== undefined) throw new UsageError('--accounts is for an accounting program: say which by --as.');
    return { ...csvOf(COLUMNS), foot: '' };
  }
  const format = Object.hasOwn(FORMATS, as) ? FORMATS[as] : undefined;
  if (format === undefined) throw new UsageError(`--as must be one of generic, ${Object.keys(FORMATS).join(', ')}.`);
  if (typeof accounts !== 'string') throw new UsageError(`--as ${as} needs --accounts: the file with your accounts.`);
  if (currency === undefined) throw new UsageError(`--as ${as} needs --currency: a file has one.`);
  const map = readAccountMap(accounts);
  return { ...format, lineOf: (line) => format.linesOf(voucherOf(line, line.slug, map)) };
}

const slugOf = ({ provider = '' }: JournalEntryResponse, slugs: ReadonlyMap<string, string>): string =>
  slugs.get(provider) ?? provider;

export const exportJournal: Run = (values) =>
  exportJournalTo({ file: process.stdout, progress: process.stderr })(values);

function queryOf(values: Values) {
  if (values['json']) throw new UsageError('An export is CSV: it takes no --json.');
  const { from, to, currency } = values;
  const given = Object.entries({ from, to, currency }).filter(([, value]) => value !== undefined);
  return said(() => readJournalQuery(Object.fromEntries(given)));
}

/** @throws {UsageError} that names the options */
function said<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const faults = (error.details.errors ?? []).map(({ path, message }) => `--${path} ${message}`);
    throw new UsageError(`${faults.join('; ')}.`);
  }
}
