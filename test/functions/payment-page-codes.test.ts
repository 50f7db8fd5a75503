/** The code that a payer enters on the payment page for a mobile money request. */

import { expect, it } from 'vitest';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { clock } from '#lib/clock.ts';
import { deriveHash } from '#lib/domain/ids.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import { aCollection, anAccountWith } from '#test/support/a-collection.ts';
import { aService } from '#test/support/a-service.ts';
import { PAGE_PORTS } from '#test/support/page-ports.ts';
import { openPage } from './a-payment-page.ts';

const account = anAccountWith([{ slug: 'paystack' }], { defaultProvider: 'paystack' });
const expiresAt = '2099-01-01T00:00:00.000Z';
const prompt = { provider: 'MTN', phone: '+233241234567', instructions: 'Enter the code.', expiresAt } as const;
const collection = aCollection({
  account: account.id,
  amount: { minor: 5_000, currency: 'GHS' },
  expiresAt,
  options: [{ method: 'mobile_money', ...prompt, needsCode: true }],
  sessions: [{ method: 'mobile_money', provider: 'paystack' }],
});
const token = payPageUrl('', collection.ref, deriveHash(account.salt, 'pay', collection.id)).replace('/pay/', '');

/** Enters the code; the provider takes it or not. */
async function enter(code: string, kind: 'accepted' | 'failed' = 'failed') {
  const entered: string[] = [];
  const page = paymentPage({
    ...aService({ clock }),
    getAccount: async () => account,
    ...PAGE_PORTS,
    getLedger: async () => ({ collection, entries: [], waiting: [] }),
    submitCode: async (_target, { reference, code: given }) => {
      entered.push(`${reference.slice(-14)} ${given}`);
      return kind === 'accepted' ? { kind } : { kind: 'failed', reason: 'refused' };
    },
  });
  const body = new URLSearchParams({ method: 'mobile_money', code }).toString();
  return { ...(await openPage(page, token, { method: 'POST', body })), entered };
}

it('a code that the provider takes leads to the page that confirms the payment', async () => {
  const { status, headers, entered } = await enter('12 34', 'accepted');
  expect([status, entered]).toEqual([303, ['mobile-money-1 1234']]);
  expect(headers['location']).toBe(`https://collections.example/pay/${token}?returned=1`);
});

it('a code that the provider refuses is asked for again', async () => {
  const { status, html } = await enter('1234', 'failed');
  expect([status, html.includes('The code was not accepted.'), html.includes('name="code"')]).toEqual([
    200,
    true,
    true,
  ]);
});

it('a code that cannot be one is not sent', async () => {
  for (const code of ['', '<b>', '1'.repeat(30)]) {
    const { status, html, entered } = await enter(code, 'accepted');
    expect([status, entered, html.includes('name="code"')]).toEqual([200, [], true]);
  }
});
