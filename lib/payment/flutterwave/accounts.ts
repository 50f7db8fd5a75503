/** Opens a Flutterwave bank account for one payment: a virtual account, or an account for one transfer. */
import type { BankAccountOption } from '#lib/domain/payment/payment-option.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { type Ask, hasEnded } from '#lib/payment/call-provider.ts';
import { APPROVE, prompted, walletOf } from '#lib/payment/mobile-money-prompt.ts';
import { type OpenAnswer, type Order, ProviderFailure } from '#lib/payment/port.ts';
import {
  earliest,
  endOf,
  inMinutes,
  readDecimal,
  readEpochSeconds,
  withFeeOnTop,
} from '#lib/payment/provider-values.ts';
import { idAt, isText, linkAt, malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';

/** The maximum of `session_duration`: https://developer.flutterwave.com/docs/flutterwave-standard-1. */
const PAGE_MINUTES = 1440;

/** How often a payer may try again after a failed payment. */
const MAX_RETRIES = 5;

type Charge = { email: string; payment_options?: string };

type OpenedPage = { kind: 'opened'; option: { link: string; expiresAt: string }; key: string };

/** The page's address is also the key of the session, because a page is closed by its address. */
export async function openPage(order: Order, ask: Ask, { email, ...charge }: Charge): Promise<OpenedPage> {
  const minutes = Math.ceil((Date.parse(order.expiresAt) - order.now.getTime()) / MINUTE_MS);
  const lives = Math.min(PAGE_MINUTES, Math.max(1, minutes));
  const answer = await ask('POST', '/payments', {
    ...charge,
    redirect_url: order.returnUrl,
    customer: { email },
    customizations: { title: order.merchant, description: order.description },
    configurations: { session_duration: lives, max_retry_attempt: MAX_RETRIES },
  });
  const link = linkAt(answer, 'data', 'link');
  return {
    kind: 'opened',
    option: { link, expiresAt: earliest(order.expiresAt, inMinutes(order.now, lives)) },
    key: link,
  };
}

export async function closePage(link: string | undefined, ask: Ask): Promise<'closed' | 'unclosable'> {
  if (link === undefined) return 'unclosable';
  try {
    await ask('POST', '/payments/link/disable', { link });
  } catch (error) {
    if (!hasEnded(error)) throw error;
  }
  return 'closed';
}

/** The kind of charge for each currency, and Flutterwave's names of its networks. */
const CHARGES: Readonly<Record<string, { type: string; networks: Readonly<Record<string, string>> }>> = {
  GHS: {
    type: 'mobile_money_ghana',
    networks: { MTN: 'MTN', Telecel: 'VODAFONE', AirtelTigo: 'AIRTELTIGO' },
  },
  KES: { type: 'mpesa', networks: { 'M-Pesa': 'SAFARICOM', Airtel: 'AIRTEL' } },
  RWF: { type: 'mobile_money_rwanda', networks: { MTN: 'MTN', Airtel: 'AIRTEL' } },
  TZS: {
    type: 'mobile_money_tanzania',
    networks: { Vodacom: 'VODACOM', Airtel: 'AIRTEL', Tigo: 'TIGO', Halotel: 'HALOPESA' },
  },
  UGX: { type: 'mobile_money_uganda', networks: { MTN: 'MTN', Airtel: 'AIRTEL' } },
  XAF: { type: 'mobile_money_franco', networks: { MTN: 'MTN', 'Orange Money': 'ORANGEMONEY' } },
  XOF: { type: 'mobile_money_franco', networks: { Wave: 'WAVE', MTN: 'MTN', 'Orange Money': 'ORANGEMONEY' } },
  ZMW: { type: 'mobile_money_zambia', networks: { MTN: 'MTN', Airtel: 'AIRTEL', Zamtel: 'ZAMTEL' } },
};

export async function payByPhone(order: Order, ask: Ask, charged: object): Promise<OpenAnswer<'mobile_money'>> {
  const charge = CHARGES[order.amount.currency];
  if (charge === undefined) throw new ProviderFailure('unsupported_currency');
  const wallet = walletOf(order);
  const { phone, network } = wallet;
  const answer = await ask('POST', `/charges?type=${charge.type}`, {
    ...charged,
    phone_number: phone.slice(1),
    redirect_url: order.returnUrl,
    network: charge.networks[network.name],
    ...(charge.type === 'mobile_money_franco' && { country: network.country }),
    ...(charge.type === 'mobile_money_rwanda' && { order_id: order.reference }),
  });
  return prompted(order, wallet, instructionsOf(answer));
}

function instructionsOf(answer: unknown): string {
  const status = valueAt(answer, 'data', 'status');
  if (status === 'failed') throw new ProviderFailure('declined');
  const mode = valueAt(answer, 'meta', 'authorization', 'mode');
  if (mode === 'redirect') {
    return `Open ${linkAt(answer, 'meta', 'authorization', 'redirect')} to approve the payment.`;
  }
  if (mode !== 'callback' && !isText(status)) throw malformed();
  return APPROVE;
}

type OpenedAccount = { kind: 'opened'; option: BankAccountOption };

/** A virtual account is valid for one hour. The expiry in the answer names no time zone, so we do not read it. */
const VIRTUAL_MINUTES = 60;

/** One year, in seconds. */
const MAX_LIFE = 31_536_000;

export async function openVirtualAccount(order: Order, ask: Ask, charged: object): Promise<OpenedAccount> {
  const answer = await ask('POST', '/virtual-account-numbers', {
    ...charged,
    narration: order.merchant,
  });
  const data = valueAt(answer, 'data');
  const option = {
    bankName: textAt(data, 'bank_name'),
    accountNumber: idAt(data, 'account_number'),
    accountName: nameIn(maybeTextAt(data, 'note')) ?? order.merchant,
    expiresAt: earliest(order.expiresAt, inMinutes(order.now, VIRTUAL_MINUTES)),
    ...toTransfer(valueAt(data, 'amount'), order),
  };
  return { kind: 'opened', option };
}

export async function openOneTimeAccount(order: Order, ask: Ask, charged: object): Promise<OpenedAccount> {
  const seconds = Math.ceil((Date.parse(order.expiresAt) - order.now.getTime()) / 1000);
  const answer = await ask('POST', '/charges?type=bank_transfer', {
    ...charged,
    narration: order.merchant,
    is_permanent: false,
    expires: Math.min(MAX_LIFE, Math.max(MINUTE_MS / 1000, seconds)),
  });
  const account = valueAt(answer, 'meta', 'authorization');
  const option = {
    bankName: textAt(account, 'transfer_bank'),
    accountNumber: idAt(account, 'transfer_account'),
    accountName: nameIn(maybeTextAt(account, 'transfer_note')) ?? order.merchant,
    expiresAt: endOf(order, readEpochMilliseconds(valueAt(account, 'account_expiration'))),
    ...toTransfer(valueAt(account, 'transfer_amount'), order),
  };
  return { kind: 'opened', option };
}

/** Flutterwave gives the account's name only inside a sentence: "Please make a bank transfer to …". */
const nameIn = (note: string | undefined): string | undefined => /\btransfer to (.{1,100})$/i.exec(note ?? '')?.[1];

/** Flutterwave adds its fee where the merchant lets the customer pay it. */
const toTransfer = (amount: unknown, order: Order): Pick<BankAccountOption, 'amount'> =>
  amount === undefined || amount === null ? {} : withFeeOnTop(readDecimal(amount, order.amount.currency), order);

function readEpochMilliseconds(value: unknown): string {
  const milliseconds = typeof value === 'string' ? Number(value) : value;
  return readEpochSeconds(typeof milliseconds === 'number' ? Math.floor(milliseconds / 1000) : undefined);
}
