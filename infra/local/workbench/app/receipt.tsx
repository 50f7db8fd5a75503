/** What became of a message, and the receipts that its channel can send. */
import { useSignal } from '@preact/signals';
import { RECEIPT_CHOICES } from '#infra/local/channels/receipt-choices.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { refresh } from './refresh.ts';
import { said } from './state.ts';
import { statusOf } from './thread.ts';

type Props = { message: SentMessage; details: readonly CollectionResponse[] };

export function Receipt({ message, details }: Props) {
  const choices = RECEIPT_CHOICES[message.channel];
  const choice = useSignal('delivered');
  const status = statusOf(message, details);
  const send = (event: Event) => {
    event.preventDefault();
    const [chosen, reason] = choice.value.split(' ');
    void attempt(async () => {
      await local('POST', `messages/${encodeURIComponent(message.id)}/receipt`, {
        status: chosen,
        ...(reason !== undefined && { reason }),
      });
      said.value = 'The receipt was sent.';
      await refresh();
    });
  };
  return (
    <details class="fold receipt">
      <summary>
        <span class={`ticks ${status}`}>{status}</span>
        <span class="hidden-text">, change by a receipt</span>
      </summary>
      <form class="inline" onSubmit={send}>
        <label>
          <span class="hidden-text">Receipt</span>
          <select
            value={choice.value}
            onChange={({ currentTarget }) => {
              choice.value = currentTarget.value;
            }}
          >
            {Object.entries(choices).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <Button submit>Send receipt</Button>
      </form>
    </details>
  );
}
