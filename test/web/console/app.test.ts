/** The pure parts of the console: addresses, filters, amounts, and the lines of the file. */
import { describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { readListCollections } from '#lib/contract/list-collections.ts';
import {
  filterOf,
  inOrder,
  isFiltered,
  matches,
  queryOf,
  questionsOf,
  withSaved,
} from '#lib/web/console/app/filter.ts';
import { linkTo, routeOf } from '#lib/web/console/app/route.ts';
import { readAmount, usualDays, valueOfAmount } from '#lib/web/console/app/typed-values.ts';
import { collectionLine, csvLine, HEAD } from '#lib/web/console/collections-csv.ts';
import { awayIn, moneyIn } from '#lib/web/console/format.ts';

describe('addresses', () => {
  it('the address of a screen leads back to it with its filter, and an unknown one to the first screen', () => {
    const { screen, id, query } = routeOf(linkTo('collections', undefined, { q: 'a b&c=/?', status: '' }));
    expect([screen, id, [...query]]).toEqual(['collections', undefined, [['q', 'a b&c=/?']]]);
    expect(routeOf(linkTo('enter', 'cl_x/%'))).toMatchObject({ screen: 'enter', id: 'cl_x/%' });
    expect(routeOf('#/nowhere').screen).toBe('home');
    expect(routeOf('#/collections/%zz').id).toBe('%zz');
  });
});

const filtered = (text: string) => filterOf(new URLSearchParams(text));

describe('the filter', () => {
  it('what is no filter in the address is left out, and what is one stays', () => {
    expect(queryOf(filtered('status=nonsense&from=yesterday&q=%20&currency=naira&age=old'))).toEqual({
      ...{ status: '', from: '', to: '', q: '', currency: '', age: '', order: '' },
    });
    expect(isFiltered(filtered('status=all'))).toBe(false);
    const text = 'status=overdue&from=2026-03-01&to=2026-03-02&q=order-1&currency=NGN&age=1-7&order=outstanding';
    expect(new URLSearchParams(queryOf(filtered(text))).toString()).toBe(text);
  });

  it.each([
    ['', 1],
    ['status=unpaid', 3],
    ['q=order-1', 2],
    ['q=ada@example.com', 2],
    ['q=%2B234 803 123 4567&status=unpaid', 6],
    ['q=1038', 2],
    ['from=2026-03-01&to=2026-03-01', 1],
    ['status=unpaid&order=dueDate', 1],
    ['status=overdue&order=outstanding&currency=NGN&from=2026-03-01', 1],
    ['status=unpaid&order=outstanding', 3],
    ['status=unpaid&order=dueDate&q=ada', 6],
    ['status=completed&order=dueDate', 1],
  ])('the API takes every question of the filter "%s", each with a cursor: %s', (text, count) => {
    const questions = questionsOf(filtered(text));
    expect(questions).toHaveLength(count);
    for (const question of questions) expect(readListCollections({ ...question, cursor: 'x' }).filter).toBeDefined();
  });

  it('what is overdue is asked for before what is only unpaid, and what has expired is still owed', () => {
    const asked = questionsOf(filtered('status=unpaid')).map(({ status }) => status);
    expect(asked).toEqual(['overdue', 'pending', 'expired']);
  });

  it('an order asks for what is owed in it, and leads from what is settled to what is not', () => {
    const asked = (text: string) => questionsOf(filtered(text))[0];
    expect(asked('status=unpaid&order=dueDate')).toMatchObject({ order: 'dueDate' });
    expect(asked('status=unpaid&order=dueDate')).not.toHaveProperty('status');
    const left = asked('status=overdue&order=outstanding&currency=NGN');
    expect(left).toMatchObject({ order: 'outstanding', currency: 'NGN', status: 'overdue' });
    expect(asked('status=expired&order=dueDate')).toMatchObject({ order: 'dueDate', status: 'expired' });
    expect(asked('status=completed&order=dueDate')).toMatchObject({ status: 'completed' });
    expect(asked('status=completed&order=dueDate')).not.toHaveProperty('order');
    const views = ['all', 'completed', 'cancelled', 'unpaid', 'overdue', 'expired'] as const;
    const led = (order: '' | 'dueDate') => views.map((status) => inOrder(filtered(`status=${status}`), order).status);
    expect(led('dueDate')).toEqual(['unpaid', 'unpaid', 'unpaid', 'unpaid', 'overdue', 'expired']);
    expect(led('')).toEqual(views);
    expect(inOrder(filtered('order=outstanding&currency=NGN'), 'dueDate').currency).toBe('');
  });

  it('its days are whole days of the reader, the last one to its end', () => {
    const [question] = questionsOf(filtered('from=2026-03-01&to=2026-03-02'));
    expect(question).toEqual({
      createdFrom: new Date(2026, 2, 1).toISOString(),
      createdTo: new Date(new Date(2026, 2, 3).getTime() - 1).toISOString(),
    });
  });

  it('one that is saved takes the place of the one of its name, and the oldest of more than twelve is dropped', () => {
    const one = (name: string, q = name) => ({ name, query: { q } });
    const names = (saved: readonly { name: string }[]) => saved.map(({ name }) => name).join('');
    expect(withSaved([one('a'), one('b')], one('a', 'x'))).toEqual([one('b'), one('a', 'x')]);
    expect(
      names(
        withSaved(
          [...'abcdefghijkl'].map((name) => one(name)),
          one('m'),
        ),
      ),
    ).toBe('bcdefghijklm');
  });

  it.each([
    ['currency=USD', '2026-03-31', false],
    ['currency=NGN', '2026-03-31', true],
    ['age=not_due', '2026-03-31', true],
    ['age=late', '2026-03-31', false],
    ['age=late', '2026-04-01', true],
    ['age=1-7', '2026-04-07', true],
    ['age=1-7', '2026-04-08', false],
    ['age=over_90', '2026-06-30', true],
  ])('of what was due on 31 March in NGN, "%s" on %s is %s', (text, today, isFound) => {
    const collection = { amount: { value: 1, currency: 'NGN' }, dueDate: '2026-03-31' } as CollectionResponse;
    expect(matches(filtered(text), today)(collection)).toBe(isFound);
  });
});

describe('amounts', () => {
  it.each([
    ['45000', 45_000],
    ['45,000', 45_000],
    ['1,045,000.50', 1_045_000.5],
    ['45 000,50', 45_000.5],
    ['45\u202f000', 45_000],
    ['12,5', 12.5],
    ['12.50', 12.5],
    ['.5', 0.5],
    ['1.250.000', 1_250_000],
    ['1.250,50', 1250.5],
    ['1,25,000', 125_000],
    ["1'250", 1250],
    ['٥٠٠٠', 5000],
    ['१२٫५', 12.5],
    ['NGN 5,000', 5000],
    ['₦5000', 5000],
  ])('the typed amount "%s" is %d', (typed, value) => {
    expect(readAmount(typed, 'NGN')).toEqual({ kind: 'amount', value });
  });

  it.each([
    ['$45', 'NGN'],
    ['45 €', 'XOF'],
    ['₦45', 'GHS'],
    ['5000 FCFA', 'NGN'],
    ['45/=', 'NGN'],
    ['45 F', 'KES'],
    ['USD 45', 'NGN'],
    ['£45', 'USD'],
  ])('%s is no amount in %s', (typed, currency) => {
    expect(readAmount(typed, currency)).toEqual({ kind: 'none' });
  });

  it.each([
    ['5000 FCFA', 'XOF', 5_000],
    ['F CFA 5 000', 'XAF', 5_000],
    ['$45', 'USD', 45],
    ['45 €', 'EUR', 45],
    ['₦45', 'NGN', 45],
    ['N45,000', 'NGN', 45_000],
    ['N 45,000.50', 'NGN', 45_000.5],
    ['KSh 500', 'KES', 500],
    ['Ksh.500', 'KES', 500],
    ['1,500/=', 'UGX', 1_500],
    ['Sh 1,500/-', 'TZS', 1_500],
    ['GH₵ 20', 'GHS', 20],
    ['R1 500,00', 'ZAR', 1_500],
    ['Rs. 1,00,000', 'INR', 100_000],
    ['5 000 Frw', 'RWF', 5_000],
  ])('the typed amount "%s" of %s, as people there write it, is %d', (typed, currency, value) => {
    expect(readAmount(typed, currency)).toEqual({ kind: 'amount', value });
  });

  it('the name of another currency is not understood', () => {
    for (const typed of ['N500', 'KSh 500', 'R500']) expect(readAmount(typed, 'XOF')).toEqual({ kind: 'none' });
  });

  it.each(['ten', '-5', '1e5', '0x10', '5k', '12.5000', '1.25.000', '45 0', '1.5.2', 'USD 5', '1250.500'])(
    'the typed amount "%s" is none that we understand, and is refused',
    (typed) => {
      expect(readAmount(typed, 'NGN')).toEqual({ kind: 'none' });
      expect(valueOfAmount(typed, 'NGN')).toBe(0);
    },
  );

  it.each([
    ['12.500', 'NGN', [12_500, 12.5]],
    ['5.000', 'ghs ', [5000, 5]],
    ['5.000', '', [5000, 5]],
    ['12.345', 'NGN', [12_345]],
    ['12.500', 'TND', [12_500, 12.5]],
    ['12,500', 'TND', [12_500, 12.5]],
  ])('the typed amount "%s" of %s is asked about: %j', (typed, currency, values) => {
    expect(readAmount(typed, currency)).toEqual({ kind: 'ambiguous', values });
    expect(valueOfAmount(typed, currency)).toBe(0);
    for (const value of values) expect(readAmount(String(value), currency)).toEqual({ kind: 'amount', value });
  });

  it.each([
    ['12.500', 'XOF', 12_500],
    ['12,500', 'NGN', 12_500],
    ['12,500', 'XOF', 12_500],
  ])('the typed amount "%s" of %s can only be %d', (typed, currency, value) => {
    expect(readAmount(typed, currency)).toEqual({ kind: 'amount', value });
  });
});

it('a collection is a line with the columns of the head, and formulas are text', () => {
  const collection = {
    id: 'pay_1',
    reference: '=1+1',
    status: 'pending',
    amount: { value: 10, currency: 'NGN' },
    balance: { received: { value: 4, currency: 'NGN' }, outstanding: { value: 6, currency: 'NGN' } },
    contact: { firstName: 'Ada', lastName: 'O, "B"', phone: '+234', email: 'a@b.co' },
    createdAt: '2026-03-02T09:00:00.000Z',
    expiresIn: 60,
    completedAt: null,
  } as unknown as CollectionResponse;
  expect(HEAD.split(',')).toHaveLength(16);
  expect(HEAD.startsWith('\ufeffid,')).toBe(true);
  expect(collectionLine(collection)).toBe(
    `pay_1,'=1+1,pending,10,NGN,4,6,Ada,"O, ""B""",'+234,a@b.co,2026-03-02T09:00:00.000Z,2026-03-02T10:00:00.000Z,,,0\r\n`,
  );
  const credited = { value: 3, currency: 'NGN' };
  const balance = { ...collection.balance, credited };
  expect(collectionLine({ ...collection, balance }).endsWith(',,,3\r\n')).toBe(true);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+234', "'+234"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  [' =1', "' =1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  ['x;=1+1', `"x;'=1+1"`],
  ['x,+1', `"x,'+1"`],
  ['x; "=1+1"', `"x;' ""=1+1"""`],
  ['x\t@A1', `"x\t'@A1"`],
  ['x|-1', "x|'-1"],
  ['Jean-Pierre', 'Jean-Pierre'],
  ['two\nlines', '"two\nlines"'],
  ['a "quoted", text', '"a ""quoted"", text"'],
  ['\tx', '"\'\tx"'],
  ['a=b', 'a=b'],
  ['a=b; c', '"a=b; c"'],
  ['', ''],
])('the text %j is the cell %j: no spreadsheet reads a formula, whatever separates its cells', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

it('a number is a number, also below zero', () => {
  expect(csvLine([-100, 0, 12.5])).toBe('-100,0,12.5\r\n');
});

it('money and times are written as the language writes them', () => {
  expect(moneyIn('en')({ value: 45_000, currency: 'NGN' })).toBe('NGN\u00a045,000.00');
  expect(moneyIn('fr')({ value: 45_000, currency: 'XOF' })).toBe('45\u202f000\u00a0XOF');
  expect(awayIn('en', 3 * 3_600_000, 0)).toBe('in 3 hours');
  expect(awayIn('fr', -86_400_000, 0)).toBe('hier');
});

it.each([
  ['2026-12-16T14:06', '2026-12-17T15:00', 'tomorrow'],
  ['2026-12-16T14:06', '2026-12-18T08:00', 'in 2 days'],
  ['2026-12-16T23:50', '2026-12-18T00:10', 'in 2 days'],
  ['2026-12-16T14:06', '2026-12-14T23:00', '2 days ago'],
  ['2026-12-16T14:06', '2026-12-17T08:00', 'in 18 hours'],
  ['2026-12-16T14:06', '2026-12-16T16:04', 'in 2 hours'],
  ['2026-12-16T14:06:00', '2026-12-16T15:05:40', 'in 1 hour'],
  ['2026-12-16T14:06', '2026-12-16T14:06', 'this minute'],
])('at %s, %s is %s', (now, at, text) => {
  const zoned = (time: string) => Date.parse(`${time}+01:00`);
  expect(awayIn('en', zoned(at), zoned(now), 'Africa/Lagos')).toBe(text);
});

describe('the days that a promise names most', () => {
  const at = (day: string) => new Date(`${day}T15:00:00`).getTime();
  it.each([
    ['2026-11-25', ['today 2026-11-25', 'tomorrow 2026-11-26', 'friday 2026-11-27', 'monthEnd 2026-11-30']],
    ['2026-11-26', ['today 2026-11-26', 'tomorrow 2026-11-27', 'monthEnd 2026-11-30']],
    ['2026-11-27', ['today 2026-11-27', 'tomorrow 2026-11-28', 'monthEnd 2026-11-30']],
    ['2026-11-28', ['today 2026-11-28', 'tomorrow 2026-11-29', 'friday 2026-12-04', 'monthEnd 2026-11-30']],
    ['2026-12-31', ['today 2026-12-31', 'tomorrow 2027-01-01']],
    ['2028-02-28', ['today 2028-02-28', 'tomorrow 2028-02-29', 'friday 2028-03-03']],
  ])('on %s they are %j', (day, expected) => {
    expect(usualDays(at(day)).map((each) => `${each.name} ${each.day}`)).toEqual(expected);
  });
});
