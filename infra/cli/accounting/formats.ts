/** Files that accounting programs import: one voucher for each entry of the journal. */
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { minorDigits } from '#lib/domain/money.ts';
import { csvLine, UTF8_MARK } from '#lib/web/console/collections-csv.ts';
import type { Posting, Voucher } from './double-entry.ts';

export type Format = {
  head: string;
  linesOf: (voucher: Voucher) => string;
  foot: string;
};

const figures = (amount: number, currency: string): string => amount.toFixed(minorDigits(currency));

/** The absolute amount on its side, and nothing on the other. */
const sidesOf = ({ amount }: Posting, currency: string): [debit: string, credit: string] =>
  amount > 0 ? [figures(amount, currency), ''] : ['', figures(-amount, currency)];

const datePartsOf = (day: string): [year: string, month: string, day: string] =>
  day.split('-') as [string, string, string];

const csvFormat = (head: readonly string[], rowsOf: (voucher: Voucher) => (string | number)[][]): Format => ({
  head: `${UTF8_MARK}${csvLine(head)}`,
  linesOf: (voucher) => rowsOf(voucher).map(csvLine).join(''),
  foot: '',
});

/** QuickBooks Online, Settings › Import data › Journal entries: accounts by name, account numbers turned off meanwhile. */
const quickbooks = csvFormat(
  ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name', 'Currency'],
  ({ number, day, customer, narration, currency, postings }) => {
    const [year, month, date] = datePartsOf(day);
    return postings.map((posting) => [
      ...[number, `${month}/${date}/${year}`, posting.account, ...sidesOf(posting, currency)],
      ...[narration, posting.isReceivable ? customer : '', currency],
    ]);
  },
);

/** Xero, Accounting › Manual journals › Import: rows of one narration and date are one journal; a debit is positive. */
const xero = csvFormat(
  ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
  ({ day, customer, narration, currency, postings }) => {
    const [year, month, date] = datePartsOf(day);
    return postings.map(({ account, amount, isReceivable }) => [
      ...[narration, `${date}/${month}/${year}`, isReceivable ? customer : ''],
      ...[account, 'Tax Exempt', Number(figures(amount, currency))],
    ]);
  },
);

/** ERPNext, Data Import of Journal Entry: the first row of an entry has its own fields, each row one account. */
const erpnext = csvFormat(
  [
    ...['Entry Type', 'Posting Date', 'User Remark', 'Reference Number', 'Reference Date'],
    ...['Account (Accounting Entries)', 'Party Type (Accounting Entries)', 'Party (Accounting Entries)'],
    ...['Debit (Accounting Entries)', 'Credit (Accounting Entries)'],
  ],
  ({ number, day, customer, narration, currency, postings }) =>
    postings.map((posting, index) => [
      ...(index === 0 ? ['Journal Entry', day, narration, number, day] : ['', '', '', '', '']),
      ...[posting.account, ...(posting.isReceivable ? ['Customer', customer] : ['', ''])],
      ...sidesOf(posting, currency),
    ]),
);

const element = (name: string, value: string): string => `<${name}>${escapeHtml(value)}</${name}>`;

/** Tally's import of data: a debit is deemed positive, and its amount negative. */
const tally: Format = {
  head: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>',
    '<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>',
    '',
  ].join('\n'),
  linesOf: ({ number, day, narration, currency, postings }) =>
    [
      '<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="Journal" ACTION="Create">',
      element('DATE', day.replaceAll('-', '')),
      element('VOUCHERTYPENAME', 'Journal'),
      element('VOUCHERNUMBER', number),
      element('NARRATION', narration),
      ...postings.map(({ account, amount }) =>
        [
          '<ALLLEDGERENTRIES.LIST>',
          element('LEDGERNAME', account),
          element('ISDEEMEDPOSITIVE', amount > 0 ? 'Yes' : 'No'),
          element('AMOUNT', figures(-amount, currency)),
          '</ALLLEDGERENTRIES.LIST>',
        ].join(''),
      ),
      '</VOUCHER></TALLYMESSAGE>\n',
    ].join(''),
  foot: '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n',
};

export const FORMATS: Readonly<Record<string, Format>> = { quickbooks, xero, tally, erpnext };
