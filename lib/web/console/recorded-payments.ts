/** What can be done with payments that are recorded: taken back, or found to be what a customer says was paid. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { TAKES_BACK, takesBack } from '#lib/domain/payment/receipt.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';

/** A payment that was recorded by hand can be taken back, once; what was paid before has no method. */
export const canTakeBack = (payment: PaymentResponse, payments: readonly PaymentResponse[]): boolean =>
  payment.kind === 'payment' &&
  payment.recordedBy === 'merchant' &&
  payment.method !== null &&
  payment.counts &&
  !isTakenBack(payment, payments);

export const isTakenBack = (payment: PaymentResponse, payments: readonly PaymentResponse[]): boolean =>
  payments.some(({ transaction }) => transaction === takesBack(payment.id));

/** Of an entry that takes another one back. */
export const isTakingBack = ({ transaction }: PaymentResponse): boolean => transaction?.startsWith(TAKES_BACK) ?? false;

export type Claim = NonNullable<CollectionResponse['claims']>[number];

/** The recorded payments that the customer may mean, newest first, and the one that it seems to be: the same money must not be recorded twice. */
export function paymentsMeant(
  { id, amount, paidOn }: Claim,
  { claims = [] }: Pick<CollectionResponse, 'claims'>,
  payments: readonly PaymentResponse[],
): { payments: PaymentResponse[]; likely: PaymentResponse | undefined } {
  const isAnothers = (payment: PaymentResponse) =>
    claims.some((claim) => claim.id !== id && claim.paymentId === payment.id);
  const meant = payments
    .filter((payment) => payment.kind === 'payment' && payment.counts && !isTakenBack(payment, payments))
    .filter((payment) => !isAnothers(payment))
    .toReversed();
  const since = Date.parse(paidOn) - DAY_MS;
  const likely = meant.find((each) => each.amount.value === amount.value && Date.parse(each.paidAt) >= since);
  return { payments: meant, likely };
}
