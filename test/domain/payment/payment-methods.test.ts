/**
 * Which provider takes which method in which currency. The table here is independent of the one under test.
 * The numbering plans of mobile money: each prefix has its network, and every other prefix has none.
 * The payment options that a collection shows, and the proof in the link to our page.
 */
import { describe, expect, it } from 'vitest';
import { collectionId, deriveHash } from '#lib/domain/ids.ts';
import { CURRENCIES } from '#lib/domain/money.ts';
import { findNetwork } from '#lib/domain/payment/mobile-networks.ts';
import { newPayable, type Payable, paymentOptions } from '#lib/domain/payment/payable.ts';
import { canCheckOut, PAYMENT_METHODS, unavailableMethods } from '#lib/domain/payment/payment-methods.ts';
import type { ProviderOption } from '#lib/domain/payment/payment-option.ts';
import { kindOf, PROVIDER_KINDS } from '#lib/domain/providers/provider.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { anOption } from '#test/support/a-payment.ts';

describe('methods a provider cannot take', () => {
  it.each([
    ['paystack', 'NGN', ['mobile_money']],
    ['paystack', 'GHS', ['virtual_account', 'bank_transfer']],
    ['paystack', 'EUR', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
    ['flutterwave', 'KES', ['virtual_account', 'bank_transfer']],
    ['monnify', 'NGN', ['mobile_money']],
    ['stripe', 'EUR', ['mobile_money']],
    ['sandbox', 'JPY', []],
    ['something-else', 'NGN', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
    ['constructor', 'NGN', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
    [undefined, 'NGN', ['virtual_account', 'mobile_money', 'card', 'bank_transfer']],
  ])('a provider of kind %s in %s cannot take the methods %j', (kind, currency, missing) => {
    expect(unavailableMethods(PAYMENT_METHODS, kind, currency)).toEqual(missing);
  });

  it('the payment link is never unavailable, because it needs no provider', () => {
    expect(unavailableMethods(['payment_link'], undefined, 'XOF')).toEqual([]);
  });
});

/**
 * By kind and method: currencies that it takes, and some that it does not. `ANY` has one each of 0, 2 and 3 decimals.
 */
const ANY = ['JPY', 'EUR', 'KWD'];
const TABLE = [
  ['paystack', 'virtual_account', ['KES', 'NGN'], ['GHS', 'USD', 'KWD']],
  ['paystack', 'bank_transfer', ['KES', 'NGN'], ['GHS', 'ZAR']],
  ['paystack', 'mobile_money', ['GHS', 'KES'], ['NGN', 'UGX']],
  ['paystack', 'card', ['GHS', 'KES', 'NGN', 'USD', 'ZAR'], ['EUR', 'JPY', 'KWD']],
  ['flutterwave', 'virtual_account', ['GHS', 'NGN'], ['KES', 'USD']],
  ['flutterwave', 'bank_transfer', ['NGN'], ['GHS']],
  ['flutterwave', 'mobile_money', ['GHS', 'KES', 'RWF', 'TZS', 'UGX', 'XAF', 'XOF', 'ZMW'], ['NGN', 'USD']],
  [
    'flutterwave',
    'card',
    ['EUR', 'GBP', 'GHS', 'KES', 'MWK', 'NGN', 'RWF', 'TZS', 'UGX', 'USD', 'XAF', 'XOF', 'ZAR', 'ZMW'],
    ['JPY', 'KWD', 'EGP'],
  ],
  ['monnify', 'virtual_account', ['NGN'], ['GHS']],
  ['monnify', 'bank_transfer', ['NGN'], ['USD']],
  ['monnify', 'mobile_money', [], ['NGN', 'GHS']],
  ['monnify', 'card', ['NGN'], ['USD']],
  ['stripe', 'virtual_account', ['EUR', 'GBP', 'JPY', 'MXN', 'USD'], ['NGN', 'KWD']],
  ['stripe', 'bank_transfer', ['EUR', 'GBP', 'JPY', 'MXN', 'USD'], ['NGN', 'CHF']],
  ['stripe', 'mobile_money', [], ['KES', 'EUR']],
  [
    'stripe',
    'card',
    [...ANY, 'KES', 'MGA', 'NGN', 'RWF', 'TZS', 'UGX', 'USD', 'XAF', 'XOF', 'ZAR', 'ZMW', 'ISK', 'CLP', 'TND'],
    ['GHS', 'IQD', 'LYD', 'CLF', 'CUP', 'IRR', 'KPW'],
  ],
  ['sandbox', 'virtual_account', ANY, []],
  ['sandbox', 'bank_transfer', ANY, []],
  ['sandbox', 'mobile_money', ANY, []],
  ['sandbox', 'card', ANY, []],
] as const;

describe('the table of what providers take', () => {
  it.each(TABLE)('a %s provider takes %s in %j, and not in %j', (kind, method, takes, refuses) => {
    for (const currency of takes) expect(unavailableMethods([method], kind, currency), currency).toEqual([]);
    for (const currency of refuses) expect(unavailableMethods([method], kind, currency), currency).toEqual([method]);
  });

  it('the table covers every kind and every method that needs a provider', () => {
    const needed = PROVIDER_KINDS.flatMap((kind) =>
      PAYMENT_METHODS.filter((method) => method !== 'payment_link').map((method) => `${kind} ${method}`),
    );
    expect(TABLE.map(([kind, method]) => `${kind} ${method}`).toSorted()).toEqual(needed.toSorted());
  });

  it('a Stripe provider takes cards in more than 135 currencies', () => {
    const taken = CURRENCIES.filter((currency) => unavailableMethods(['card'], 'stripe', currency).length === 0);
    expect(taken.length).toBeGreaterThan(135);
  });

  it('the table takes currencies only as ISO writes them', () => {
    expect(unavailableMethods(['card'], 'paystack', 'ngn')).toEqual(['card']);
  });
});

describe('a provider’s own page', () => {
  it('a provider that takes cards has its own payment page', () => {
    for (const [kind, method, takes, refuses] of TABLE) {
      if (method !== 'card') continue;
      for (const currency of takes) expect(canCheckOut(kind, currency), `${kind} ${currency}`).toBe(true);
      for (const currency of refuses) expect(canCheckOut(kind, currency), `${kind} ${currency}`).toBe(false);
    }
  });

  it('there is no provider’s page without a provider, or for a provider without a kind', () => {
    for (const kind of [undefined, 'cash-desk', 'toString']) expect(canCheckOut(kind, 'NGN')).toBe(false);
  });
});

describe('the kind of a provider', () => {
  it.each(PROVIDER_KINDS)('a provider with the slug %s is of that kind', (slug) => {
    expect(kindOf({ slug })).toBe(slug);
  });

  it('a provider has the kind that the operator has set, even if its slug names another kind', () => {
    expect(kindOf({ slug: 'shop-nigeria', kind: 'monnify' })).toBe('monnify');
    expect(kindOf({ slug: 'paystack', kind: 'sandbox' })).toBe('sandbox');
  });

  it.each(['cash-desk', 'paystack-2', 'Paystack', 'constructor', ''])(
    'a provider with the slug %j has no kind',
    (slug) => {
      expect(kindOf({ slug })).toBeUndefined();
    },
  );
});

const PREFIXES = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

it.each([
  ['GHS', 'GH', '+233', { MTN: '24 25 53 54 55 59', Telecel: '20 50', AirtelTigo: '26 27 56 57' }],
  ['KES', 'KE', '+254', { 'M-Pesa': '11 70 71 72 79 740 741 742 743 745 746 748 757 758 759 768 769' }],
  ['RWF', 'RW', '+250', { MTN: '78 79', Airtel: '72 73' }],
  ['TZS', 'TZ', '+255', { Vodacom: '74 75 76', Airtel: '68 69 78', Tigo: '65 67 71 77', Halotel: '61 62' }],
  ['UGX', 'UG', '+256', { MTN: '31 39 76 77 78 79', Airtel: '70 74 75' }],
  ['ZMW', 'ZM', '+260', { MTN: '76 96', Airtel: '77 97', Zamtel: '75 95' }],
])(
  'a payment in %s by a number of %s, %s, goes to the network of its prefix: %j',
  (currency, country, calling, plan) => {
    const owners = Object.entries(plan).flatMap(([name, prefixes]) =>
      prefixes.split(' ').map((prefix) => ({ name, prefix })),
    );
    for (const digits of PREFIXES) {
      const name = owners.find(({ prefix }) => digits.startsWith(prefix))?.name;
      expect(findNetwork({ phone: `${calling}${digits}456789`, currency }), digits).toEqual(
        name === undefined ? 'network_needed' : { country, name },
      );
    }
  },
);

it.each([
  ['XAF', 'CM', '+237'],
  ['XOF', 'BF', '+226'],
  ['XOF', 'CI', '+225'],
  ['XOF', 'SN', '+221'],
])(
  'a payment in %s by a number of %s, %s, goes to the network that the payer chooses',
  (currency, country, calling) => {
    for (const digits of PREFIXES) {
      const phone = `${calling}${digits}456789`;
      expect(findNetwork({ phone, currency })).toBe('network_needed');
      expect(findNetwork({ phone, currency, chosen: 'MTN' })).toEqual({ country, name: 'MTN' });
    }
  },
);

it('a number of a country without mobile money in the currency has no network', () => {
  expect(findNetwork({ phone: '+22901234567', currency: 'XOF' })).toBe('unknown_network');
});

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
