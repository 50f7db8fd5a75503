/** The customer's answer. */
import { useSignal } from '@preact/signals';
import { REPLY_CHANNELS } from '#lib/domain/channels/channels.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { refresh } from './refresh.ts';
import { said } from './state.ts';
import type { Bubble } from './thread.ts';
import { CHANNEL_NAMES } from './time.ts';

const USUAL = ['I will pay on Friday', 'STOP', 'START', 'HELP'];

type Props = { phone: string; thread: readonly Bubble[] };

export function Reply({ phone, thread }: Props) {
  const text = useSignal('');
  const chosen = useSignal<string | undefined>(undefined);
  const last = thread.findLast((bubble) => bubble.kind === 'theirs');
  if (last === undefined) return null;
  const channel = chosen.value ?? last.message.channel;
  const answer = (words: string) => {
    if (words.trim() === '') return;
    void attempt(async () => {
      await local('POST', 'inbound', { channel, from: phone, text: words });
      said.value = 'The reply was received.';
      text.value = '';
      await refresh();
    });
  };
  return (
    <form
      class="reply"
      onSubmit={(event) => {
        event.preventDefault();
        answer(text.value);
      }}
    >
      <div class="usual">
        {USUAL.map((words) => (
          <Button key={words} look="quiet" onClick={() => answer(words)}>
            {words}
          </Button>
        ))}
      </div>
      <div class="line">
        <select
          aria-label="Reply by"
          value={channel}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value;
          }}
        >
          {REPLY_CHANNELS.map((each) => (
            <option key={each} value={each}>
              {CHANNEL_NAMES[each]}
            </option>
          ))}
        </select>
        <input
          aria-label="Reply as the customer"
          placeholder="Reply"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <Button submit look="main">
          Send
        </Button>
      </div>
    </form>
  );
}
