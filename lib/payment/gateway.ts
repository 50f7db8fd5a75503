/** Sends every request for a payment provider through its adapter, with the provider's own credentials. */
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { ProviderKind, Target } from '#lib/domain/provider.ts';
import { log } from '#lib/log.ts';
import { adapters } from './adapters.ts';
import { callProvider } from './call-provider.ts';
import { forgetCredentials, readCredentials } from './credentials.ts';
import type { Asked } from './open-by.ts';
import type { Webhook } from './port.ts';
import {
  type Credentials,
  type Found,
  type Lookup,
  type Opened,
  type Order,
  ProviderFailure,
  type WebhookEvent,
} from './port.ts';

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

/** Returns failures instead of throwing them, like {@link openSession}. */
export async function findPayments(target: Target, lookup: Lookup, withinMs: number): Promise<Found> {
  const answer = await ask(target, withinMs, (by) => adapters[target.kind].findPayments(lookup, by));
  if (answer.kind === 'failed') return { kind: 'unavailable', reason: answer.reason };
  return { kind: 'found', payments: answer.value };
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

/** The hosts that a form on the payment page may lead to, as sources of a content security policy. */
export const checkoutHosts = (kind: ProviderKind): readonly string[] => adapters[kind].checkoutHosts();

export const secretsOf = (kind: ProviderKind): readonly string[] => adapters[kind].secrets;

type Answer<T> = { kind: 'answered'; value: T } | { kind: 'failed'; reason: string };

/** The time limit covers reading the credentials and all requests together. */
async function ask<T>({ kind, id }: Target, withinMs: number, run: (by: Asked) => Promise<T>): Promise<Answer<T>> {
  const call = callProvider(withinMs);
  try {
    const credentials = await readCredentials(id).catch((error: unknown) => {
      logUnreadable(id, error);
      throw new ProviderFailure('credentials_unavailable');
    });
    if (!isComplete(kind, credentials)) throw new ProviderFailure('no_credentials');
    return { kind: 'answered', value: await run({ credentials, call }) };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'unauthorized') forgetCredentials(id);
    log('WARN', 'provider_failed', { provider: id, reason });
    return { kind: 'failed', reason };
  }
}

/** A bug in an adapter must cost one payment option at most, so it becomes a reason as well. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.reason;
  log('ERROR', 'payment_adapter_failed', { error: nameOf(error) });
  return 'internal_error';
}

/** The message is left out because it may quote a provider or a secret. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

const isComplete = (kind: ProviderKind, credentials: Credentials | undefined): credentials is Credentials =>
  credentials !== undefined && adapters[kind].secrets.every((name) => !!credentials[name]);

const logUnreadable = (provider: string, error: unknown): void =>
  log('ERROR', 'credentials_unreadable', { provider, error: nameOf(error) });
