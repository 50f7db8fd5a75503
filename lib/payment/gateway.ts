/** All that is asked of payment providers goes through here: by the right adapter, with the provider's own credentials. */
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

/** Never throws because of the provider, its credentials or its answers. */
export async function openSession<Method extends keyof OpenedBy>(
  target: Target,
  method: Method,
  order: Order,
  withinMs: number,
): Promise<Opened<Method>> {
  const answer = await ask(target, withinMs, (by) => adapters[target.kind].open(method, order, by));
  return answer.kind === 'failed' ? answer : answer.value;
}

/** Never throws, as {@link openSession} does not. */
export async function findPayments(target: Target, lookup: Lookup, withinMs: number): Promise<Found> {
  const answer = await ask(target, withinMs, (by) => adapters[target.kind].findPayments(lookup, by));
  if (answer.kind === 'failed') return { kind: 'unavailable', reason: answer.reason };
  return { kind: 'found', payments: answer.value };
}

/** Younger credentials are not read again because of a signature: whoever sends bad ones could make us read without end. */
const FRESH_MS = 10_000;

/** Throws only `service_unavailable`, when the credentials cannot be read: the provider will send it again. */
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
  // The secret may have been replaced since it was read.
  const fresh = await read(FRESH_MS);
  return fresh === known || !isComplete(kind, fresh)
    ? webhookEvent
    : adapters[kind].readWebhookEvent(webhook, fresh, now);
}

/** What the page's content security policy lets a form lead to. */
export const checkoutHosts = (kind: ProviderKind): readonly string[] => adapters[kind].checkoutHosts();

/** The names of the secrets that a provider of this kind needs. */
export const secretsOf = (kind: ProviderKind): readonly string[] => adapters[kind].secrets;

type Answer<T> = { kind: 'answered'; value: T } | { kind: 'failed'; reason: string };

/** The limit holds for all requests together, and runs while the credentials are read. */
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

/** Even a fault of the adapter's costs an option at most: what it read was the provider's. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.reason;
  log('ERROR', 'payment_adapter_failed', { error: nameOf(error) });
  return 'internal_error';
}

/** Without the message, which may quote what was read. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

const isComplete = (kind: ProviderKind, credentials: Credentials | undefined): credentials is Credentials =>
  credentials !== undefined && adapters[kind].secrets.every((name) => !!credentials[name]);

const logUnreadable = (provider: string, error: unknown): void =>
  log('ERROR', 'credentials_unreadable', { provider, error: nameOf(error) });
