/** Runs one request for a provider with its credentials, and turns every failure into a result. */
import type { ProviderKind, Target } from '#lib/domain/provider.ts';
import { log, logCounted } from '#lib/log.ts';
import { adapters } from './adapters.ts';
import { callProvider } from './call-provider.ts';
import { forgetCredentials, readCredentials } from './credentials.ts';
import type { Asked } from './open-by.ts';
import { type Credentials, ProviderFailure } from './port.ts';

type Answer<T> = { kind: 'answered'; value: T } | { kind: 'failed'; reason: string };

/** The time limit covers reading the credentials and all requests together. */
export async function ask<T>(
  { kind, id }: Target,
  withinMs: number,
  run: (by: Asked) => Promise<T>,
): Promise<Answer<T>> {
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
export function reasonOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.reason;
  log('ERROR', 'payment_adapter_failed', { error: nameOf(error) });
  return 'internal_error';
}

/** The message is left out because it may quote a provider or a secret. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

export const isComplete = (kind: ProviderKind, credentials: Credentials | undefined): credentials is Credentials =>
  credentials !== undefined && adapters[kind].secrets.every((name) => !!credentials[name]);

export const logUnreadable = (provider: string, error: unknown): void =>
  logCounted('ERROR', 'credentials_unreadable', { provider, error: nameOf(error) });
