/** The page of all that a person owes: its pages of ten, its sums by currency, and what can be ticked. That it pays is tested with its functions. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { chosenIn, debtsPage } from '#lib/pages/payment/debts-page.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';
import { read } from './a-view.ts';

const account = anAccount();
const of = { account, phone: phoneOf(aContact(), account), now: new Date('2026-03-01T09:00:00.000Z') };
const PAYABLE = { enabled: true, methods: [], proof: 'x'.repeat(25) } as Collection['payable'];

const aDebt = (reference: string, given: Parameters<typeof aCollection>[0] = {}) =>
  aCollection({
    reference,
    payable: PAYABLE,
    metadata: JSON.stringify({ description: `About ${reference}` }),
    ...given,
  });
const debts = (count: number) =>
  Array.from({ length: count }, (_, n) => aDebt(`${n + 1}.`, { amount: { minor: 10_001, currency: 'NGN' } }));

const listed = (html: string) => read(html).filter((line) => line.startsWith('About '));
const links = (html: string) => [...html.matchAll(/href="\?page=(\d+)"/g)].map(([, page]) => Number(page));

describe('pages of ten', () => {
  const about = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `About ${from + n}.`);

  it.each([
    [10, '1', about(1, 10), []],
    [11, '1', about(1, 10), [2]],
    [21, '2', about(11, 20), [1, 3]],
    [21, '3', about(21, 21), [2]],
    [21, '99', about(21, 21), [2]],
    [21, '0', about(1, 10), [2]],
    [21, 'x', about(1, 10), [2]],
    [0, '1', [], []],
  ])('of %i debts the page %s has its own and leads to those beside it', (count, asked, shown, beside) => {
    const html = debtsPage({ ...of, debts: debts(count) }, asked);
    expect([listed(html), links(html)]).toEqual([shown, beside]);
  });
});

it('the sum is of all pages, and of each currency alone, which has a button of its own', () => {
  const html = debtsPage({
    ...of,
    debts: [aDebt('usd', { amount: { minor: 500, currency: 'USD' }, received: 100 }), ...debts(11)],
  });
  const sums = [...html.matchAll(/<p class="sum">(.*?)<\/p>/g)].flatMap(([all]) => read(all));
  expect(sums).toEqual(['1 payment, USD 4.00', '11 payments, NGN 1,100.11 in all']);
  expect([...html.matchAll(/name="currency" value="(\w+)"/g)].map(([, currency]) => currency)).toEqual(['USD', 'NGN']);
});

it('what can be paid here is ticked, unless the payer had ticked others', () => {
  const [first, second] = [aDebt('first'), aDebt('second')];
  const elsewhere = aDebt('elsewhere', { payable: { enabled: false, methods: [] } });
  const ticks = (ticked?: ReadonlySet<string>) =>
    [...debtsPage({ ...of, debts: [first, elsewhere, second], ...(ticked && { ticked }) }).matchAll(/<input[^>]*>/g)]
      .map(([input]) => input)
      .filter((input) => input.includes('type="checkbox"'))
      .map((input) => [/value="(\w+)"/.exec(input)?.[1], input.includes(' checked')]);
  expect(ticks()).toEqual([first, second].map(({ ref }) => [ref.hash, true]));
  expect(ticks(new Set([second.ref.hash]))).toEqual([
    [first.ref.hash, false],
    [second.ref.hash, true],
  ]);
  const form = new URLSearchParams([first, elsewhere].map(({ ref }) => ['pay', ref.hash]));
  expect(chosenIn(form, [first, elsewhere, second])).toEqual([first]);
  form.set('currency', 'USD');
  expect(chosenIn(form, [first, elsewhere, second])).toEqual([]);
});
