/** The sandbox provider's webhooks: signed, retried until they are answered, and kept when the process is killed. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { Merchants } from './merchants.ts';
import type { WebhookEvent } from './records.ts';

export type Webhooks = {
  /** Resolves with the HTTP status of the last attempt. */
  send(webhookEvent: WebhookEvent): Promise<number>;
  /** Sends once, with a signature that is not valid. */
  sendForged(webhookEvent: WebhookEvent): Promise<number>;
  /** Sends the webhooks that were not delivered before the last stop. */
  sendPending(): void;
  /** The last attempts since the start, oldest first. */
  sent(): SentWebhook[];
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Ends the retries; the next start sends what is left. */
  stop(): Promise<void>;
};

/** One attempt: what was told, and what the service answered. */
export type SentWebhook = { at: string; provider: string; event: string; transaction: string; status: number };

type WebhookNeeds = {
  /** Of the service that is called. */
  baseUrl: string;
  ledger: Pick<Ledger, 'webhookEvents' | 'dropWebhookEvent'>;
  merchants: Pick<Merchants, 'keyOf'>;
  now: () => Date;
};

/** Short, because a person or a test waits; a real provider retries for days. */
const PAUSES_MS = [100, 400];
const ANSWER_LIMIT_MS = 30_000;
const NO_ANSWER = 504;
const KEPT = 100;

export function openWebhooks({ baseUrl, ledger, merchants, now }: WebhookNeeds): Webhooks {
  const stopping = new AbortController();
  const sending = new Set<Promise<unknown>>();
  const sent: SentWebhook[] = [];

  const post = async (webhookEvent: WebhookEvent, key: string): Promise<number> => {
    const signedAt = now();
    const body = bodyOf(webhookEvent);
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sign(body, key, signedAt) };
    const { provider, transaction } = webhookEvent;
    const status = await postTo(`${baseUrl}/webhooks/${provider}`, headers, body);
    sent.push({ at: signedAt.toISOString(), provider, event: eventNameOf(webhookEvent), transaction, status });
    sent.splice(0, sent.length - KEPT);
    // The clock may have been moved on while the request was under way, which makes the signature too old: retry.
    return status === 401 && now().getTime() - signedAt.getTime() > ANSWER_LIMIT_MS ? NO_ANSWER : status;
  };

  const deliver = async (webhookEvent: WebhookEvent, key: string): Promise<number> => {
    let status = await post(webhookEvent, key);
    for (const pause of PAUSES_MS) {
      if (status < 500 || stopping.signal.aborted) break;
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      status = await post(webhookEvent, key);
    }
    if (status < 500) ledger.dropWebhookEvent(webhookEvent);
    return status;
  };

  const send = (webhookEvent: WebhookEvent): Promise<number> => {
    const key = merchants.keyOf(webhookEvent.provider);
    // Without a key there is nothing to sign with, and the service would answer 404 as well.
    if (key === undefined) return Promise.resolve(404);
    const sent = deliver(webhookEvent, key);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
    return sent;
  };

  return {
    send,
    sent: () => [...sent],
    sendForged: (webhookEvent) => post(webhookEvent, `not ${merchants.keyOf(webhookEvent.provider)}`),
    sendPending: () => {
      for (const webhookEvent of ledger.webhookEvents()) void send(webhookEvent);
    },
    idle: async () => {
      while (sending.size > 0) await Promise.all(sending);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(sending);
    },
  };
}

const eventNameOf = ({ returned }: WebhookEvent): string => returned?.event ?? 'payment.succeeded';

function bodyOf(webhookEvent: WebhookEvent): string {
  const { transaction, reference, returned } = webhookEvent;
  return JSON.stringify({
    event: eventNameOf(webhookEvent),
    data: { transaction, reference, object: returned?.object },
  });
}

async function postTo(url: string, headers: Record<string, string>, body: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return NO_ANSWER;
  }
}

function sign(body: string, key: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`;
}
