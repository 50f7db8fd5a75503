/** Handles a genuine webhook: asks the provider, and applies only what the provider confirms. */
import type { Account } from '#lib/domain/account.ts';
import type { AppliedPayment, Ledger } from '#lib/domain/payment/apply-payment.ts';
import type { Lookup } from '#lib/domain/payment/exchange.ts';
import { confirmedUnder } from '#lib/domain/payment/payment.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import type { Target } from '#lib/domain/provider.ts';
import { type ApplyPorts, applyPayments } from './apply-payments.ts';
import { type AskPorts, targetOf } from './ask-providers.ts';

export type ReceivePorts = Pick<AskPorts, 'findPayments'> & ApplyPorts;

/** `misdirected`: our reference, but of another account, or of a session at another provider. */
export type Received =
  | { kind: 'applied'; collection: string; appliedPayments: readonly AppliedPayment[] }
  /** `early`: confirmed and stored, but its collection does not exist yet. */
  | { kind: 'not_ours' | 'misdirected' | 'unpaid' | 'early' }
  /** The provider cannot confirm now, and must send the webhook again. */
  | { kind: 'unconfirmed'; reason: string };

type Notified = { account: Account; target: Target; lookup: Lookup };

const WITHIN_MS = 8_000;

export async function receivePayment(ports: ReceivePorts, { account, target, lookup }: Notified): Promise<Received> {
  const named = parseProviderReference(lookup.reference);
  if (named === undefined) return { kind: 'not_ours' };
  if (named.ref.account !== account.id) return { kind: 'misdirected' };
  const [found, ledger] = await Promise.all([
    ports.findPayments(target, lookup, WITHIN_MS),
    ports.getLedger(named.ref),
  ]);
  if (isOpenedElsewhere(ledger, named.number, { account, target })) return { kind: 'misdirected' };
  if (found.kind === 'unavailable') return { kind: 'unconfirmed', reason: found.reason };
  const payments = confirmedUnder(lookup.reference, found.payments, { provider: target.id, now: ports.clock.now() });
  if (payments.length === 0) return { kind: 'unpaid' };
  const appliedPayments = await applyPayments(ports, { ref: named.ref, payments, ledger });
  if (ledger.collection === undefined) return { kind: 'early' };
  return { kind: 'applied', collection: ledger.collection.id, appliedPayments };
}

/** A session that is not on record yet may belong to any provider. */
function isOpenedElsewhere(
  { collection }: Ledger,
  number: number,
  { account, target }: Pick<Notified, 'account' | 'target'>,
): boolean {
  const session = collection?.sessions[number - 1];
  return session !== undefined && targetOf(account, session)?.id !== target.id;
}
