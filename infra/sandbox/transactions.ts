/** Transactions at the sandbox provider: opened by merchants under their own references, and every read of money. */
import * as z from 'zod/mini';
import { readObject } from '#lib/payment/read-answer.ts';
import { type ApiNeeds, invalid, invalidFields, json, type MerchantCall, usedBefore } from './answers.ts';
import { newTransaction } from './checkout.ts';
import { isCursor } from './ledger.ts';
import { show, showTransaction } from './records.ts';
import { Amount } from './sessions.ts';

/** Any text of 1 to 255 characters. */
export const isOwnReference = (text: string): boolean => {
  const { length } = [...text];
  return text.isWellFormed() && length >= 1 && length <= 255;
};

const OpenOwn = z.strictObject({
  reference: z.string().check(z.refine(isOwnReference, 'must be text of 1 to 255 characters')),
  amount: Amount,
});

export const openOwn =
  ({ ledger, now }: ApiNeeds): MerchantCall =>
  ({ merchant, body }) => {
    const parsed = OpenOwn.safeParse(readObject(body));
    if (!parsed.success) return invalidFields(parsed.error);
    const { reference } = parsed.data;
    const own = { merchant, transaction: newTransaction(), ...parsed.data, openedAt: now().toISOString() };
    if (!ledger.addOwn(own)) return usedBefore(reference);
    return json(201, showTransaction({ own, moved: ledger.movedUnder(merchant, reference) }, reference, now()));
  };

const Instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => new Date(text).toISOString()),
);

const Movements = z.strictObject({
  what: z.enum(['payments', 'refunds', 'disputes']),
  from: Instant,
  to: Instant,
  cursor: z.optional(z.string().check(z.refine(isCursor, 'is no cursor of this list'))),
});

export function transactionReads({ ledger, now }: ApiNeeds): Record<string, MerchantCall> {
  return {
    'GET /payments': ({ merchant, query }) => {
      const reference = query.get('reference');
      if (reference === null) return invalid('reference: is missing');
      return json(200, { payments: ledger.paymentsOf(merchant, reference).map(show) });
    },

    'GET /payments/{id}': ({ merchant, id }) => {
      const payment = ledger.payment(merchant, id);
      return payment && json(200, show(payment));
    },

    'GET /transactions': ({ merchant, query }) => {
      const [named, transaction] = [query.get('reference'), query.get('transaction')];
      if ((named === null) === (transaction === null)) return invalid('reference or transaction: give one of them');
      const reference = named ?? ledger.payment(merchant, transaction ?? '')?.reference;
      if (reference === undefined) return undefined;
      const [session, own] = [ledger.sessionOf(merchant, reference), ledger.ownOf(merchant, reference)];
      const found = showTransaction({ session, own, moved: ledger.movedUnder(merchant, reference) }, reference, now());
      return found && json(200, found);
    },

    'GET /movements': ({ merchant, query }) => {
      const parsed = Movements.safeParse(Object.fromEntries(query));
      if (!parsed.success) return invalidFields(parsed.error);
      const { movements, ...next } = ledger.movements({ merchant, ...parsed.data });
      return json(200, { movements: movements.map(show), ...next });
    },
  };
}
