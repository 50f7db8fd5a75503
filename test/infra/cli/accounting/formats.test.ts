/** The journal as accounting programs import it: every voucher balances, and each program gets what it documents. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccountMap } from '#infra/cli/accounting/account-map.ts';
import { ACCOUNTS, type AccountMap, sumOf, voucherOf } from '#infra/cli/accounting/double-entry.ts';
import { FORMATS } from '#infra/cli/accounting/formats.ts';
import { UsageError } from '#infra/cli/command.ts';
import type { JournalEntryResponse } from '#lib/contract/journal.ts';
import { JOURNAL_KINDS } from '#lib/domain/journal/journal.ts';

const MAP: AccountMap = {
  receivable: '1100',
  sales: '4000',
  tax: '2200',
  credits: '4900',
  badDebt: '6800',
  customerCredit: '2100',
  moves: '1190',
  money: { default: '1000', merchant: '1010', paystack: '1020 Paystack & Co' },
};

const ngn = (value: number) => ({ value, currency: 'NGN' });

let number = 0;
function entry(kind: JournalEntryResponse['kind'], value: number, given: Partial<JournalEntryResponse> = {}) {
  number += 1;
  return {
    id: `jnl_${String(number).padStart(25, '0')}`,
    at: '2026-11-03T09:00:00.000Z',
    day: '2026-11-03',
    effectiveAt: '2026-11-03T09:00:00.000Z',
    kind,
    amount: ngn(value),
    collection: 'pay_1',
    reference: 'order-1001',
    customer: 'contact_2ymmgz02kgdzbicdrpe52sdh6',
    ...given,
  };
}

const VAT = [{ name: 'VAT', rate: 7.5, amount: ngn(3139.53) }];

describe('a voucher', () => {
  it.each([
    ['asked', 45_000, { '1100': 45_000, '4000': -45_000 }],
    ['corrected', -5_000, { '1100': -5_000, '4000': 5_000 }],
    ['received', -20_000, { '1100': -20_000, '1000': 20_000 }],
    ['returned', 3_000, { '1100': 3_000, '1000': -3_000 }],
    ['restored', -3_000, { '1100': -3_000, '1000': 3_000 }],
    ['moved', 1_000, { '1100': 1_000, '1190': -1_000 }],
    ['credited', -700, { '1100': -700, '4900': 700 }],
    ['written_off', -900, { '1100': -900, '6800': 900 }],
    ['reinstated', 900, { '1100': 900, '6800': -900 }],
    ['overpaid', 50, { '1100': 50, '2100': -50 }],
  ] as const)('of %s debits and credits', (kind, value, expected) => {
    const { postings } = voucherOf(entry(kind, value), 'stripe', MAP);
    expect(Object.fromEntries(postings.map(({ account, amount }) => [account, amount]))).toEqual(expected);
  });

  it('of what is asked with taxes credits sales with the rest', () => {
    const { postings } = voucherOf(entry('asked', 45_000, { tax: VAT }), '', MAP);
    expect(postings.map(({ account, amount }) => [account, amount])).toEqual([
      ['1100', 45_000],
      ['4000', -41_860.47],
      ['2200', -3139.53],
    ]);
  });

  it('adds sums as they are written, not as doubles add them', () => {
    expect([sumOf([0.1, 0.2], 'NGN'), sumOf([], 'NGN'), sumOf([100, 250], 'JPY')]).toEqual([0.3, 0, 350]);
  });

  it('of nothing but tax has no sales', () => {
    const { postings } = voucherOf(
      entry('asked', 0.3, { tax: [0.1, 0.2].map((v) => ({ ...VAT[0], amount: ngn(v) })) as never }),
      '',
      MAP,
    );
    expect(postings.map(({ account }) => account)).toEqual(['1100', '2200', '2200']);
  });

  it('balances, whatever the sums', () => {
    const minor = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(fc.constantFrom(...JOURNAL_KINDS), minor, fc.array(minor, { maxLength: 5 }), (kind, all, taxes) => {
        const tax = taxes.map((part) => ({ name: 'VAT', rate: 1, amount: ngn(Math.floor((part % all) / 6) / 100) }));
        const { postings } = voucherOf(entry(kind, all / 100, { tax }), '', MAP);
        expect(postings.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
      }),
    );
  });

  it('has the account of its provider, and the number of its entry', () => {
    const { number: own, postings } = voucherOf(
      entry('received', -1, { id: `jnl_${'a'.repeat(24)}b` }),
      'paystack',
      MAP,
    );
    expect([own, postings[1]?.account]).toEqual(['a'.repeat(20), '1020 Paystack & Co']);
  });
});

describe('a file', () => {
  const entries: [JournalEntryResponse, string][] = [
    [entry('asked', 45_000, { id: `jnl_${'a'.repeat(25)}`, number: 'INV-7', tax: VAT }), ''],
    [entry('received', -20_000.5, { id: `jnl_${'b'.repeat(25)}`, day: '2026-11-30' }), 'paystack'],
    [entry('written_off', -24_999.5, { id: `jnl_${'c'.repeat(25)}`, reference: '=HYPERLINK("x")<&>' }), ''],
  ];

  it.each([
    ['quickbooks', 'csv'],
    ['xero', 'csv'],
    ['erpnext', 'csv'],
    ['tally', 'xml'],
  ])('for %s is what it imports', async (name, extension) => {
    const format = FORMATS[name];
    const text = [
      format?.head,
      ...entries.map(([each, slug]) => format?.linesOf(voucherOf(each, slug, MAP))),
      format?.foot,
    ].join('');
    await expect(text).toMatchFileSnapshot(`./${name}.${extension}`);
  });
});

describe('the map of accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
  const read = (content: string) => {
    const file = join(folder, 'accounts.json');
    writeFileSync(file, content);
    return readAccountMap(file);
  };

  it('is read', () => {
    expect(read(JSON.stringify(MAP))).toEqual(MAP);
  });

  it.each(ACCOUNTS)('without %s is refused', (name) => {
    const { [name]: _missing, ...rest } = MAP;
    expect(() => read(JSON.stringify(rest))).toThrow(`${name} is missing`);
    expect(() => read(JSON.stringify({ ...rest, [name]: ' ' }))).toThrow(`${name} is missing`);
  });

  it('tells of all that is wrong at once', () => {
    const wrong = { ...MAP, sales: undefined, money: { merchant: '1010' }, salse: '4000' };
    expect(() => read(JSON.stringify(wrong))).toThrow(/sales is missing; money is missing; salse is not one of/);
  });

  it.each(['', '[]', 'null', '{'])('is refused as %s', (content) => {
    expect(() => read(content)).toThrow(UsageError);
    expect(() => readAccountMap(join(folder, 'none.json'))).toThrow('cannot be read');
  });
});
