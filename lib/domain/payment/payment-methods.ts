/** Which provider takes which method in which currency, from the providers' public API documents. */

export const PAYMENT_METHODS = ['payment_link', 'virtual_account', 'mobile_money', 'card', 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

type Currencies = readonly string[] | 'any';
type Capabilities = Partial<Record<PaymentMethod, Currencies>>;

const NONE: Currencies = [];
const PAYSTACK_TRANSFERS = ['KES', 'NGN'];
const PAYSTACK = ['GHS', 'KES', 'NGN', 'USD', 'ZAR'];
/** https://docs.stripe.com/currencies; that GHS is missing is unconfirmed. A merchant's country may allow fewer. */
const STRIPE =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
  CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY
  KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO
  NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB TJS
  TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/);
const STRIPE_TRANSFERS = ['EUR', 'GBP', 'JPY', 'MXN', 'USD'];
const FLUTTERWAVE = ['EUR', 'GBP', 'GHS', 'KES', 'MWK', 'NGN', 'RWF', 'TZS', 'UGX', 'USD', 'XAF', 'XOF', 'ZAR', 'ZMW'];
const FLUTTERWAVE_MOBILE = ['GHS', 'KES', 'RWF', 'TZS', 'UGX', 'XAF', 'XOF', 'ZMW'];

/** By provider kind. `payment_link` is missing, because our own page needs no provider. */
const CAPABILITIES: Readonly<Record<string, Capabilities>> = {
  paystack: {
    virtual_account: PAYSTACK_TRANSFERS,
    bank_transfer: PAYSTACK_TRANSFERS,
    mobile_money: ['GHS', 'KES'],
    card: PAYSTACK,
  },
  flutterwave: {
    virtual_account: ['GHS', 'NGN'],
    bank_transfer: ['NGN'],
    mobile_money: FLUTTERWAVE_MOBILE,
    card: FLUTTERWAVE,
  },
  monnify: { virtual_account: ['NGN'], bank_transfer: ['NGN'], card: ['NGN'] },
  stripe: { virtual_account: STRIPE_TRANSFERS, bank_transfer: STRIPE_TRANSFERS, card: STRIPE },
  sandbox: { virtual_account: 'any', bank_transfer: 'any', mobile_money: 'any', card: 'any' },
};

/** The methods of this kind of provider, each with its currencies. */
export const capabilitiesOf = (kind: string): Capabilities =>
  Object.hasOwn(CAPABILITIES, kind) ? (CAPABILITIES[kind] ?? {}) : {};

/** Whether a provider of this kind has its own payment page for this currency. All that take cards do. */
export function canCheckOut(kind: string | undefined, currency: string): boolean {
  return unavailableMethods(['card'], kind, currency).length === 0;
}

/** The methods that this kind of provider cannot take. Without a provider, only `payment_link` works. */
export function unavailableMethods(
  methods: readonly PaymentMethod[],
  kind: string | undefined,
  currency: string,
): PaymentMethod[] {
  const capable = kind !== undefined && Object.hasOwn(CAPABILITIES, kind) ? CAPABILITIES[kind] : undefined;
  return methods.filter((method) => {
    const currencies = capable?.[method] ?? NONE;
    return method !== 'payment_link' && currencies !== 'any' && !currencies.includes(currency);
  });
}
