/** The payment options that a collection shows, and the proof in the link to our page. */
import { describe, expect, it } from 'vitest';
import { collectionId, deriveHash } from '#lib/domain/ids.ts';
import { newPayable, type Payable, paymentOptions } from '#lib/domain/payment/payable.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { anOption } from '#test/support/a-payment.ts';

const { ref } = aCollection();
const id = collectionId(ref);
const expiresAt = '2026-03-02T09:00:00.000Z';
const shown = (payable: Payable, options: readonly ProviderOption[] = []) =>
  paymentOptions({ payable, ref, options, expiresAt }, 'https://pay.example');
const linked = newPayable({ enabled: true, methods: ['payment_link'] }, id, 'salt');

describe('the ways to pay', () => {
  it('a payment link leads to our own page and carries its proof', () => {
    const link = `https://pay.example/pay/${ref.account}${ref.hash}${linked.proof}`;
    expect(shown(linked)).toEqual([{ method: 'payment_link', link, expiresAt }]);
    expect(linked.proof).toMatch(/^[0-9a-z]{25}$/);
  });

  it('the proof of a payment link needs the account’s salt, and fits no other collection', () => {
    const asked = { enabled: true, methods: ['payment_link'] as const };
    expect(newPayable(asked, id, 'salt').proof).toBe(linked.proof);
    expect(newPayable(asked, id, 'another salt').proof).not.toBe(linked.proof);
    expect(newPayable(asked, `${id.slice(0, -1)}0`, 'salt').proof).not.toBe(linked.proof);
  });

  it('a collection shows no payment link if it was not asked for, or payable is disabled', () => {
    for (const asked of [
      { enabled: true, methods: ['mobile_money'] as const },
      { enabled: false, methods: ['payment_link'] as const },
      { enabled: false, methods: [] },
    ]) {
      const payable = newPayable(asked, id, 'salt');
      expect(payable).toEqual(asked);
      expect(shown(payable)).toEqual([]);
    }
  });

  it('payment options are shown in the order in which they were asked for, whatever the order of the providers', () => {
    const methods = ['card', 'payment_link', 'mobile_money', 'virtual_account', 'bank_transfer'] as const;
    const opened = (['bank_transfer', 'virtual_account', 'mobile_money'] as const).map(anOption);
    const options = shown(newPayable({ enabled: true, methods }, id, 'salt'), opened);
    expect(options.map(({ method }) => method)).toEqual(methods);
    const isOpened = ({ method }: { method: string }) => opened.some((each) => each.method === method);
    expect(options.filter(isOpened)).toEqual(opened.toReversed().toSorted(asIn(methods)));
  });

  it('payment options leave out what no provider has opened, and what was not asked for', () => {
    const payable = newPayable({ enabled: true, methods: ['bank_transfer', 'mobile_money'] }, id, 'salt');
    expect(shown(payable, [anOption('virtual_account'), anOption('mobile_money')])).toEqual([anOption('mobile_money')]);
  });

  it('the card option leads to the payment page, which shows what is true when it is opened', () => {
    const [card] = shown(newPayable({ enabled: true, methods: ['card'] }, id, 'salt'));
    expect(card).toMatchObject({ method: 'card', link: expect.stringMatching(/\/pay\/[0-9a-z]{60}\?method=card$/) });
  });
});

const asIn = (methods: readonly string[]) => (a: { method: string }, b: { method: string }) =>
  methods.indexOf(a.method) - methods.indexOf(b.method);

it('the proof of a link to the payment page is derived for paying, and so leads nowhere else', () => {
  expect(linked.proof).toBe(deriveHash('salt', 'pay', id));
});
