/** The receipt of one payment for several debts: what it came to, and what of it went to which. */
import { expect, it } from 'vitest';
import { debtsReceipt } from '#lib/pages/payment/debts-receipt.ts';
import { PAYMENT_PAGE_WORDS } from '#lib/words/languages.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { read } from './a-view.ts';
import { received } from './an-entry.ts';

const of = { language: 'en', zones: ['Africa/Lagos'], merchant: 'Shop' } as const;
const about = (description: string) => aCollection({ metadata: JSON.stringify({ description }) });

it('the sum is what went to all debts, to the last minor unit, and each has its own', () => {
  const paid = [
    { collection: about('Fees <1>'), entry: received(10_050) },
    { collection: about('Books'), entry: received(12_001, { credited: 2_000 }) },
  ];
  const lines = read(debtsReceipt(paid, of, PAYMENT_PAGE_WORDS.en));
  expect(lines).toEqual(
    expect.arrayContaining(['Shop', 'NGN 120.50', 'Fees &lt;1&gt;', 'NGN 100.50', 'Books', 'NGN 20.00']),
  );
  expect(lines.indexOf('NGN 100.50')).toBeGreaterThan(lines.indexOf('Fees &lt;1&gt;'));
  expect(lines.indexOf('NGN 20.00')).toBeGreaterThan(lines.indexOf('Books'));
});

it('without a debt it says no more than that it is paid', () => {
  expect(read(debtsReceipt([], of, PAYMENT_PAGE_WORDS.en))).toEqual([PAYMENT_PAGE_WORDS.en.heading.completed]);
});
