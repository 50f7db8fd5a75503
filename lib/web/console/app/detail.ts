/** What the screen of one collection shows, and what can be said from it alone. */

import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import type { Slot } from '#lib/web/console/format.ts';
import { isPayable, slotAt } from '#lib/web/console/timeline.ts';
import { read } from './api.ts';

export type Detail = { collection: CollectionResponse; plan: FollowUpPlanResponse; payments: PaymentResponse[] };

export async function readDetail(id: string): Promise<Detail> {
  const path = `public/collections/${encodeURIComponent(id)}`;
  const [collection, plan, payments] = await Promise.all([
    read<CollectionResponse>(path),
    read<FollowUpPlanResponse>(`${path}/follow-ups`),
    read<PaymentResponse[]>(`${path}/payments`),
  ]);
  return { collection, plan, payments };
}

export type NextMessage =
  | { kind: 'planned'; slot: Slot; at: number }
  | {
      kind: 'none';
      why: 'completed' | 'cancelled' | 'expired' | 'off' | 'done' | 'paused' | 'customerPaused' | 'undecided';
    }
  | { kind: 'paused'; until: number };

/** The next message, or why there is none. */
export function nextMessage({ collection, plan }: Pick<Detail, 'collection' | 'plan'>): NextMessage {
  const { status } = collection;
  if (!isPayable(collection)) return { kind: 'none', why: status as 'completed' | 'cancelled' | 'expired' };
  const [slot] = plan.slots.filter((one) => one.status === 'planned').toSorted((a, b) => slotAt(a) - slotAt(b));
  if (slot !== undefined) return { kind: 'planned', slot, at: slotAt(slot) };
  if (plan.paused?.of === 'customer') return { kind: 'none', why: 'customerPaused' };
  if (plan.paused?.until !== undefined) return { kind: 'paused', until: Date.parse(plan.paused.until) };
  if (plan.paused !== undefined) return { kind: 'none', why: 'paused' };
  const answers = [...(collection.claims ?? []), ...(collection.disputes ?? [])];
  if (answers.some((answer) => answer.status === 'open')) return { kind: 'none', why: 'undecided' };
  return { kind: 'none', why: plan.enabled ? 'done' : 'off' };
}

/** What was left to pay after each payment, in minor steps that no rounding can show: null where it does not count. */
export function balancesOf({ amount }: CollectionResponse, payments: readonly PaymentResponse[]): (number | null)[] {
  let received = 0;
  return payments.map((payment) => {
    if (!payment.counts) return null;
    received += payment.amount.value;
    return Math.max(0, Number((amount.value - received).toFixed(4)));
  });
}

/** What it is for, as the merchant wrote it. */
export function aboutOf({ metadata }: CollectionResponse): string | undefined {
  const [first] = [metadata ?? []].flat() as { description?: unknown; name?: unknown }[];
  const text = first?.description ?? first?.name;
  return typeof text === 'string' ? text : undefined;
}

/** What was received and credited beyond what was asked: 0 when it was not more. */
export const excessOf = ({ amount, balance: { received, credited } }: CollectionResponse): number =>
  Math.max(0, Number((received.value + (credited?.value ?? 0) - amount.value).toFixed(4)));

export type HandEntry = { id: string; at: number; amount: { value: number; currency: string }; by: string };

const RECENT_MS = 24 * 3_600_000;

/** What the team recorded by hand within a day, the newest first: the same money may be in two people's hands. */
export const recentlyRecorded = ({ events }: CollectionResponse, now: number): HandEntry[] =>
  events
    .flatMap(({ id, type, timestamp, data: { actor, amount, member } = {} }) => {
      const at = Date.parse(timestamp);
      const isByHand = type === 'payment.received' && actor === 'merchant' && now - at < RECENT_MS;
      return isByHand && amount !== undefined ? [{ id, at, amount, by: member?.name ?? '' }] : [];
    })
    .toReversed();

export const payLinkOf = ({ payable }: CollectionResponse): string | undefined =>
  payable.options.flatMap((option) => (option.method === 'payment_link' ? [option.link] : []))[0];

/** What a dialog in which a member acts on the collection is given. */
export type ActionProps = {
  collection: Detail['collection'];
  /** Says what was done, and reads the collection again. */
  done: (text: string) => Promise<void>;
  reload: () => void;
  onClose: () => void;
};
