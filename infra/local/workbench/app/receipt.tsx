/** What became of a message, and the receipts that its channel can send. */
import { useSignal } from '@preact/signals';
import { RECEIPT_CHOICES } from '#infra/local/channels/receipt-choices.ts';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { refresh } from './refresh.ts';
import { said } from './state.ts';

type Props = { message: SentMessage; plan: FollowUpPlanResponse | undefined };

/** The plan knows the last channel of each slot only. */
function statusOf({ slot, channel }: SentMessage, plan: Props['plan']): string | undefined {
  const found = plan?.slots.find((candidate) => candidate.slot === slot && candidate.channel === channel);
  return found?.status === 'planned' ? undefined : found?.status;
}

export function Receipt({ message, plan }: Props) {
  const choices = RECEIPT_CHOICES[message.channel];
  const choice = useSignal('delivered');
  const status = statusOf(message, plan);
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
        <span class={`ticks ${status ?? ''}`}>{status ?? 'sent'}</span>
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
