/** What is read of a file of collections, as spreadsheets of different countries save it. */
import { describe, expect, it } from 'vitest';
import { decodeFile, fileOf, isoDayOf, MAX_ROWS, readCsv, readFile, TEMPLATE } from '#lib/web/console/import-rows.ts';

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
    ['old line ends', 'a\rb', [['a'], ['b']]],
    [
      'commas in numbers',
      'a;b\n1,5;2,5',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
  ])('may have %s', (_name, text, cells) => expect(readCsv(text).map((line) => line.cells)).toEqual(cells));

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

  it.each(['=1+1', '+2348031234567', '-5', '@x', 'Shoes;-5', 'a|=b', "'=x", '\u200b=1', 'Bag, -3', '"=1"'])(
    'comes back as it was when its lines are corrected: %j',
    (written) => {
      const cells = { ...ROW.cells, description: written };
      expect(rowsOf(fileOf([{ cells, problem: '-' }]))).toEqual([{ ...ROW, cells }]);
    },
  );

  it.each([
    ['a quote that is not closed', '"Shoes', 'quote'],
    ['a quote that another line closes', '"Shoes', 'quote', '"Bag"'],
    ['a quote that the end of another line closes', '"Shoes', 'quote', 'Bag"'],
    ['text behind a closed quote', '"Shoes" and bag', 'quote'],
    ['a comma without quotes', 'Shoes, bag and belt', 'cells'],
  ])('with %s has a fault at that line, and the lines behind are read', (_what, about, fault, next = 'Bag') => {
    const second = `INV-2,Bola,Eze,+2348031234568,bola@example.com,500,NGN,2026-12-31,${next}`;
    const text = `${HEAD}\n${LINE.replace('Rent', about)}\n${second}\n${LINE.replace('INV-1', 'INV-3')}\n`;
    const [first, ...others] = rowsOf(text) as readonly { cells: object }[];
    expect(first).toMatchObject({ line: 2, fault });
    expect(JSON.stringify(first)).not.toContain('Bola');
    expect(others).toMatchObject([
      { line: 3, cells: { reference: 'INV-2' } },
      { line: 4, cells: { reference: 'INV-3' } },
    ]);
  });

  it.each([
    ['an amount with a comma', `${HEAD}\n${LINE.replace('45000', '45,000')}`],
    ['an amount at the end', 'reference,firstName,lastName,phone,email,currency,amount\nINV-1,Ada,Obi,1,e,NGN,45,000'],
    [
      'an amount whose other half takes the place of what is left out',
      'reference,firstName,lastName,phone,email,currency,amount,description\nINV-1,Ada,Obi,1,e,NGN,45,000',
    ],
  ])('has a fault at a line with %s', (_what, text) => {
    expect(rowsOf(text)).toMatchObject([{ line: 2, fault: 'cells' }]);
  });

  it('may have fewer cells, and empty ones at the end', () => {
    expect(rowsOf(`${HEAD}\n${LINE.replace(',2026-12-31,Rent', '')}\n${LINE},,,`)).toMatchObject([
      { cells: { dueDate: '', description: '' } },
      { isTwice: true },
    ]);
    for (const row of rowsOf(`${HEAD}\n${LINE},,,`) as readonly object[]) expect(row).not.toHaveProperty('fault');
  });

  it('must not name a column twice', () => {
    expect(rowsOf(`${HEAD},Amount\n${LINE},5`)).toEqual({ kind: 'twice', columns: ['amount'] });
    expect(rowsOf(`${HEAD},note,note\n${LINE},5,6`)).toHaveLength(1);
  });

  it('may say by what its cells are separated, and counts that line', () => {
    expect(rowsOf(`sep=;\r\n${HEAD}\r\n${LINE}`.replaceAll(',', ';'))).toEqual([{ ...ROW, line: 3 }]);
    expect(rowsOf(`\ufeffsep=|\n${HEAD}\n${LINE}`.replaceAll(',', '|'))).toEqual([{ ...ROW, line: 3 }]);
  });

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without its mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16, the other way round', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Western Europe', (text: string) => Buffer.from(text, 'latin1')],
  ])('is read in %s', (_name, encode) => {
    const text = `${HEAD}\n${LINE.replace('Obi', 'Ögé')}`;
    expect(rowsOf(decodeFile(encode(text)) ?? '')).toMatchObject([{ cells: { lastName: 'Ögé' } }]);
  });

  it('is no workbook', () => {
    expect(decodeFile(Buffer.from('PK\u0003\u0004'))).toBeUndefined();
    expect(decodeFile(new Uint8Array())).toBe('');
  });

  it('without a reference repeats nothing', () => {
    const bare = LINE.replace('INV-1', '');
    expect(rowsOf(`${HEAD}\n${bare}\n${bare}`)).toMatchObject([{ isTwice: false }, { isTwice: false }]);
  });

  it('tells which lines repeat the reference of a line above, and can be written again', () => {
    const text = `${HEAD}\n${LINE}\n${LINE.replace('INV-1', 'INV-2')}\n${LINE}`;
    const rows = rowsOf(text);
    expect(rows).toMatchObject([{ isTwice: false }, { line: 3, isTwice: false }, { line: 4, isTwice: true }]);
    const toCorrect = Array.isArray(rows) ? rows.map((row) => ({ ...row, problem: 'Twice, "really"' })) : [];
    expect(rowsOf(fileOf(toCorrect))).toEqual(rows);
  });
});

it.each([
  ['2026-12-31', 'NG', '2026-12-31'],
  ['31/12/2026', 'NG', '2026-12-31'],
  ['1.2.2026', undefined, '2026-02-01'],
  ['01-02-2026', 'GB', '2026-02-01'],
  ['12/31/2026', 'US', '2026-12-31'],
  ['12/31/2026', 'NG', '12/31/2026'],
  ['3/4/2026', 'NG', '2026-04-03'],
  ...['US', 'PR', 'GU', 'PH', 'PA'].map((country): [string, string, string] => ['3/4/2026', country, '2026-03-04']),
  ...['ZA', 'RW', 'NG', 'US'].map((country): [string, string, string] => ['2026/12/31', country, '2026-12-31']),
  ['31/12/2026', 'ZA', '2026-12-31'],
  ['3/4/2026', 'ZA', '3/4/2026'],
  ['4/4/2026', 'ZA', '2026-04-04'],
  ['31/02/2027', 'NG', '31/02/2027'],
  ['2027-02-31', 'NG', '2027-02-31'],
  ['29/02/2028', 'NG', '2028-02-29'],
  ['31 Dec', 'NG', '31 Dec'],
  ['', 'NG', ''],
])('the day %s in %s is %s', (text, country, day) => {
  expect(isoDayOf(text, country)).toBe(day);
});
