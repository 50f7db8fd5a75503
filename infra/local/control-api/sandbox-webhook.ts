/** What the calls under `/_local/sandbox/` work with, and how they send a webhook. */
import type { Sandbox } from '#infra/sandbox/open-sandbox.ts';
import type { WebhookEvent } from '#infra/sandbox/records.ts';

export type SandboxParts = Pick<Sandbox, 'ledger' | 'merchants' | 'webhooks'> & { now: () => Date };

/** Sends the webhook and waits until it has been answered; `status` is absent when none is to be sent. */
export async function deliver(
  webhookEvent: WebhookEvent | undefined,
  send: (webhookEvent: WebhookEvent) => Promise<number>,
): Promise<{ delivered: boolean; status?: number }> {
  if (webhookEvent === undefined) return { delivered: false };
  const status = await send(webhookEvent);
  return { delivered: status >= 200 && status < 300, status };
}
