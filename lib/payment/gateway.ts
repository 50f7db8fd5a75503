/** Sends every request for a payment provider through its adapter, with the provider's own credentials. */
import type { Mode } from '#lib/domain/api-key.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { ProviderKind, Target } from '#lib/domain/provider.ts';
import { adapters } from './adapters.ts';
import { callProvider } from './call-provider.ts';
import { readCredentials } from './credentials.ts';
import {
  type Closed,
  type Credentials,
  type Found,
  type Listed,
  type ListPage,
  type Lookup,
  type Opened,
  type Order,
  type PaymentAdapter,
  ProviderFailure,
  type Webhook,
  type WebhookEvent,
} from './port.ts';
import { ask, isComplete, logUnreadable, reasonOf } from './with-credentials.ts';

/** Returns a failure of the provider, of its credentials or of its answers, and never throws because of one. */
export async function openSession<Method extends keyof OpenedBy>(
  target: Target,
  method: Method,
  order: Order,
  withinMs: number,
): Promise<Opened<Method>> {
  const answer = await ask(target, withinMs, (by) => adapters[target.kind].open(method, order, by));
  return answer.kind === 'failed' ? answer : answer.value;
}

/** Returns failures instead of throwing them, like {@link openSession}; so do the next five. */
export async function findMovements(target: Target, lookup: Lookup, withinMs: number): Promise<Found> {
  const answer = await ask(target, withinMs, (by) => adapters[target.kind].findMovements(lookup, by));
  return answer.kind === 'failed' ? unavailable(answer) : { kind: 'found', ...answer.value };
}

/** Nothing is listed for a provider without lists. */
export async function listMovements(target: Target, page: ListPage, withinMs: number): Promise<Listed> {
  const answer = await ask(target, withinMs, async (by) => adapters[target.kind].listMovements?.(page, by));
  return answer.kind === 'failed' ? unavailable(answer) : { kind: 'listed', ...(answer.value ?? { movements: [] }) };
}

type ClosableSession = Parameters<NonNullable<PaymentAdapter['close']>>[0];

export async function closeSession(target: Target, session: ClosableSession, withinMs: number): Promise<Closed> {
  const { close } = adapters[target.kind];
  if (close === undefined) return { kind: 'unclosable' };
  const answer = await ask(target, withinMs, (by) => close(session, by));
  return answer.kind === 'failed' ? unavailable(answer) : { kind: answer.value };
}

type Accepted = { kind: 'accepted' } | { kind: 'failed'; reason: string };

/** Sends the code that a payer entered for a mobile money session. */
export async function submitCode(
  target: Target,
  entered: { reference: string; code: string },
  withinMs: number,
): Promise<Accepted> {
  const answer = await ask(target, withinMs, async (by) => {
    const { submitCode: submit } = adapters[target.kind];
    if (submit === undefined) throw new ProviderFailure('unsupported_method');
    await submit(entered, by);
  });
  return answer.kind === 'failed' ? answer : { kind: 'accepted' };
}

/** Tries credentials before they are stored. */
export async function checkCredentials(
  kind: ProviderKind,
  credentials: Credentials,
  withinMs: number,
): Promise<Accepted> {
  try {
    if (!isComplete(kind, credentials)) throw new ProviderFailure('no_credentials');
    await adapters[kind].check({ credentials, call: callProvider(withinMs) });
    return { kind: 'accepted' };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** Whether the keys are for trials or for real money; undefined when they do not say. */
export const modeOf = (kind: ProviderKind, credentials: Credentials): Mode | undefined =>
  adapters[kind].modeOf(credentials);

const unavailable = ({ reason }: { reason: string }): { kind: 'unavailable'; reason: string } => ({
  kind: 'unavailable',
  reason,
});

/** Reads and keeps credentials that are about to be needed. Says nothing of a failure: who needs them meets it. */
export async function prepareCredentials(providerId: string): Promise<void> {
  await readCredentials(providerId).catch(() => {});
}

/** A bad signature causes no new read of credentials younger than this, so forged webhooks cannot cause endless reads. */
const FRESH_MS = 10_000;

/** @throws `service_unavailable` when the credentials cannot be read; the provider then sends the webhook again */
export async function readWebhookEvent(
  { kind, id }: Target,
  webhook: Webhook,
  now: Date,
): Promise<WebhookEvent | { kind: 'no_credentials' }> {
  const read = (maxAgeMs?: number) =>
    readCredentials(id, maxAgeMs).catch((error: unknown) => {
      logUnreadable(id, error);
      throw serviceUnavailable();
    });
  const known = await read();
  if (!isComplete(kind, known)) return { kind: 'no_credentials' };
  const webhookEvent = adapters[kind].readWebhookEvent(webhook, known, now);
  if (webhookEvent.kind !== 'unsigned') return webhookEvent;
  // The secret may have been replaced since we read it.
  const fresh = await read(FRESH_MS);
  return fresh === known || !isComplete(kind, fresh)
    ? webhookEvent
    : adapters[kind].readWebhookEvent(webhook, fresh, now);
}

export const secretsOf = (kind: ProviderKind): readonly string[] => adapters[kind].secrets;
