/** The sandbox provider's webhooks: signed, sent again while nobody takes them, and not forgotten when the run is killed. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger, WebhookEvent } from './ledger.ts';
import type { Merchants } from './merchants.ts';

export type Webhooks = {
  /** Resolves with the HTTP status it got at last. */
  send(webhookEvent: WebhookEvent): Promise<number>;
  /** Once, with a signature that is not the provider's. */
  sendForged(webhookEvent: WebhookEvent): Promise<number>;
  /** Sends what nobody has taken yet. */
  sendPending(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
  /** Lets go of what is still to be sent again, which the next start does. */
  stop(): Promise<void>;
};

type Parts = {
  baseUrl: string;
  ledger: Pick<Ledger, 'webhookEvents' | 'dropWebhookEvent'>;
  merchants: Pick<Merchants, 'keyOf'>;
  now: () => Date;
};

/** A real provider takes days. */
const PAUSES_MS = [100, 400];
const ANSWER_LIMIT_MS = 30_000;
const NO_ANSWER = 504;

export function openWebhooks({ baseUrl, ledger, merchants, now }: Parts): Webhooks {
  const stopping = new AbortController();
  const sending = new Set<Promise<unknown>>();

  const post = async ({ provider, transaction, reference }: WebhookEvent, key: string): Promise<number> => {
    const signedAt = now();
    const body = JSON.stringify({ event: 'payment.succeeded', data: { transaction, reference } });
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sign(body, key, signedAt) };
    const status = await postTo(`${baseUrl}/webhooks/${provider}`, headers, body);
    // Refused, perhaps, because the clock was moved on while it was under way.
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
    // Without credentials the answer would be the same.
    if (key === undefined) return Promise.resolve(404);
    const sent = deliver(webhookEvent, key);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
    return sent;
  };

  return {
    send,
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
