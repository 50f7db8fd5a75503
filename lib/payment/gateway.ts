/** Sends every request for a payment provider through its adapter, with the provider's own credentials. */
import type { Mode } from '#lib/domain/account.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { ProviderKind, Target } from '#lib/domain/providers/provider.ts';
import { factsOf } from '#lib/domain/providers/providers.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { callProvider } from './call-provider.ts';
import { credentialsCache, sealerFrom } from './credentials.ts';
import { hostsOf, type PaymentNeeds } from './payment-needs.ts';
import {
  type CloseOutcome,
  type Connection,
  type Credentials,
  type ListOutcome,
  type ListPage,
  type Lookup,
  type OpenOutcome,
  type Order,
  type PaymentAdapter,
  ProviderFailure,
  type ProviderFindings,
  type Webhook,
  type WebhookEvent,
} from './port.ts';

export type Unlistable = { what: ListPage['what']; reason: string };

const TRIED_LISTS: readonly ListPage['what'][] = ['payments', 'refunds', 'disputes'];

type ListTrial = { connection: Connection; now: Date; reasonOf: (error: unknown) => string };

/** Tries the lists that reconciliation reads: a key may have fewer rights than it needs. */
export async function unlistableBy(
  { listMovements }: PaymentAdapter,
  { connection, now, reasonOf }: ListTrial,
): Promise<Unlistable[]> {
  const [from, to] = [new Date(now.getTime() - MINUTE_MS).toISOString(), now.toISOString()];
  const found: Unlistable[] = [];
  for (const what of TRIED_LISTS) {
    await listMovements?.({ what, from, to }, connection).catch((error: unknown) => {
      found.push({ what, reason: reasonOf(error) });
    });
  }
  return found;
}

type ClosableSession = Parameters<NonNullable<PaymentAdapter['close']>>[0];

type FailedAnswer = { kind: 'failed'; reason: string; retryAfterMs?: number };
type Answer<T> = { kind: 'answered'; value: T } | FailedAnswer;

type CodeOutcome = { kind: 'accepted' } | { kind: 'failed'; reason: string };

/** The requests for providers return a failure of the provider, of its credentials or of its answers, and never throw one. */
export type Gateway = {
  openSession: <Method extends keyof OpenedBy>(
    target: Target,
    method: Method,
    order: Order,
    withinMs: number,
  ) => Promise<OpenOutcome<Method>>;
  findMovements: (target: Target, lookup: Lookup, withinMs: number) => Promise<ProviderFindings>;
  /** Nothing is listed for a provider without lists. */
  listMovements: (target: Target, page: ListPage, withinMs: number) => Promise<ListOutcome>;
  closeSession: (target: Target, session: ClosableSession, withinMs: number) => Promise<CloseOutcome>;
  /** Sends the code that a payer entered for a mobile money session. */
  submitCode: (target: Target, entered: { reference: string; code: string }, withinMs: number) => Promise<CodeOutcome>;
  /** @throws `service_unavailable` when the credentials cannot be read; the provider then sends the webhook again */
  readWebhookEvent: (target: Target, webhook: Webhook, now: Date) => Promise<WebhookEvent | { kind: 'no_credentials' }>;
  /** Tries credentials before they are stored. */
  checkCredentials: (kind: ProviderKind, credentials: Credentials, withinMs: number) => Promise<CodeOutcome>;
  /** Which lists cannot be read with these credentials, and why: keys may have fewer rights than reconciliation needs. */
  findUnlistable: (kind: ProviderKind, credentials: Credentials, withinMs: number) => Promise<Unlistable[]>;
  /** Whether the keys are for trials or for real money; undefined when they do not say. */
  modeOf: (kind: ProviderKind, credentials: Credentials) => Promise<Mode | undefined>;
  /** Encrypts credentials for this provider alone. @throws {CredentialsTooLong} */
  seal: (provider: string, text: string) => Promise<Uint8Array>;
  /** Undefined when no valid secret is stored. @throws when it cannot be read */
  readCredentials: (provider: string) => Promise<Credentials | undefined>;
  /** Reads and keeps credentials that are about to be needed. Says nothing of a failure: who needs them meets it. */
  prepareCredentials: (provider: string) => Promise<void>;
  forgetCredentials: (provider: string) => void;
};

/** A bad signature causes no new read of credentials younger than this, so forged webhooks cannot cause endless reads. */
const FRESH_MS = 10_000;

