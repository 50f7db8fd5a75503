/** Remembers the refunds and disputes that have not ended, and asks their provider each day how they ended. */

import type { Movement } from '#lib/domain/payment/movement.ts';
import { hasEnded, type OpenReturn, openReturnsIn } from '#lib/domain/payment/open-return.ts';
import type { Target } from '#lib/domain/provider.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type OpenReturnPorts = Pick<Service, 'clock'> &
  Pick<Payments, 'findMovements'> &
  Pick<Store, 'rememberReturn' | 'forgetReturn' | 'listReturns'>;

/** Before the movements are booked: what a crash leaves out is met again, by the webhook or by the next day's list. */
export async function rememberOpenReturns(
  { clock, rememberReturn }: Pick<OpenReturnPorts, 'clock' | 'rememberReturn'>,
  provider: string,
  movements: readonly Movement[],
): Promise<void> {
  for (const open of openReturnsIn(movements)) await rememberReturn(provider, open, clock.now());
}

/** Few, so that a run can stop between two pages. */
const AT_ONCE = 10;
const WITHIN_MS = 15_000;

type ReturnsAnswer =
  | { kind: 'listed'; movements: Movement[]; ended: OpenReturn[]; failed: number; next?: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number };

/** Failures of one question that the next one would meet, too. */
const LASTING = ['busy', 'unauthorized', 'no_credentials', 'credentials_unavailable'];

/** A question that fails otherwise does not hold up the others; it is asked again the next day. */
export async function askOpenReturns(
  ports: OpenReturnPorts,
  target: Target,
  { after, pause }: { after: string | undefined; pause: () => Promise<void> },
): Promise<ReturnsAnswer> {
  const { returns, next } = await ports.listReturns(target.id, { limit: AT_ONCE, after });
  const asked = { kind: 'listed' as const, movements: [] as Movement[], ended: [] as OpenReturn[], failed: 0 };
  for (const [index, open] of returns.entries()) {
    if (index > 0) await pause();
    const answer = await ports.findMovements(target, open, WITHIN_MS);
    if (answer.kind === 'unavailable') {
      if (LASTING.includes(answer.reason)) return answer;
      asked.failed += 1;
      continue;
    }
    asked.movements.push(...answer.movements);
    if (hasEnded(open, answer.movements)) asked.ended.push(open);
  }
  return { ...asked, ...(next !== undefined && { next }) };
}
