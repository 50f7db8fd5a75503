/** Before a collection is chased or given up, its providers are asked once more: a webhook may have been lost, money must not be. */
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { claimOf } from '#lib/domain/follow-up/claim.ts';
import type { Decision } from '#lib/domain/follow-up/decide.ts';
import type { FollowUpPlan } from '#lib/domain/follow-up/plan.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import type { Settlement } from '#lib/domain/payment/settle.ts';
import { type AskPorts, askProviders } from './ask-providers.ts';
import { type SettlePorts, settlePayments } from './settle-payments.ts';

export type PaidPorts = AskPorts &
  SettlePorts & {
    token: () => string;
    /** Puts the rows of slots that were not sent, where there are none yet. */
    recordSkips: (place: OwnedId, attempts: readonly Attempt[]) => Promise<void>;
  };

/** Settles what the providers know and we did not, if they are asked, and what came early and nobody has settled since. */
export async function settleUnheard(
  ports: PaidPorts,
  { collection, payments, account }: { collection: Collection; payments: readonly Payment[]; account: Account },
  asks: boolean,
): Promise<Settlement[]> {
  const confirmed = asks ? await askProviders(ports, { collection, account }) : [];
  return settlePayments(ports, { place: collection.place, payments: confirmed, ledger: { collection, payments } });
}

type Turn = { woken: { collection: Collection }; plan: FollowUpPlan; decision: Decision; now: Date };

/** Says of the follow-up that was due, if one was, why it was not sent. */
export async function skipAlreadyPaid(ports: PaidPorts, { woken, plan, decision, now }: Turn): Promise<void> {
  if (decision.kind !== 'send') return;
  const { channels: _unused, ...due } = decision;
  const skip = { ...due, kind: 'skip', reason: 'already_paid' } as const;
  const { attempts } = claimOf(woken.collection, plan, skip, { token: ports.token(), now });
  await ports.recordSkips(woken.collection.place, attempts);
}
