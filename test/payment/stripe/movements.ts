/** The shapes of Stripe's answers about payments, refunds and disputes, and what we report of them. */

import { referenceOf } from '#test/payment/conformance/an-order.ts';
import type { AtProvider } from '#test/payment/conformance/provider-script.ts';

export const SESSION = 'cs_test_a1b2c3';
export const INTENT = 'pi_3MtwBwLkdIwHu7ix28a3tqPa';

export const reference = referenceOf('card');
export const seconds = (instant: string) => Date.parse(instant) / 1000;

export const charge = (more: object = {}) => ({
  id: 'ch_1',
  object: 'charge',
  created: seconds('2026-03-02T11:42:07Z'),
  amount_refunded: 0,
  disputed: false,
  payment_method_details: { type: 'card' },
  ...more,
});

export const intent = (more: object = {}) => ({
  id: INTENT,
  object: 'payment_intent',
  livemode: false,
  status: 'succeeded',
  amount: 45_010,
  amount_received: 45_010,
  currency: 'usd',
  created: seconds('2026-03-02T11:00:00Z'),
  customer: 'cus_1',
  invoice: null,
  metadata: { reference },
  latest_charge: charge(),
  ...more,
});

export const session = (payment_intent: unknown, more: object = {}) => ({
  id: SESSION,
  object: 'checkout.session',
  client_reference_id: reference,
  payment_link: null,
  status: 'complete',
  payment_status: 'paid',
  payment_intent,
  ...more,
});

export const show = ({ reference: name, status, amount, currency, id }: AtProvider) =>
  session(
    intent({
      id,
      status,
      amount_received: amount,
      currency: typeof currency === 'string' ? currency.toLowerCase() : currency,
      metadata: { reference: name },
    }),
    { client_reference_id: name },
  );

export const money = (minor: number) => ({ minor, currency: 'USD' });

export const PAYMENT = {
  kind: 'payment' as const,
  transaction: INTENT,
  object: INTENT,
  references: [INTENT, reference, SESSION],
  amount: money(45_010),
  method: 'card',
  at: '2026-03-02T11:42:07.000Z',
};

export const READ = `/payment_intents/${INTENT}?expand[]=latest_charge`;
export const READ_SESSION = `/checkout/sessions/${SESSION}?expand[]=payment_intent.latest_charge`;
export const OF_INTENT = `/checkout/sessions?payment_intent=${INTENT}&limit=1`;
export const list = (data: unknown[], has_more = false) => ({ object: 'list', data, has_more });

/** Our own transfer: it has no session. */
export const TRANSFERRED = { ...PAYMENT, references: [INTENT, reference] };
export const MERCHANTS = { ...PAYMENT, references: [INTENT, SESSION, 'order-7', 'plink_1'] };
export const merchants = { metadata: {} };
export const linked = { client_reference_id: 'order-7', payment_link: 'plink_1' };

export const refund = (id: string, status: string, amount: unknown) => ({
  id,
  object: 'refund',
  amount,
  currency: 'usd',
  payment_intent: INTENT,
  status,
  created: seconds('2026-03-03T10:00:00Z'),
});
export const REFUNDS = list([
  refund('re_1', 'succeeded', 10_000),
  refund('re_2', 'failed', 500),
  refund('re_3', 'pending', 500),
  refund('re_4', 'canceled', 700),
  refund('re_5', 'requires_action', 700),
]);

export const dispute = (id: string, status: string, balance_transactions: unknown) => ({
  id,
  object: 'dispute',
  amount: 45_010,
  currency: 'usd',
  payment_intent: INTENT,
  status,
  balance_transactions,
  created: seconds('2026-03-03T10:00:00Z'),
});
export const DISPUTES = list([
  dispute('dp_1', 'needs_response', [{ amount: -45_010 }]),
  dispute('dp_2', 'lost', [{ amount: -45_010 }]),
  dispute('dp_3', 'won', [{ amount: -45_010 }, { amount: 45_010 }]),
  dispute('dp_4', 'warning_needs_response', []),
  dispute('dp_5', 'warning_closed', []),
  dispute('dp_6', 'under_review', [{ amount: 0 }, { amount: 1 }]),
  dispute('dp_7', 'under_review', [{ amount: -1 }]),
]);

type Names = { transaction: string; references: string[] };
const moved = (
  { transaction, references }: Names,
  [kind, object, minor]: [string, string, number],
  more: object = {},
) => ({
  kind,
  transaction,
  references,
  object,
  amount: money(minor),
  at: '2026-03-03T10:00:00.000Z',
  ...more,
});

export const refunded = (names: Names) => [
  moved(names, ['refund', 're_1', 10_000]),
  moved(names, ['refund_failed', 're_2', 500]),
  moved(names, ['refund_pending', 're_3', 500]),
  moved(names, ['refund_failed', 're_4', 700]),
  moved(names, ['refund_pending', 're_5', 700]),
];
const taken = { taken: true };
export const disputed = (names: Names) => [
  moved(names, ['dispute', 'dp_1', 45_010], taken),
  moved(names, ['dispute', 'dp_2', 45_010], taken),
  moved(names, ['dispute_lost', 'dp_2', 45_010]),
  moved(names, ['dispute', 'dp_3', 45_010], taken),
  moved(names, ['dispute_won', 'dp_3', 45_010]),
  moved(names, ['dispute', 'dp_4', 45_010]),
  moved(names, ['dispute', 'dp_5', 45_010]),
  moved(names, ['dispute_won', 'dp_5', 45_010]),
  moved(names, ['dispute', 'dp_6', 45_010]),
  moved(names, ['dispute', 'dp_7', 45_010], taken),
];

export const funded = (amount_remaining: unknown) =>
  intent({
    status: 'requires_action',
    amount_received: 0,
    latest_charge: null,
    next_action: { display_bank_transfer_instructions: { amount_remaining, currency: 'usd' } },
  });
const applied = (payment_intent: string, created: string) => ({
  type: 'applied_to_payment',
  applied_to_payment: { payment_intent },
  created: seconds(created),
});
export const BALANCE = {
  '/customers/cus_1/cash_balance_transactions?limit=100': list([
    { type: 'funded', created: seconds('2026-03-02T13:00:00Z') },
    applied('pi_another', '2026-03-02T12:59:00Z'),
    applied(INTENT, '2026-03-02T12:30:00Z'),
    applied(INTENT, '2026-03-02T12:45:00Z'),
  ]),
};
export const PART = { ...TRANSFERRED, amount: money(20_000), method: 'bank_transfer', at: '2026-03-02T12:45:00.000Z' };

export const INVOICE = '/invoices/in_1?expand[]=payment_intent.latest_charge';
export const LINK =
  '/checkout/sessions?payment_link=plink_1&status=complete&limit=100&expand[]=data.payment_intent.latest_charge';
export const second = intent({
  ...merchants,
  id: 'pi_2',
  amount_received: 500,
  latest_charge: charge({ payment_method_details: { type: 'paypal' } }),
});

export const ours = { reference, key: INTENT };
