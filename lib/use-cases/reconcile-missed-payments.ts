/** Asks the providers before a collection is followed up or expires, because a webhook may be lost. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import { type ApplyPorts, applyPayments } from './apply-payments.ts';
import { type AskPorts, askProviders } from './ask-providers.ts';
import type { Random } from './ports.ts';
import type { LoadedCollection, RunContext } from './run-context.ts';

export type PaidPorts = AskPorts &
  ApplyPorts & {
    random: Pick<Random, 'nonce'>;
    recordSkips: (ref: CollectionRef, attempts: readonly Attempt[]) => Promise<void>;
  };

/** Applies what the providers confirm, if `asks` is true, and payments that waited for their collection. */
export async function reconcileMissedPayments(
  ports: PaidPorts,
  { collection, payments, account }: LoadedCollection,
  asks: boolean,
): Promise<AppliedPayment[]> {
  const confirmed = asks ? await askProviders(ports, { collection, account }) : [];
  return applyPayments(ports, { ref: collection.ref, payments: confirmed, ledger: { collection, payments } });
}

export async function skipAlreadyPaid(ports: PaidPorts, context: RunContext): Promise<void> {
  const { collection, plan, decision, now } = context;
  if (decision.kind !== 'send') return;
  const { channels: _unused, ...due } = decision;
  const skip = { ...due, kind: 'skip', reason: 'already_paid' } as const;
  const { attempts } = claimOf(collection, plan, skip, { token: ports.random.nonce(), now });
  await ports.recordSkips(collection.ref, attempts);
}
