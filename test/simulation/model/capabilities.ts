/** What each payment provider takes in which currency (README, Payments), and the mobile networks of numbers (the countries' numbering plans). */
import type { Method } from './wire.ts';

type Taken = Readonly<Record<Exclude<Method, 'payment_link'>, string>>;

const words = (text: string): readonly string[] => text.split(/\s+/);

const PAYSTACK = 'NGN GHS KES ZAR USD';
const FLUTTERWAVE = 'EUR GBP GHS KES MWK NGN RWF TZS UGX USD XAF XOF ZAR ZMW';
const STRIPE_TRANSFERS = 'EUR GBP JPY MXN USD';

/** Of Stripe's many currencies those alone that a test asks for. */
const TAKEN: Readonly<Record<string, Taken>> = {
  paystack: { card: PAYSTACK, virtual_account: 'NGN KES', bank_transfer: 'NGN KES', mobile_money: 'GHS KES' },
  flutterwave: {
    card: FLUTTERWAVE,
    virtual_account: 'NGN GHS',
    bank_transfer: 'NGN',
    mobile_money: 'GHS KES RWF TZS UGX XAF XOF ZMW',
  },
  monnify: { card: 'NGN', virtual_account: 'NGN', bank_transfer: 'NGN', mobile_money: '' },
  stripe: {
    card: 'EUR GBP JPY MXN USD NGN KES RWF TZS UGX XAF XOF ZAR ZMW MWK',
    virtual_account: STRIPE_TRANSFERS,
    bank_transfer: STRIPE_TRANSFERS,
    mobile_money: '',
  },
};

export const KINDS = Object.keys(TAKEN);
/** GHS is not among Stripe's. */
export const ASKED_CURRENCIES = words('EUR GBP GHS JPY KES MWK MXN NGN RWF TZS UGX USD XAF XOF ZAR ZMW');

/** Our own page needs no provider. */
export const untaken = (methods: readonly Method[], kind: string, currency: string): Method[] =>
  methods.filter((each) => each !== 'payment_link' && !words(TAKEN[kind]?.[each] ?? '').includes(currency));

type Country = { country: string; calling: string; digits: number; prefixes: Readonly<Record<string, string>> };

/** `digits`: how many follow the country's code. No prefixes where they do not tell: then the payer chooses. */
const COUNTRIES: Readonly<Record<string, readonly Country[]>> = {
  GHS: [
    {
      country: 'GH',
      calling: '+233',
      digits: 9,
      prefixes: { MTN: '24 25 53 54 55 59', Telecel: '20 50', AirtelTigo: '26 27 56 57' },
    },
  ],
  KES: [
    {
      country: 'KE',
      calling: '+254',
      digits: 9,
      prefixes: { 'M-Pesa': '11 70 71 72 740 741 742 743 745 746 748 757 758 759 768 769 79' },
    },
  ],
  RWF: [{ country: 'RW', calling: '+250', digits: 9, prefixes: { MTN: '78 79', Airtel: '72 73' } }],
  TZS: [
    {
      country: 'TZ',
      calling: '+255',
      digits: 9,
      prefixes: { Vodacom: '74 75 76', Airtel: '68 69 78', Tigo: '65 67 71 77', Halotel: '61 62' },
    },
  ],
  UGX: [{ country: 'UG', calling: '+256', digits: 9, prefixes: { MTN: '31 39 76 77 78 79', Airtel: '70 74 75' } }],
  XAF: [{ country: 'CM', calling: '+237', digits: 9, prefixes: {} }],
  XOF: [
    { country: 'BF', calling: '+226', digits: 8, prefixes: {} },
    { country: 'CI', calling: '+225', digits: 10, prefixes: {} },
    { country: 'SN', calling: '+221', digits: 9, prefixes: {} },
  ],
  ZMW: [{ country: 'ZM', calling: '+260', digits: 9, prefixes: { MTN: '76 96', Airtel: '77 97', Zamtel: '75 95' } }],
};

/** What a payer may choose from, by currency, and the provider's own name of each (Flutterwave's reference). */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GHS: { MTN: 'MTN', Telecel: 'VODAFONE', AirtelTigo: 'AIRTELTIGO' },
  KES: { 'M-Pesa': 'SAFARICOM', Airtel: 'AIRTEL' },
  RWF: { MTN: 'MTN', Airtel: 'AIRTEL' },
  TZS: { Vodacom: 'VODACOM', Airtel: 'AIRTEL', Tigo: 'TIGO', Halotel: 'HALOPESA' },
  UGX: { MTN: 'MTN', Airtel: 'AIRTEL' },
  XAF: { MTN: 'MTN', 'Orange Money': 'ORANGEMONEY' },
  XOF: { Wave: 'WAVE', MTN: 'MTN', 'Orange Money': 'ORANGEMONEY' },
  ZMW: { MTN: 'MTN', Airtel: 'AIRTEL', Zamtel: 'ZAMTEL' },
};

/** Of no network that a prefix tells. */
const UNTOLD: Readonly<Record<string, string>> = {
  GH: '28',
  KE: '73',
  RW: '75',
  TZ: '73',
  UG: '72',
  CM: '67',
  BF: '70',
  CI: '07',
  SN: '77',
  ZM: '98',
};

export const MOBILE_CURRENCIES = Object.keys(COUNTRIES);

/** Every beginning of a number that tells its network, and one in each country that does not. */
export const NUMBERS = Object.entries(COUNTRIES).flatMap(([currency, countries]) =>
  countries.flatMap(({ country, calling, digits, prefixes }) => {
    const known = Object.entries(prefixes).flatMap(([network, all]) =>
      words(all).map((prefix) => ({ prefix, network })),
    );
    return [...known, { prefix: UNTOLD[country] ?? '', network: undefined }].map(({ prefix, network }) => ({
      currency,
      country,
      phone: `${calling}${prefix.padEnd(digits, '1234567890')}`,
      network,
    }));
  }),
);

export const choicesIn = (currency: string): readonly string[] => Object.keys(CHOICES[currency] ?? {});
export const nameAtFlutterwave = (currency: string, network: string): string => CHOICES[currency]?.[network] ?? '';
