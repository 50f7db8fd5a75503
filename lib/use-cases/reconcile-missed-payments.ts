/** Before a collection is followed up or given up, its providers are asked once more: a webhook may have been lost, money must not be. */
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import type { RunDecision } from '#lib/domain/follow-up/decide.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type ApplyPorts, applyPayments } from './apply-payments.ts';
import { type AskPorts, askProviders } from './ask-providers.ts';

export type PaidPorts = AskPorts &
  ApplyPorts & {
    token: () => string;
    /** Puts the rows of slots that were not sent, where there are none yet. */
    recordSkips: (ref: CollectionRef, attempts: readonly Attempt[]) => Promise<void>;
  };

/** Settles what the providers know and we did not, if they are asked, and what came early and nobody has settled since. */
export async function reconcileMissedPayments(
  ports: PaidPorts,
  { collection, payments, account }: { collection: Collection; payments: readonly Payment[]; account: Account },
  asks: boolean,
): Promise<AppliedPayment[]> {
  const confirmed = asks ? await askProviders(ports, { collection, account }) : [];
  return applyPayments(ports, { ref: collection.ref, payments: confirmed, ledger: { collection, payments } });
}

type RunContext = { loaded: { collection: Collection }; plan: FollowUpPlan; decision: RunDecision; now: Date };

/** Says of the follow-up that was due, if one was, why it was not sent. */
export async function skipAlreadyPaid(ports: PaidPorts, { loaded, plan, decision, now }: RunContext): Promise<void> {
  if (decision.kind !== 'send') return;
  const { channels: _unused, ...due } = decision;
  const skip = { ...due, kind: 'skip', reason: 'already_paid' } as const;
  const { attempts } = claimOf(loaded.collection, plan, skip, { token: ports.token(), now });
  await ports.recordSkips(loaded.collection.ref, attempts);
}
