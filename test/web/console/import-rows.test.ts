/** What is read of a file of collections, as spreadsheets of different countries save it. */
import { describe, expect, it } from 'vitest';
import { fileOf, isoDayOf, MAX_ROWS, readCsv, readFile, TEMPLATE } from '#lib/web/console/import-rows.ts';

const HEAD = 'reference,firstName,lastName,phone,email,amount,currency,dueDate,description';
const LINE = 'INV-1,Ada,Obi,+2348031234567,ada@example.com,45000,NGN,2026-12-31,Rent';
const rowsOf = (text: string) => {
  const read = readFile(text);
  return read.kind === 'rows' ? read.rows : read;
};
const ROW = {
  line: 2,
  cells: {
    reference: 'INV-1',
    firstName: 'Ada',
    lastName: 'Obi',
    phone: '+2348031234567',
    email: 'ada@example.com',
    amount: '45000',
    currency: 'NGN',
    dueDate: '2026-12-31',
    description: 'Rent',
  },
  isTwice: false,
};

describe('a file', () => {
  it.each([
    ['as it is', `${HEAD}\n${LINE}\n`],
    ['with a mark, other line ends and empty lines', `\ufeff${HEAD}\r\n${LINE}\r\n,,,,\r\n\r\n`],
    ['with semicolons', `${HEAD};note\n${LINE}`.replaceAll(',', ';')],
    ['with tabs', `${HEAD}\n${LINE}`.replaceAll(',', '\t')],
    [
      'with names as people write them, in another order',
      `Due date,First Name,LAST_NAME,Phone,E-mail,Amount,Currency,Reference,Description\n2026-12-31,Ada,Obi,+2348031234567,ada@example.com,45000,NGN,INV-1,Rent`,
    ],
    [
      'with quotes and spaces',
      `${HEAD}\n INV-1 ,"Ada","Obi",+2348031234567,ada@example.com,"45000",NGN,2026-12-31,"Rent"`,
    ],
    ['as the download of the list writes a phone', `${HEAD}\n${LINE.replace('+234', "'+234")}`],
  ])('is read %s', (_name, text) => {
    expect(rowsOf(text)).toEqual([ROW]);
  });

  it.each([
    ['a cell of several lines', 'a,"b\nc"\r\nd', [['a', 'b\nc'], ['d']]],
    ['quotes in quotes, and empty ones', '"a ""b""",""', [['a "b"', '']]],
    ['a quote at the beginning and the end', '"""a"" b ""c"""', [['"a" b "c"']]],
    ['a quote within a cell', '5" pipe,O""K', [['5" pipe', 'O""K']]],
    ['a quote that nothing ends', '"a,b', [['a,b']]],
    ['old line ends', 'a\rb', [['a'], ['b']]],
    [
      'commas in numbers',
      'a;b\n1,5;2,5',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
  ])('may have %s', (_name, text, cells) => expect(readCsv(text)).toEqual(cells));

  it('counts its empty lines, too', () => {
    expect(rowsOf(`${HEAD}\n\n,,\n${LINE}`)).toEqual([{ ...ROW, line: 4 }]);
  });

  it('keeps what stands between quotes, and needs no due date or description', () => {
    const text = `reference,firstName,lastName,phone,email,amount,currency\n"A ""1"", B",Ada,O'Bi,1,e,"1,000.50",NGN`;
    const cells = { reference: 'A "1", B', lastName: "O'Bi", amount: '1,000.50', dueDate: '', description: '' };
    expect(rowsOf(text)).toMatchObject([{ cells }]);
  });

  it('tells which columns it lacks, that it is empty, or too long', () => {
    expect(rowsOf('reference;amount\nINV-1;5')).toEqual({
      kind: 'missing',
      columns: ['firstName', 'lastName', 'phone', 'email', 'currency'],
    });
    for (const text of ['', HEAD, TEMPLATE, `${HEAD}\n,,\n`]) expect(rowsOf(text)).toEqual({ kind: 'empty' });
    const lines = (count: number) => `${HEAD}\n${`${LINE}\n`.repeat(count)}`;
    expect(rowsOf(lines(MAX_ROWS))).toHaveLength(MAX_ROWS);
    expect(rowsOf(lines(MAX_ROWS + 1))).toEqual({ kind: 'too_many' });
  });

  it('without a reference repeats nothing', () => {
    const bare = LINE.replace('INV-1', '');
    expect(rowsOf(`${HEAD}\n${bare}\n${bare}`)).toMatchObject([{ isTwice: false }, { isTwice: false }]);
  });

  it('tells which lines repeat the reference of a line above, and can be written again', () => {
    const text = `${HEAD}\n${LINE}\n${LINE.replace('INV-1', 'INV-2')}\n${LINE}`;
    const rows = rowsOf(text);
    expect(rows).toMatchObject([{ isTwice: false }, { line: 3, isTwice: false }, { line: 4, isTwice: true }]);
    expect(rowsOf(fileOf(Array.isArray(rows) ? rows : []))).toEqual(rows);
  });
});

it.each([
  ['2026-12-31', 'NG', '2026-12-31'],
  ['31/12/2026', 'NG', '2026-12-31'],
  ['1.2.2026', undefined, '2026-02-01'],
  ['01-02-2026', 'GB', '2026-02-01'],
  ['12/31/2026', 'US', '2026-12-31'],
  ['12/31/2026', 'NG', '2026-31-12'],
  ['31 Dec', 'NG', '31 Dec'],
  ['', 'NG', ''],
])('the day %s in %s is %s', (text, country, day) => {
  expect(isoDayOf(text, country)).toBe(day);
});
