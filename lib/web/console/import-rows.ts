/** Reads collections from the lines of a CSV file, as spreadsheets of any language write it. */
import { csvLine, UTF8_MARK } from './collections-csv.ts';

/** What stands between cells: a comma, or a semicolon where the comma is in numbers. */
const MARKS = [',', ';', '\t'];

/** The mark that the first line has most of. */
function markOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counts = MARKS.map((mark) => first.split(mark).length);
  return MARKS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The cells of each line. A quoted cell may have marks and line ends in it, and a quote as two. */
export function readCsv(text: string): string[][] {
  const mark = markOf(text);
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    lines.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const isDoubled = letter === '"' && text.charAt(at + 1) === '"';
    if (isQuoted && isDoubled) {
      cell += letter;
      at += 1;
    } else if (isQuoted) {
      if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') isQuoted = true;
    else if (letter === mark) end();
    else if (letter === '\n' || (letter === '\r' && text.charAt(at + 1) !== '\n')) {
      end();
      lines.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  end();
  return lines;
}

/** The columns of the file, by the names in its first line. */
export const COLUMNS = [
  'reference',
  'firstName',
  'lastName',
  'phone',
  'email',
  'amount',
  'currency',
  'dueDate',
  'description',
] as const;

type Column = (typeof COLUMNS)[number];

const OPTIONAL: readonly Column[] = ['dueDate', 'description'];

/** `line`: of the file, as a spreadsheet counts. `isTwice`: a line before has the same reference. */
export type ImportRow = { line: number; cells: Readonly<Record<Column, string>>; isTwice: boolean };

export type ReadFile =
  | { kind: 'rows'; rows: readonly ImportRow[] }
  | { kind: 'missing'; columns: readonly Column[] }
  | { kind: 'empty' | 'too_many' };

/** So that a reader can look through it, and a check takes some minutes at most. */
export const MAX_ROWS = 1_000;

const FIRST_LINE = 2;

/** A name in the first line may have spaces, other capitals, a hyphen. */
const nameOf = (head: string): string => head.replace(/[^\p{L}]/gu, '').toLowerCase();

export function readFile(text: string): ReadFile {
  const [head = [], ...below] = readCsv(text);
  const names = head.map(nameOf);
  const data = below
    .map((cells, index) => ({ cells, line: FIRST_LINE + index }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (data.length === 0) return { kind: 'empty' };
  const indexOf = (column: Column): number => names.indexOf(column.toLowerCase());
  const columns = COLUMNS.filter((column) => !OPTIONAL.includes(column) && indexOf(column) < 0);
  if (columns.length > 0) return { kind: 'missing', columns };
  if (data.length > MAX_ROWS) return { kind: 'too_many' };
  const seen = new Set<string>();
  const rows = data.map(({ cells: written, line }) => {
    const cellOf = (column: Column): string => (written[indexOf(column)] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    const cells = Object.fromEntries(COLUMNS.map((column) => [column, cellOf(column)])) as ImportRow['cells'];
    const isTwice = cells.reference !== '' && seen.has(cells.reference);
    seen.add(cells.reference);
    return { line, cells, isTwice };
  });
  return { kind: 'rows', rows };
}

/**
 * `2026-12-31`, or as a spreadsheet writes it where the account is: the month comes first in the United States only. Anything else stays as it is,
 * and the service refuses it.
 */
export function isoDayOf(text: string, country: string | undefined): string {
  const [, first = '', second = '', year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  if (year === undefined) return text;
  const [day, month] = country === 'US' ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A file to be filled in. */
export const TEMPLATE = `${UTF8_MARK}${csvLine([...COLUMNS])}`;

/** Lines as a file again, to be corrected. */
export const fileOf = (rows: readonly ImportRow[]): string =>
  `${TEMPLATE}${rows.map(({ cells }) => csvLine(COLUMNS.map((column) => cells[column]))).join('')}`;
