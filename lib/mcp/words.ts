/** What customers wrote, marked as theirs in what an agent is told. */
import type { Collection, Payment } from '../client/client.ts';

/** The types of events whose data has words of a customer, and what needs a person because of such words. */
const FROM_CUSTOMER = /^(?:contact|claim|dispute)\./;
const ASKED_BY_CUSTOMER = ['replied', 'claimed_paid', 'disputed'];
const WORDS = ['text', 'note', 'reason', 'transaction', 'quote'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const mark = (words: readonly string[], data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, words.includes(name) ? { customerWrote: value } : value]),
  );

/** The answer as text, with what a customer wrote marked as such. */
export const shown = (value: unknown): string =>
  JSON.stringify(value, (name, one: unknown) => {
    if (Array.isArray(one))
      return name === 'claims' || name === 'disputes' ? one.map((each: object) => mark(WORDS, each)) : one;
    if (!isObject(one)) return one;
    const { type, data, reason } = one;
    if (typeof type === 'string' && FROM_CUSTOMER.test(type) && isObject(data))
      return { ...one, data: mark(WORDS, data) };
    if (typeof reason === 'string' && ASKED_BY_CUSTOMER.includes(reason)) return mark(['text'], one);
    return ['claim', 'dispute', 'suggestion'].includes(name) ? mark(WORDS, one) : one;
  });

/** A payment that was recorded from a claim has the claim's words as its note. */
export function withNotesMarked(
  { claims = [] }: Pick<Collection, 'claims'>,
  payments: readonly Pick<Payment, 'note'>[],
): object[] {
  const words = new Set<string | undefined>(claims.flatMap(({ transaction }) => transaction ?? []));
  return payments.map((payment) => (words.has(payment.note) ? mark(['note'], payment) : payment));
}
