/** Reads collections from the lines of a CSV file, as spreadsheets of any language write it. */
import { dateOrderIn } from '#lib/domain/date-order.ts';
import { csvLine, UTF8_MARK, withoutGuards } from './collections-csv.ts';

/** What stands between cells: a comma, or a semicolon where the comma is in numbers. */
const MARKS = [',', ';', '\t'];

/** The mark that the first line has most of. */
function markOf(first: string): string {
  const counts = MARKS.map((mark) => first.split(mark).length);
  return MARKS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Excel tells the mark in a line of its own. */
const TOLD_MARK = /^\ufeff?sep=(.)\r?(?:\n|$)/i;

/** `line`: where it begins, as a spreadsheet counts. `isBroken`: a quotation mark is not closed, or text stands behind a closed one. */
export type CsvLine = { line: number; cells: string[]; isBroken?: true };

/** A quoted cell may have marks and line ends in it, and a quote as two. */
const QUOTED = /[^\S\t\r\n]*"((?:[^"]|"")*)"[^\S\t\r\n]*/y;

/**
 * The cells of each line. A line that is broken ends where it ends in the file, so that what is wrong with one customer never reaches
 * into the lines of others. No library: those that we tried read an open quote to the end of the file, and say so only then.
 */
export function readCsv(text: string): CsvLine[] {
  const [told = '', toldMark] = TOLD_MARK.exec(text) ?? [];
  const body = text
    .slice(told.length)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  const mark = toldMark ?? markOf(body.split('\n', 1)[0] ?? '');
  const lines: CsvLine[] = [];
  let number = told === '' ? 1 : 2;
  for (let at = 0; at <= body.length; ) {
    const whole = readLine(body, at, mark);
    const read = whole && !holdsLines(whole.cells, lines[0]?.cells.length ?? 0, mark) ? whole : undefined;
    const end = read?.end ?? endOfLine(body, at);
    lines.push(read ? { line: number, cells: read.cells } : brokenLine(number, body.slice(at, end), mark));
    number += body.slice(at, end).split('\n').length;
    at = end + 1;
  }
  return lines;
}

/** Lines that look like those of the file stand within a cell: its quotation mark was to be closed before. */
const holdsLines = (cells: readonly string[], width: number, mark: string): boolean =>
  width > 1 &&
  cells.some((cell) =>
    cell
      .split('\n')
      .slice(1)
      .some((line) => line.split(mark).length >= width),
  );

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

const brokenLine = (line: number, text: string, mark: string): CsvLine => ({
  line,
  cells: text.split(mark).map((cell) => cell.replaceAll('"', '').trim()),
  isBroken: true,
});

/** Up to its end, which is behind its last cell. Undefined if it is broken. */
function readLine(text: string, from: number, mark: string): { cells: string[]; end: number } | undefined {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    const begins = text.slice(at).search(/[^ \u00a0]/);
    const isQuoted = begins !== -1 && text.charAt(at + begins) === '"';
    if (isQuoted) {
      QUOTED.lastIndex = at;
      const [whole, inside] = QUOTED.exec(text) ?? [];
      if (whole === undefined || inside === undefined) return undefined;
      cells.push(inside.replaceAll('""', '"'));
      at += whole.length;
    } else {
      const end = endOfCell(text, at, mark);
      cells.push(text.slice(at, end));
      at = end;
    }
    const letter = text.charAt(at);
    if (letter === '' || letter === '\n') return { cells, end: at };
    if (letter !== mark) return undefined;
    at += 1;
  }
}

