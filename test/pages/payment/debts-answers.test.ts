/** What can be said about several debts at once, and what a form says of each. */
import { expect, it } from 'vitest';
import { debtAnswers, readDebtAnswers } from '#lib/pages/payment/debts-answers.ts';
import { PAYMENT_PAGE_WORDS } from '#lib/words/languages.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';

const of = { account: anAccount(), now: new Date('2026-03-02T09:00:00.000Z') };
const promised = (since: string) => ({ promise: { payBy: since, madeAt: since, since } });
const fieldsFor = (debts: Parameters<typeof debtAnswers>[0]) => debtAnswers(debts, of, PAYMENT_PAGE_WORDS.en);
const lastDay = (html: string): string | undefined => /name="payBy"[^>]* max="([^"]+)"/.exec(html)?.[1];

it('a day can be promised that every debt allows; without one, only the rest can be said', () => {
  const [fresh, older] = [aCollection(), aCollection(promised('2026-02-25T00:00:00.000Z'))];
  expect(lastDay(fieldsFor([fresh]))).toBe('2026-03-16');
  expect(lastDay(fieldsFor([fresh, older]))).toBe('2026-03-11');
  const outdated = fieldsFor([aCollection(promised('2026-02-01T00:00:00.000Z'))]);
  expect(lastDay(outdated)).toBeUndefined();
  expect(outdated).toContain('value="claim"');
  expect(fieldsFor([])).toBe('');
});

it('a claim says of each debt that all that is left of it is paid', () => {
  const debts = [aCollection(), aCollection({ received: 5_000 })];
  const form = new URLSearchParams({ method: 'claim', paidOn: '2026-03-01', how: 'cash', amount: '1' });
  const claims = readDebtAnswers(form, debts, of)?.map((each) => each !== 'unclear' && each.answer);
  const left = debts.map(({ amount, received }) => amount.minor - received);
  expect(claims).toMatchObject(left.map((minor) => ({ kind: 'claim', payment: { amount: { minor } } })));
});

it('what is not complete is unclear for each debt, and a form without an answer says nothing', () => {
  expect(readDebtAnswers(new URLSearchParams({ method: 'claim' }), [aCollection()], of)).toEqual(['unclear']);
  expect(readDebtAnswers(new URLSearchParams({ debt: '1' }), [aCollection()], of)).toBeUndefined();
});
