/** Calls Flutterwave's API, and reads a transaction: what it has received, and whether more may come. */
import type { Movement, Report } from '#lib/domain/payment/movement.ts';
import { type Ask, jsonApi, pathPart } from '#lib/payment/call-provider.ts';
import type { Connection, PaymentAdapter } from '#lib/payment/port.ts';
import { costsOf, methodOf, modeByPrefix, readDecimal, readInstant } from '#lib/payment/provider-values.ts';
import { idAt, ifReadable, malformed, maybeTextAt, textAt, valueAt } from '#lib/payment/read-answer.ts';

/** The returned `Ask` takes paths without a host. */
export function flutterwaveApi({ credentials, call, hosts }: Connection): Ask {
  const ask = jsonApi({
    token: credentials['secretKey'] ?? '',
    call,
    isYes: (json) => valueAt(json, 'status') === 'success',
    explain: (json) => ({ message: maybeTextAt(json, 'message'), code: maybeTextAt(json, 'code') }),
  });
  return (method, path, body) => ask(method, `${hosts.live}${path}`, body);
}

/** No answer of Flutterwave names the mode, so it is the key's. */
export const modeOf: PaymentAdapter['modeOf'] = ({ secretKey }) =>
  modeByPrefix(secretKey, { test: /^FLWSECK_TEST-/, live: /^FLWSECK-/ });

/** Flutterwave's id is a number, and each try to pay has its own. */
export async function readTransaction(id: string, ask: Ask): Promise<unknown> {
  const data = valueAt(await ask('GET', `/transactions/${pathPart(id)}/verify`), 'data');
  if (data === undefined) throw malformed();
  return data;
}

/** Of one try to pay: a failed one stays failed, while the page may allow another try. */
export function reportOf(data: unknown): Report {
  const status = textAt(data, 'status');
  if (status === 'pending') return { movements: [], progress: 'pending' };
  return { movements: status === 'successful' ? [paymentOf(data)] : [], progress: 'ended' };
}

export const namesOf = (data: unknown): Pick<Movement, 'transaction' | 'references'> => ({
  transaction: idAt(data, 'id'),
  references: [textAt(data, 'tx_ref')],
});

/** `amount` is what was asked and what counts; `charged_amount` has a fee on top. For accounts, that is inferred. */
function paymentOf(data: unknown): Movement {
  const names = namesOf(data);
  const minorAt = (name: string) => ifReadable(() => readDecimal(valueAt(data, name), valueAt(data, 'currency')).minor);
  const costs = costsOf(readDecimal(valueAt(data, 'amount'), valueAt(data, 'currency')), {
    gross: minorAt('charged_amount'),
    net: minorAt('amount_settled'),
    method: methodOf(valueAt(data, 'payment_type')),
  });
  // The answer has the start of the transaction, but not the time of the payment.
  const at = readInstant(valueAt(data, 'created_at'));
  return { kind: 'payment', ...names, object: names.transaction, ...costs, at };
}
