/** The requests and answers of Flutterwave's charges of mobile money wallets, for each country. */
import { anOrder, inCurrency, referenceOf } from '#test/payment/conformance/an-order.ts';
import type { Opening } from '#test/payment/conformance/provider-script.ts';

export const SECRET = 'FLWSECK_TEST-0a1b2c3d4e5f-X';
export const RETURN = 'https://collections.example/pay/token?returned=1';
export const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' };
export const charged = (method: Opening['method'], amount = 450.1, currency = 'NGN') => ({
  tx_ref: referenceOf(method),
  amount,
  currency,
  email: 'ada@example.com',
});

type Wallet = {
  currency: string;
  minor: number;
  amount: number;
  phone: string;
  type: string;
  more: object;
  /** What the payer chose, where the number does not tell. */
  network?: string;
};

function wallet(
  { currency, minor, amount, phone, type, more, network }: Wallet,
  provider: string,
  redirects: boolean,
): Opening {
  const instructions = redirects
    ? 'Open https://checkout.flutterwave.com/captcha/verify/83940 to approve the payment.'
    : 'Approve the payment on your phone.';
  const fields = {
    ...charged('mobile_money', amount, currency),
    phone_number: phone.slice(1),
    redirect_url: RETURN,
    ...more,
  };
  return {
    method: 'mobile_money',
    order: anOrder('mobile_money', { ...inCurrency(currency, minor, phone), ...(network && { network }) }),
    requests: [{ method: 'POST', path: `/charges?type=${type}`, fields, headers }],
    option: { provider, phone, instructions, expiresAt: '2026-03-02T10:15:00.000Z' },
  };
}

const hundredths = { minor: 1_250, amount: 12.5 };
const whole = { minor: 1_250, amount: 1_250 };
export const WALLETS = [
  wallet(
    {
      currency: 'GHS',
      ...hundredths,
      phone: '+233201234567',
      type: 'mobile_money_ghana',
      more: { network: 'VODAFONE' },
    },
    'Telecel',
    true,
  ),
  wallet(
    { currency: 'KES', ...hundredths, phone: '+254712345678', type: 'mpesa', more: { network: 'SAFARICOM' } },
    'M-Pesa',
    false,
  ),
  wallet(
    { currency: 'UGX', ...whole, phone: '+256772345678', type: 'mobile_money_uganda', more: { network: 'MTN' } },
    'MTN',
    true,
  ),
  wallet(
    {
      currency: 'RWF',
      ...whole,
      phone: '+250781234567',
      type: 'mobile_money_rwanda',
      more: { network: 'MTN', order_id: referenceOf('mobile_money') },
    },
    'MTN',
    true,
  ),
  wallet(
    {
      currency: 'TZS',
      ...hundredths,
      phone: '+255751234567',
      type: 'mobile_money_tanzania',
      more: { network: 'VODACOM' },
    },
    'Vodacom',
    false,
  ),
  wallet(
    {
      currency: 'ZMW',
      ...hundredths,
      phone: '+260951234567',
      type: 'mobile_money_zambia',
      more: { network: 'ZAMTEL' },
    },
    'Zamtel',
    true,
  ),
  wallet(
    {
      currency: 'XAF',
      ...whole,
      phone: '+237670000020',
      type: 'mobile_money_franco',
      more: { network: 'ORANGEMONEY', country: 'CM' },
      network: 'Orange Money',
    },
    'Orange Money',
    false,
  ),
  wallet(
    {
      currency: 'XOF',
      ...whole,
      phone: '+221770000020',
      type: 'mobile_money_franco',
      more: { network: 'WAVE', country: 'SN' },
      network: 'Wave',
    },
    'Wave',
    false,
  ),
];
