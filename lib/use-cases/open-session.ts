/** Opens a session at a payment provider, under a number of the collection that no other session has. */
import type { CollectionContext } from '#lib/domain/collection.ts';
import type { Money } from '#lib/domain/money.ts';
import type { OpenOutcome } from '#lib/domain/payment/exchange.ts';
import { orderFor } from '#lib/domain/payment/order.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { Payments } from '#lib/payment/payments.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { targetOf } from './ask-providers.ts';

export type OpenPorts = Pick<Service, 'clock'> &
  NeedsSettings<'baseUrl'> &
  Pick<Payments, 'openSession'> &
  Pick<Store, 'reserveSession'>;

/** If the reference is taken, there is time for a new one. A function that opens sessions has 20 seconds. */
const FIRST_TRY_MS = 5_000;
const SECOND_TRY_MS = 3_000;
/** Some networks answer only when the phone has shown the request: given up too early, it would be sent a second time. */
const PROMPT_MS = 12_000;

/** Uses the reserved number, or a new one if the provider has seen its reference before, unless `renews` is false. */
export async function openUnder<Method extends keyof OpenedBy>(
  ports: OpenPorts,
  context: CollectionContext & { amount: Money } & Pick<Parameters<typeof orderFor>[0], 'together'>,
  { method, provider, number, renews = true }: { method: Method; provider: string; number: number; renews?: boolean },
): Promise<{ number: number; opened: Exclude<OpenOutcome<Method>, { kind: 'taken' }> }> {
  const { collection, account } = context;
  const target = targetOf(account, { provider });
  if (target === undefined) return { number, opened: { kind: 'failed', reason: 'unknown_provider' } };
  const order = (n: number) =>
    orderFor({ ...context, method, number: n, baseUrl: ports.settings.baseUrl, now: ports.clock.now() });
  const first = await ports.openSession(target, method, order(number), firstTry(method));
  if (first.kind !== 'taken') return { number, opened: first };
  if (!renews) return { number, opened: TAKEN };
  const reservedAt = ports.clock.now().toISOString();
  const fresh = await ports.reserveSession(collection.ref, { method, provider, reservedAt }, collection.amountChanges);
  if (fresh === undefined) return { number, opened: { kind: 'failed', reason: 'not_payable' } };
  const second = await ports.openSession(target, method, order(fresh), SECOND_TRY_MS);
  return { number: fresh, opened: second.kind === 'taken' ? TAKEN : second };
}

const TAKEN = { kind: 'failed', reason: 'taken' } as const;

const firstTry = (method: keyof OpenedBy): number => (method === 'mobile_money' ? PROMPT_MS : FIRST_TRY_MS);
