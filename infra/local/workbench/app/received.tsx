/** Webhooks that the receiver of the local run got, newest first. */
import type { ReceivedWebhook } from '#infra/local/receiver/receiver.ts';
import { Button, Empty } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { At, Copyable } from './parts.tsx';
import { refresh } from './refresh.ts';
import { said } from './state.ts';

export function ReceivedList({ webhooks, isOpen }: { webhooks: readonly ReceivedWebhook[]; isOpen: boolean }) {
  if (webhooks.length === 0) {
    return isOpen ? (
      <Empty title="No webhook yet." />
    ) : (
      <Empty title="Nobody is told yet.">
        <Button onClick={openReceiver}>Catch webhooks here</Button>
      </Empty>
    );
  }
  return (
    <ul class="ledger webhooks">
      {webhooks.toReversed().map((webhook, index) => (
        // A webhook that was answered badly comes again under its id.
        <Received key={`${webhook.id} ${webhooks.length - index}`} webhook={webhook} />
      ))}
    </ul>
  );
}

const openReceiver = (): void =>
  void attempt(async () => {
    await local('POST', 'receiver');
    said.value = 'Webhooks are caught from now on.';
    await refresh();
  });

function Received({ webhook: { id, receivedAt, isVerified, answered, headers, body } }: { webhook: ReceivedWebhook }) {
  const shownHeaders = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <li>
      <details class="fold">
        <summary>
          <span class="row">
            <strong>{typeOf(body)}</strong>
            <span class={`status ${isVerified ? 'verified' : 'failed'}`}>
              {isVerified ? 'signature right' : 'signature wrong'}
            </span>
            {answered >= 300 && <span class="status failed">answered {answered}</span>}
            <span class="when">
              <At at={Date.parse(receivedAt)} />
            </span>
          </span>
        </summary>
        <Copyable text={`${shownHeaders.join('\n')}\n\n${pretty(body)}`} label={`Webhook ${id}`} />
      </details>
    </li>
  );
}

const parsed = (body: string): { type?: unknown } | undefined => {
  try {
    return JSON.parse(body) as { type?: unknown };
  } catch {
    return undefined;
  }
};

const typeOf = (body: string): string => String(parsed(body)?.type ?? 'Not a webhook of the service');

const pretty = (body: string): string => {
  const read = parsed(body);
  return read === undefined ? body : JSON.stringify(read, null, 2);
};
