/** Reads a Flutterwave transaction: what it has received, and whether more may come. */
import type { Movement, Report } from '#lib/domain/payment/movement.ts';
import { type Ask, pathPart } from '#lib/payment/json-api.ts';
import { costsOf, methodOf } from '#lib/payment/payment-facts.ts';
import { readDecimal } from '#lib/payment/provider-money.ts';
import { readInstant } from '#lib/payment/provider-time.ts';
import { idAt, ifReadable, malformed, textAt, valueAt } from '#lib/payment/read-answer.ts';

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
