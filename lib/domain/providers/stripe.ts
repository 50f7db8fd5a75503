/** What Stripe takes, and where it is reached. */
import type { ProviderFacts } from './provider-facts.ts';

/** https://docs.stripe.com/currencies; that GHS is missing is unconfirmed. A merchant's country may allow fewer. */
const CARDS =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC
  CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY
  KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO
  NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB TJS
  TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/);

const TRANSFERS = ['EUR', 'GBP', 'JPY', 'MXN', 'USD'];

export const facts = {
  secrets: ['secretKey', 'webhookSecret'],
  apiHosts: { live: 'https://api.stripe.com/v1' },
  checkoutHosts: ['https://checkout.stripe.com'],
  capabilities: { virtual_account: TRANSFERS, bank_transfer: TRANSFERS, card: CARDS },
} satisfies ProviderFacts;
