/** `collections export`: an account's collections as CSV on standard output, page by page, with the progress on standard error. */
import { type Run, type Streams, UsageError, type Values, write } from '#infra/cli/command.ts';
import { clock } from '#lib/clock.ts';
import { type ListFilter, readListCollections } from '#lib/contract/list-collections.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import type { Account } from '#lib/domain/account.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { findingCollections } from '#lib/store/collection/finding.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findCollections } from '#lib/use-cases/find-collections.ts';
import { collectionLine, HEAD } from '#lib/web/console/collections-csv.ts';
import { findAccount } from './accounts.ts';

const live = storeOf(table, findingCollections);

const PAGE = 100;

export const exportTo =
  ({ file, progress }: Streams): Run =>
  async (values) => {
    const filter = readFilter(values);
    const owner = await findAccount(values);
    await write(file, HEAD);
    for await (const page of pagesOf({ owner, filter }, progress)) await write(file, page.map(lineOf).join(''));
    return IN_THE_FILE;
  };

/** The file is the answer. */
export const IN_THE_FILE = { data: undefined, text: '' };

/** Newest first. What is read is said, page by page. */
export async function* pagesOf(
  asked: { owner: Account; filter: ListFilter },
  progress: Streams['progress'],
): AsyncGenerator<Collection[]> {
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const now = clock.now();
    const found = await findCollections(live, { ...asked, limit: PAGE, cursor, now });
    yield found.collections.map((collection) => asSeenAt(collection, now));
    count += found.collections.length;
    cursor = found.nextCursor;
    progress.write(`${count} collections${cursor === null ? '.\n' : ' …\r'}`);
  }
}

export const exportCollections: Run = (values) => exportTo({ file: process.stdout, progress: process.stderr })(values);

/** Of the answer that the console has, so that both make the same file. Its links are in no column. */
const lineOf = (collection: Collection): string => collectionLine(toCollectionResponse(collection, ''));

/** A list without a filter has pages; the export reads all of it by the earliest date. */
const EVER = '1970-01-01T00:00:00Z';

/** The option of each parameter of the API. */
const OPTIONS: Readonly<Record<string, string>> = {
  status: 'status',
  contact: 'contact',
  createdFrom: 'from',
  createdTo: 'to',
};

/** @throws {UsageError} that names the options which are wrong */
export function readFilter(values: Values): ListFilter {
  if (values['json']) throw new UsageError('An export is CSV: it takes no --json.');
  const { status, contact, from = EVER, to } = values;
  const given = Object.entries({ status, contact, createdFrom: instantOf(from), createdTo: instantOf(to) });
  try {
    return readListCollections(Object.fromEntries(given.filter(([, value]) => value !== undefined))).filter ?? {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const faults = (error.details.errors ?? []).map(({ path, message }) => `--${OPTIONS[path] ?? path} ${message}`);
    throw new UsageError(`${faults.join('; ')}.`);
  }
}

/** A date alone begins at midnight UTC. */
const instantOf = (value: Values[string]): Values[string] =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value;