function endOfCell(text: string, from: number, mark: string): number {
  const ends = [text.indexOf(mark, from), text.indexOf('\n', from)].filter((at) => at !== -1);
  return ends.length === 0 ? text.length : Math.min(...ends);
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

/**
 * `line`: of the file, as a spreadsheet counts. `isTwice`: a line before has the same reference. `fault`: what is wrong with its cells as a
 * whole: a quotation mark, or more cells than the first line has names, as where an amount is written `45,000`.
 */
export type ImportRow = {
  line: number;
  cells: Readonly<Record<Column, string>>;
  isTwice: boolean;
  fault?: 'quote' | 'cells';
};

export type ReadFile =
  | { kind: 'rows'; rows: readonly ImportRow[] }
  | { kind: 'missing' | 'twice'; columns: readonly Column[] }
  | { kind: 'empty' | 'too_many' | 'workbook' };

/** So that a reader can look through it, and a check takes some minutes at most. */
export const MAX_ROWS = 1_000;

/** A name in the first line may have spaces, other capitals, a hyphen. */
const nameOf = (head: string): string => head.replace(/[^\p{L}]/gu, '').toLowerCase();

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

export function readFile(text: string): ReadFile {
  const [head, ...below] = readCsv(text);
  const names = head?.cells.map(nameOf) ?? [];
  const data = below.filter(({ cells }) => !isEmpty(cells));
  if (data.length === 0) return { kind: 'empty' };
  const indexOf = (column: Column): number => names.indexOf(column.toLowerCase());
  const columns = COLUMNS.filter((column) => !OPTIONAL.includes(column) && indexOf(column) < 0);
  if (columns.length > 0) return { kind: 'missing', columns };
  const twice = COLUMNS.filter((column) => names.lastIndexOf(column.toLowerCase()) !== indexOf(column));
  if (twice.length > 0) return { kind: 'twice', columns: twice };
  if (data.length > MAX_ROWS) return { kind: 'too_many' };
  const seen = new Set<string>();
  const rows = data.map((written) => {
    const cellOf = (column: Column): string => withoutGuards((written.cells[indexOf(column)] ?? '').trim());
    const cells = Object.fromEntries(COLUMNS.map((column) => [column, cellOf(column)])) as ImportRow['cells'];
    const isTwice = cells.reference !== '' && seen.has(cells.reference);
    seen.add(cells.reference);
    const fault = faultOf(written, { names, amountAt: indexOf('amount') });
    return { line: written.line, cells, isTwice, ...(fault && { fault }) };
  });
  return { kind: 'rows', rows };
}

type Head = { names: readonly string[]; amountAt: number };

function faultOf({ cells, isBroken }: CsvLine, { names, amountAt }: Head): ImportRow['fault'] {
  if (isBroken) return 'quote';
  if (!isEmpty(cells.slice(names.length))) return 'cells';
  // What is left out at the end of a line makes room for the second half of an amount.
  const [amount = '', next = ''] = cells.slice(amountAt, amountAt + 2).map((cell) => cell.trim());
  return /^\D{0,3}\d{1,3}$/.test(amount) && /^\d{3}(?:[.,]\d+)?$/.test(next) ? 'cells' : undefined;
}

/**
 * `2026-12-31`, or as a spreadsheet writes it where the account is. What could be two days, and what is none, stays as it is, and the
 * service refuses it.
 */
export function isoDayOf(text: string, country: string | undefined): string {
  const [, ofYear, second = '', third = ''] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? [];
  if (ofYear !== undefined) return dayIn(ofYear, second, third) ?? text;
  const [, one = '', two = '', year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  if (year === undefined) return text;
  const [dayFirst, monthFirst] = [dayIn(year, two, one), dayIn(year, one, two)];
  switch (dateOrderIn(country)) {
    case 'dmy':
      return dayFirst ?? text;
    case 'mdy':
      return monthFirst ?? text;
    // Where the year comes first nobody knows what comes first when it comes last.
    case 'ymd':
      return (
        (dayFirst === undefined || monthFirst === undefined || dayFirst === monthFirst
          ? (dayFirst ?? monthFirst)
          : undefined) ?? text
      );
  }
}

/** Undefined if no month has such a day. */
function dayIn(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** A file to be filled in. */
export const TEMPLATE = `${UTF8_MARK}${csvLine([...COLUMNS])}`;

type LineToCorrect = Pick<ImportRow, 'cells'> & { problem: string };

/** Lines as a file again, to be corrected: what is wrong with each stands in a column of its own, which is not read. */
export const fileOf = (rows: readonly LineToCorrect[]): string =>
  [
    `${UTF8_MARK}${csvLine([...COLUMNS, 'problem'])}`,
    ...rows.map(({ cells, problem }) => csvLine([...COLUMNS.map((column) => cells[column]), problem])),
  ].join('');

const UTF16 = [
  { label: 'utf-16le', mark: [0xff, 0xfe], zeroAt: 1 },
  { label: 'utf-16be', mark: [0xfe, 0xff], zeroAt: 0 },
] as const;

/** What a spreadsheet saved: UTF-8, UTF-16 as its "Unicode text" is, or the alphabet of Western Europe. Undefined for a workbook, which is no text. */
export function decodeFile(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return undefined;
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes;
  const utf16 = UTF16.find(
    ({ mark, zeroAt }) =>
      (first === mark[0] && second === mark[1]) ||
      [first, second, third, fourth].every((byte, at) => (byte === 0) === (at % 2 === zeroAt)),
  );
  if (utf16 !== undefined) return new TextDecoder(utf16.label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
