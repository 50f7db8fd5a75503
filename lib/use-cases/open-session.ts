/** Opens a session at a payment provider, under a number of the collection that no other session has. */
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Money } from '#lib/domain/money.ts';
import type { OpenOutcome } from '#lib/domain/payment/exchange.ts';
import { orderFor } from '#lib/domain/payment/order.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { isUsable, type Session } from '#lib/domain/payment/session.ts';
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
  { number, renews = true, ...session }: Session & { method: Method; number: number; renews?: boolean },
): Promise<{ number: number; opened: Exclude<OpenOutcome<Method>, { kind: 'taken' }> }> {
  const { collection, account } = context;
  const { method, provider } = session;
  const target = targetOf(account, { provider });
  if (target === undefined) return { number, opened: { kind: 'failed', reason: 'unknown_provider' } };
  const order = (n: number) =>
    orderFor({ ...context, method, number: n, baseUrl: ports.settings.baseUrl, now: ports.clock.now() });
  const first = await ports.openSession(target, method, order(number), firstTry(method));
  if (first.kind !== 'taken') return { number, opened: first };
  if (!renews) return { number, opened: TAKEN };
  const reservedAt = ports.clock.now().toISOString();
  const { ref, amountChanges } = collection;
  const fresh = await ports.reserveSession(
    { ref, ...(amountChanges && { amountChanges }) },
    { ...session, reservedAt },
  );
  if (fresh === undefined) return { number, opened: { kind: 'failed', reason: 'not_payable' } };
  const second = await ports.openSession(target, method, order(fresh), SECOND_TRY_MS);
  return { number: fresh, opened: second.kind === 'taken' ? TAKEN : second };
}

const TAKEN = { kind: 'failed', reason: 'taken' } as const;

const firstTry = (method: keyof OpenedBy): number => (method === 'mobile_money' ? PROMPT_MS : FIRST_TRY_MS);

/** So long another click may wait for the answer of the provider. */
const OPENING_MS = 6_000;
const POLL_MS = 250;

/** Whether somebody has reserved it a moment ago, and asks the provider now. A phone's prompt is nobody else's to wait for. */
export const isOpening = ({ method, reservedAt, opened, ended }: Session, now: Date): boolean =>
  method !== 'mobile_money' &&
  opened === undefined &&
  ended !== true &&
  reservedAt !== undefined &&
  now.getTime() - Date.parse(reservedAt) < OPENING_MS;

type OpenedByOther = { collection: Collection; session: Session | undefined };

/** Waits until the session is opened; undefined if it is not in time. `session`: none if it is not to be used any more. */
export async function awaitOpened(
  { clock, getCollection }: Pick<Service, 'clock'> & Pick<Store, 'getCollection'>,
  ref: CollectionRef,
  number: number,
): Promise<OpenedByOther | undefined> {
  for (let waited = 0; waited < OPENING_MS; waited += POLL_MS) {
    await clock.sleep(POLL_MS);
    const collection = await getCollection(ref);
    const session = collection?.sessions[number - 1];
    if (collection === undefined || session === undefined) return undefined;
    if (!isUsable(collection, number)) return { collection, session: undefined };
    if (session.opened !== undefined) return { collection, session };
  }
  return undefined;
}
