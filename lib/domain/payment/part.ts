/** What a payer may pay of what is left, where the merchant takes a part. */
import type { Account } from '#lib/domain/account.ts';
import { type Currency, type Money, parseAmount } from '#lib/domain/money.ts';

/** From `least` on, and less than `whole`. */
export type Parts = { least: Money; whole: Money };

/** A tenth: a smaller one may be less than what the provider takes for it, and each holds back the next reminder. */
const LEAST_SHARE = 10;

/** Undefined where all that is left is paid. */
export function partsOf({ partPayments }: Account, outstanding: Money): Parts | undefined {
  const least = Math.ceil(outstanding.minor / LEAST_SHARE);
  if (partPayments !== 'on' || least >= outstanding.minor) return undefined;
  return { least: { ...outstanding, minor: least }, whole: outstanding };
}

/** As it is typed, `2500` or `2500.50`; undefined if it is none of these parts. The whole is one: nothing is left then. */
export function readPart(typed: string, { least, whole }: Parts): Money | undefined {
  const text = typed.trim();
  const part = parseAmount(
    /^\d{1,15}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN,
    whole.currency as Currency,
  );
  if ('fault' in part || part.minor < least.minor || part.minor > whole.minor) return undefined;
  return part;
}
