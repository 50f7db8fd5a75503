/** Facts about a payment that every provider gives in its own words: how it was paid, what it cost, which mode it has. */
import type { Mode } from '#lib/domain/account.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { isText } from './read-answer.ts';

const METHODS: readonly (readonly [RegExp, string])[] = [
  [/card/, 'card'],
  [/mobile.?money|m-?pesa/, 'mobile_money'],
  [/ussd/, 'ussd'],
  [/transfer|nuban|customer_balance/, 'bank_transfer'],
];

/** Our word for how it was paid, `other` for an unknown way; undefined when the provider does not say. */
export function methodOf(word: unknown): string | undefined {
  if (!isText(word)) return undefined;
  return METHODS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? 'other';
}

type Costs = { amount: Money; method?: string; surcharge?: number; fee?: number };

/** `counted`: without the fee on top. `gross`: what the payer paid. `net`: what the merchant gets. All in one currency. */
export function costsOf(
  counted: Money,
  { gross, net, method }: { gross?: number | undefined; net?: number | undefined; method?: string | undefined },
): Costs {
  const surcharge = Math.max(0, (gross ?? counted.minor) - counted.minor);
  return {
    amount: counted,
    ...(method !== undefined && { method }),
    ...(surcharge > 0 && { surcharge }),
    // Where the payer bore the whole fee, the merchant gets all of the amount.
    ...(net !== undefined && { fee: Math.max(0, counted.minor - net) }),
  };
}

/** All of a payment, for providers that do not say when they reversed it: it has the payment's time. */
export const reversalOf = ({ transaction, references, amount, at }: Movement): Movement => ({
  kind: 'reversal',
  transaction,
  object: transaction,
  references,
  amount,
  at,
});

export function modeByPrefix(key: string | undefined, prefixes: Readonly<Record<Mode, RegExp>>): Mode | undefined {
  if (key === undefined) return undefined;
  return prefixes.test.test(key) ? 'test' : prefixes.live.test(key) ? 'live' : undefined;
}

/** A trial payment never counts as real money, nor the other way round. An unknown mode contradicts none. */
export const isOtherMode = (ours: Mode | undefined, given: unknown): boolean =>
  ours !== undefined && (given === 'test' || given === 'live') && given !== ours;
