/** How an agent records money that came elsewhere: once for each transaction, and more than is left only when it was told how much too much it is. */
import type { Collections, RecordPaymentRequest } from '../client/client.ts';

export type AskedPayment = {
  id: string;
  value: number;
  currency: string;
  method: RecordPaymentRequest['method'];
  transaction: string;
  note?: string | undefined;
  seal?: string | undefined;
};

/** The payment, or why it was not recorded, with the seal by which it is. */
export async function recordPayment(client: Collections, asked: AskedPayment, sealOf: (of: unknown) => string) {
  const { id, value, currency, method, transaction, note } = asked;
  const [{ balance }, payments] = await Promise.all([client.collections.get(id), client.collections.payments(id)]);
  const before = payments.find((payment) => payment.provider === null && payment.transaction === transaction);
  if (before !== undefined && (before.amount.value !== value || before.amount.currency !== currency))
    throw new Error(
      `The transaction ${transaction} is recorded with ${before.amount.currency} ${before.amount.value}. Nothing was recorded: another payment has another transaction.`,
    );
  const { outstanding } = balance;
  const fits = currency === outstanding.currency && value <= outstanding.value;
  const seal = sealOf([id, value, currency, transaction, outstanding]);
  if (before === undefined && !fits && asked.seal !== seal)
    return {
      recorded: false,
      why: `Only ${outstanding.currency} ${outstanding.value} is left to pay. If the person you work for says that ${currency} ${value} came all the same, call again with this seal.`,
      seal,
    };
  return client.collections.recordPayment(
    id,
    {
      amount: { value, currency },
      method,
      transaction,
      note: ['Recorded by an agent', ...(note ? [note] : [])].join(': '),
    } as RecordPaymentRequest,
    `mcp:${id}:${transaction}`.slice(0, 255),
  );
}