export function gatewayFrom(parts: PaymentNeeds): Gateway {
  const sealer = sealerFrom(parts);
  const credentials = credentialsCache(parts, sealer);

  /** The time limit covers reading the credentials and all requests together. */
  async function ask<T>(
    { kind, id }: Target,
    withinMs: number,
    run: (adapter: PaymentAdapter, connection: Connection) => Promise<T>,
  ): Promise<Answer<T>> {
    const call = callProvider(withinMs);
    try {
      const known = await credentials.read(id).catch((error: unknown) => {
        logUnreadable(id, error);
        throw new ProviderFailure('credentials_unavailable');
      });
      if (!isComplete(kind, known)) throw new ProviderFailure('no_credentials');
      const connection = { credentials: known, call, hosts: hostsOf(parts, kind) };
      return { kind: 'answered', value: await run(await loadAdapter(kind), connection) };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'unauthorized') credentials.forget(id);
      parts.log.write('WARN', 'provider_failed', { provider: id, reason });
      const { retryAfterMs } = error instanceof ProviderFailure ? error : {};
      return { kind: 'failed', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
  }

  /** A bug in an adapter must cost one payment option at most, so it becomes a reason as well. */
  function reasonOf(error: unknown): string {
    if (error instanceof ProviderFailure) return error.reason;
    parts.log.fault('payment_adapter_failed', error);
    return 'internal_error';
  }

  const logUnreadable = (provider: string, error: unknown): void =>
    parts.log.count('ERROR', 'credentials_unreadable', { provider, error: nameOf(error) });

  return {
    openSession: async (target, method, order, withinMs) => {
      const answer = await ask(target, withinMs, ({ open }, connection) => open(method, order, connection));
      return answer.kind === 'failed' ? { kind: 'failed', reason: answer.reason } : answer.value;
    },
    findMovements: async (target, lookup, withinMs) => {
      const answer = await ask(target, withinMs, (adapter, connection) => adapter.findMovements(lookup, connection));
      return answer.kind === 'failed' ? unavailable(answer) : { kind: 'found', ...answer.value };
    },
    listMovements: async (target, page, withinMs) => {
      const answer = await ask(target, withinMs, async ({ listMovements }, connection) =>
        listMovements?.(page, connection),
      );
      if (answer.kind === 'answered') return { kind: 'listed', ...(answer.value ?? { movements: [] }) };
      const { retryAfterMs } = answer;
      return { ...unavailable(answer), ...(retryAfterMs !== undefined && { retryAfterMs }) };
    },
    closeSession: async (target, session, withinMs) => {
      const { close } = await loadAdapter(target.kind);
      if (close === undefined) return { kind: 'unclosable' };
      const answer = await ask(target, withinMs, (_adapter, connection) => close(session, connection));
      return answer.kind === 'failed' ? unavailable(answer) : { kind: answer.value };
    },
    submitCode: async (target, entered, withinMs) => {
      const answer = await ask(target, withinMs, async ({ submitCode }, connection) => {
        if (submitCode === undefined) throw new ProviderFailure('unsupported_method');
        await submitCode(entered, connection);
      });
      return answer.kind === 'failed' ? { kind: 'failed', reason: answer.reason } : { kind: 'accepted' };
    },
    readWebhookEvent: async ({ kind, id }, webhook, now) => {
      const read = (maxAgeMs?: number) =>
        credentials.read(id, maxAgeMs).catch((error: unknown) => {
          logUnreadable(id, error);
          throw serviceUnavailable();
        });
      const known = await read();
      if (!isComplete(kind, known)) return { kind: 'no_credentials' };
      const adapter = await loadAdapter(kind);
      const webhookEvent = adapter.readWebhookEvent(webhook, known, now);
      if (webhookEvent.kind !== 'unsigned') return webhookEvent;
      // The secret may have been replaced since we read it.
      const fresh = await read(FRESH_MS);
      return fresh === known || !isComplete(kind, fresh) ? webhookEvent : adapter.readWebhookEvent(webhook, fresh, now);
    },
    checkCredentials: async (kind, given, withinMs) => {
      try {
        if (!isComplete(kind, given)) throw new ProviderFailure('no_credentials');
        const { check } = await loadAdapter(kind);
        await check({ credentials: given, call: callProvider(withinMs), hosts: hostsOf(parts, kind) });
        return { kind: 'accepted' };
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error) };
      }
    },
    findUnlistable: async (kind, given, withinMs) => {
      const connection = { credentials: given, call: callProvider(withinMs), hosts: hostsOf(parts, kind) };
      return unlistableBy(await loadAdapter(kind), { connection, now: parts.clock.now(), reasonOf });
    },
    modeOf: async (kind, given) => (await loadAdapter(kind)).modeOf(given),
    seal: sealer.seal,
    readCredentials: (provider) => credentials.read(provider),
    prepareCredentials: async (provider) => {
      await credentials.read(provider).catch(() => {});
    },
    forgetCredentials: credentials.forget,
  };
}

/** An adapter is found by the name of its folder. */
export async function loadAdapter(kind: ProviderKind): Promise<PaymentAdapter> {
  const loaded = (await import(`./${kind}/adapter.ts`)) as { adapter: PaymentAdapter };
  return loaded.adapter;
}

const isComplete = (kind: ProviderKind, credentials: Credentials | undefined): credentials is Credentials =>
  credentials !== undefined && factsOf(kind).secrets.every((name) => !!credentials[name]);

/** The message is left out because it may quote a provider or a secret. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

const unavailable = ({ reason }: { reason: string }): { kind: 'unavailable'; reason: string } => ({
  kind: 'unavailable',
  reason,
});
