/** Claims and disputes as revisions of a collection: the customer makes them, and a person of the merchant decides. */
import {
  type ClaimedPayment,
  type Complaint,
  claimOf,
  type Decision,
  isUndecided,
  isUnresolved,
  openClaims,
  openDisputes,
  type Resolution,
} from '#lib/domain/answers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { alreadyDecided, disputeNotFound } from '#lib/domain/errors.ts';
import { claimId, disputeId } from '#lib/domain/ids.ts';
import { type Revisable, revise } from './revise-plan.ts';

/** In all, so that the collection stays small; what is decided makes room. */
const MAX_KEPT = 20;

/** `full`: it keeps no more. Undefined if the customer has said the same already, and nobody has decided. */
export function makeClaim(of: Revisable, payment: ClaimedPayment, now: Date): Collection | 'full' | undefined {
  const { claims = [] } = of.collection;
  if (openClaims(of.collection).some((open) => isSamePayment(open, payment))) return undefined;
  const kept = withRoom(claims, isUndecided);
  if (kept === undefined) return 'full';
  const id = claimId(of.collection.id, of.collection.runNumber + 1);
  const { amount, method, paidOn } = payment;
  const data = { claim: id, amount, method, paidOn, actor: 'customer' as const };
  const to = { claims: [...kept, { id, madeAt: now.toISOString(), ...payment }] };
  return revise(of, { event: 'claim.made', data, to }, now);
}

const isSamePayment = (one: ClaimedPayment, other: ClaimedPayment): boolean =>
  one.paidOn === other.paidOn &&
  one.amount.minor === other.amount.minor &&
  one.method === other.method &&
  one.transaction === other.transaction;

/** As {@link makeClaim}. */
export function openDispute(of: Revisable, { reason, text }: Complaint, now: Date): Collection | 'full' | undefined {
  const { disputes = [] } = of.collection;
  if (openDisputes(of.collection).some((open) => open.reason === reason && open.text === text)) return undefined;
  const kept = withRoom(disputes, isUnresolved);
  if (kept === undefined) return 'full';
  const id = disputeId(of.collection.id, of.collection.runNumber + 1);
  const dispute = { id, openedAt: now.toISOString(), reason, ...(text !== undefined && { text }) };
  const data = { dispute: id, reason, actor: 'customer' as const };
  return revise(of, { event: 'dispute.opened', data, to: { disputes: [...kept, dispute] } }, now);
}

/** The oldest that is decided makes room; undefined if none is. */
function withRoom<T>(all: readonly T[], isOpen: (each: T) => boolean): readonly T[] | undefined {
  if (all.length < MAX_KEPT) return all;
  const at = all.findIndex((each) => !isOpen(each));
  return at < 0 ? undefined : all.toSpliced(at, 1);
}

type ClaimRuling = { decision: Decision; paymentId?: string | undefined };

/** Undefined if it was decided so already. @throws claim_not_found, already_decided */
export function decideClaim(
  of: Revisable,
  id: string,
  { decision, paymentId }: ClaimRuling,
  now: Date,
): Collection | undefined {
  const claim = claimOf(of.collection, id);
  if (claim.decision === decision) return undefined;
  if (claim.decision !== undefined) throw alreadyDecided(`This claim was ${claim.decision} already`);
  const decidedAt = now.toISOString();
  const decided = { ...claim, decision, decidedAt, ...(paymentId && { paymentId }), ...(of.by && { by: of.by }) };
  const claims = (of.collection.claims ?? []).map((each) => (each.id === id ? decided : each));
  const data = { claim: id, actor: 'merchant' as const };
  return revise(of, { event: `claim.${decision}`, data, to: { claims } }, now);
}

type Ruling = { resolution: Resolution; note?: string | undefined };

/** Undefined if it was resolved so already. @throws dispute_not_found, already_decided */
export function resolveDispute(
  of: Revisable,
  id: string,
  { resolution, note }: Ruling,
  now: Date,
): Collection | undefined {
  const { disputes = [] } = of.collection;
  const dispute = disputes.find((each) => each.id === id);
  if (dispute === undefined) throw disputeNotFound();
  if (dispute.resolution === resolution) return undefined;
  if (dispute.resolution !== undefined) throw alreadyDecided(`This dispute was ${dispute.resolution} already`);
  const resolvedAt = now.toISOString();
  const resolved = { ...dispute, resolution, resolvedAt, ...(note && { note }), ...(of.by && { by: of.by }) };
  const data = { dispute: id, resolution, actor: 'merchant' as const };
  const to = { disputes: disputes.map((each) => (each.id === id ? resolved : each)) };
  return revise(of, { event: 'dispute.resolved', data, to }, now);
}
