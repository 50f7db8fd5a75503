/** The first payment in four steps: what is done is ticked, what comes next is said. */
import { useSignal } from '@preact/signals';
import { Button } from '#lib/web/kit/parts.tsx';
import { collections, messages, receiver } from './state.ts';

const HIDDEN = 'steps-hidden';

type Step = { name: string; hint: string; isDone: boolean };

function steps(): Step[] {
  const list = collections.value ?? [];
  const isPaid = list.some(({ balance }) => balance.received.value > 0);
  const { endpoint, webhooks } = receiver.value;
  // Webhooks are kept in memory: after a restart there are none, though they came.
  const wasTold = isPaid && endpoint !== null && webhooks.length === 0;
  const isTold = wasTold || webhooks.some(({ body }) => body.includes('"collection.completed"'));
  return [
    { name: 'Create a collection', hint: 'The form below is filled in.', isDone: list.length > 0 },
    { name: 'Move the clock', hint: '“+ 1 day”, at the top. What falls due runs.', isDone: messages.value.length > 0 },
    { name: 'Pay', hint: 'Open “Pay now” in a message on the phone.', isDone: isPaid },
    { name: 'See it arrive', hint: 'In the timeline, and as a webhook.', isDone: isTold },
  ];
}

export function Steps() {
  const isHidden = useSignal(localStorage.getItem(HIDDEN) !== null);
  const all = steps();
  const current = all.findIndex(({ isDone }) => !isDone);
  if (isHidden.value) return null;
  const hide = () => {
    localStorage.setItem(HIDDEN, '1');
    isHidden.value = true;
  };
  return (
    <section class="steps" aria-label="Your first payment">
      <ol>
        {all.map(({ name, hint, isDone }, index) => (
          <li key={name} class={isDone ? 'done' : ''} aria-current={index === current ? 'step' : undefined}>
            <span class="number" aria-hidden="true">
              {isDone ? '✓' : index + 1}
            </span>
            <span>
              <strong>{name}</strong>
              {isDone && <span class="hidden-text"> (done)</span>}
              <span class="hint">{hint}</span>
            </span>
          </li>
        ))}
      </ol>
      {current === -1 && (
        <p class="finished">
          That is the whole life of a collection. <a href="/docs">The docs</a> have every call.{' '}
          <Button look="quiet" onClick={hide}>
            Hide these steps
          </Button>
        </p>
      )}
    </section>
  );
}
