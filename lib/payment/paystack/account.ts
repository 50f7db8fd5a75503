/** Opens a Paystack account for one transfer. */
import type { Ask } from '#lib/payment/call-provider.ts';
import { APPROVE, prompted, type Wallet, walletOf } from '#lib/payment/mobile-money-prompt.ts';
import { type OpenAnswer, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { endOf, inMinutes, readInstant, withFeeOnTop } from '#lib/payment/provider-values.ts';
import { idOf, linkAt, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';
import { paystackMoney } from './transaction.ts';

/** Paystack's network codes. For Kenya its samples show only the codes of payments to a till. */
const CODES: Readonly<Record<string, string>> = {
  MTN: 'mtn',
  Telecel: 'vod',
  AirtelTigo: 'atl',
  'M-Pesa': 'mpesa_offline',
};

/** What Telecel Cash asks of its customers. */
const GET_A_CODE = 'Dial *110# to get a code, and enter it here.';

export async function payByPhone(order: Order, ask: Ask, wanted: object): Promise<OpenAnswer<'mobile_money'>> {
  const wallet = walletOf(order);
  const provider = CODES[wallet.network.name];
  if (provider === undefined) throw new ProviderFailure('unknown_network');
  const mobileMoney = { phone: numberOf(wallet), provider };
  const answer = await ask('POST', '/charge', { ...wanted, mobile_money: mobileMoney });
  const opened = prompted(order, wallet, instructionsOf(answer));
  if (statusOf(answer) !== 'send_otp') return opened;
  return { kind: 'opened', option: { ...opened.option, needsCode: true } };
}

/** @throws ProviderFailure `declined`, or `code_refused` when Paystack asks for a code again */
export async function submitCode({ reference, code }: { reference: string; code: string }, ask: Ask): Promise<void> {
  const status = statusOf(await ask('POST', '/charge/submit_otp', { otp: code, reference }));
  if (status === 'failed') throw new ProviderFailure('declined');
  if (status === 'send_otp') throw new ProviderFailure('code_refused');
}

const statusOf = (answer: unknown): string => textAt(answer, 'data', 'status');

/** Paystack's samples use national numbers for Ghana, and international numbers without the plus for other countries. */
const numberOf = ({ phone, network }: Wallet): string =>
  network.country === 'GH' ? phone.replace('+233', '0') : phone.slice(1);

function instructionsOf(answer: unknown): string {
  const data = valueAt(answer, 'data');
  const given = maybeTextAt(data, 'display_text');
  const text = given ?? APPROVE;
  switch (statusOf(answer)) {
    case 'pending':
    case 'success':
      return text;
    case 'send_otp':
      return given ?? GET_A_CODE;
    case 'pay_offline': {
      // Paystack's sample has the second as a number.
      const till = idOf(valueAt(data, 'account_number'));
      const account = idOf(valueAt(data, 'account_reference'));
      const numbers = [till && `Till or paybill number: ${till}`, account && `account: ${account}`];
      const missing = numbers.filter((_each, index) => isMissing([till, account][index], text));
      return missing.length === 0 ? text : `${sentence(text)} ${capitalised(missing.join(', '))}.`;
    }
    case 'open_url':
      return `Open ${linkAt(data, 'url')} to approve the payment.`;
    case 'failed':
      throw new ProviderFailure('declined');
    default:
      // Paystack wants something else from the customer, and our page has no field for it.
      throw new ProviderFailure('needs_customer_input');
  }
}

/** A payment to a paybill number without its account cannot be matched, so nothing that the text leaves out may be lost. */
const isMissing = (number: string | undefined, text: string): boolean => number !== undefined && !text.includes(number);

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What Paystack grants in any case. */
const DEFAULT_MINUTES = 30;

/**
 * Asks for an account that lives as long as the collection. How long Paystack allows is unconfirmed: when it refuses
 * the request, we ask once more, for its default. The answer says how long the account lives.
 */
export async function openAccount(order: Order, ask: Ask, wanted: object): Promise<OpenAnswer<'bank_transfer'>> {
  const until = (account_expires_at: string) =>
    ask('POST', '/charge', { ...wanted, bank_transfer: { account_expires_at } });
  const least = inMinutes(order.now, DEFAULT_MINUTES);
  if (order.expiresAt <= least) return accountIn(await until(least), order);
  return accountIn(
    await until(order.expiresAt).catch((error: unknown) => {
      if (isLasting(error)) throw error;
      return until(least);
    }),
    order,
  );
}

/** Failures that another lifetime would not change. */
const isLasting = (error: unknown): boolean => !(error instanceof ProviderFailure) || LASTING.includes(error.reason);

const LASTING = ['unauthorized', 'taken', 'busy', 'timeout', 'unreachable', 'provider_error', 'malformed_answer'];

function accountIn(answer: unknown, order: Order): OpenAnswer<'bank_transfer'> {
  const data = valueAt(answer, 'data');
  const asked = valueAt(data, 'amount');
  const option = {
    bankName: textAt(data, 'bank', 'name'),
    accountNumber: textAt(data, 'account_number'),
    accountName: textAt(data, 'account_name'),
    expiresAt: endOf(order, readInstant(valueAt(data, 'account_expires_at'))),
    ...(asked !== undefined && withFeeOnTop(paystackMoney(asked, order.amount.currency), order)),
  };
  return { kind: 'opened', option };
}
