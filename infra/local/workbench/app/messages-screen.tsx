/** The first screen: the steps of a first payment, the people who are asked to pay, and the phone and mailbox of one. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { api, attempt, local } from './api.ts';
import { ConsoleLink, Curl } from './parts.tsx';
import { Customer } from './phone.tsx';
import { refresh } from './refresh.ts';
import { linkTo } from './route.ts';
import { newReference, sampleCollection } from './sample.ts';
import { PersonCollections } from './sandbox.tsx';
import { collections, demo, details, messages, people, person, receiver, said } from './state.ts';

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
    { name: 'Create a collection', hint: 'The button below makes one.', isDone: list.length > 0 },
    { name: 'Move the clock', hint: '“+ 1 day”, at the top. What falls due runs.', isDone: messages.value.length > 0 },
    { name: 'Pay', hint: 'Open “Pay now” in a message on the phone.', isDone: isPaid },
    { name: 'See it arrive', hint: 'In the console, and as a webhook.', isDone: isTold },
  ];
}

function Steps() {
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

export function MessagesScreen() {
  if (collections.value === undefined) return <p class="loading">Reading…</p>;
  const shown = person.value;
  return (
    <>
      <Steps />
      <div class={shown === undefined ? 'columns first' : 'columns three'}>
        <div>
          {shown !== undefined && <People />}
          <NewCollection />
        </div>
        {shown !== undefined && (
          <>
            <Customer {...shown} details={details.value} />
            {details.value.length > 0 && <PersonCollections list={details.value} />}
          </>
        )}
      </div>
    </>
  );
}

const People = () => (
  <nav class="list" aria-label="People">
    <h2>People</h2>
    <ul>
      {people.value.map(({ name, addresses, messages: { length } }) => (
        <li key={addresses[0]}>
          <a
            href={linkTo('messages', addresses[0])}
            aria-current={addresses[0] === person.value?.addresses[0] ? 'true' : undefined}
          >
            <strong>{name}</strong>
            <p class="small">{addresses.join(', ')}</p>
            <p class="small">{length === 1 ? '1 message' : `${length} messages`}</p>
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** The receiver is made first, so that it is told of everything. */
async function create(): Promise<void> {
  await local('POST', 'receiver');
  const { id, reference } = await api<CollectionResponse>('POST', 'collections', sampleCollection(newReference()));
  said.value = `Collection ${reference} was created.`;
  location.hash = linkTo('messages', id);
  await refresh();
}

function NewCollection() {
  const isBusy = useSignal(false);
  const { baseUrl = '', apiKey = '' } = demo.value ?? {};
  const start = async () => {
    isBusy.value = true;
    await attempt(create);
    isBusy.value = false;
  };
  return (
    <Panel title={people.value.length === 0 ? 'Your first collection' : 'New collection'}>
      <p>NGN 45,000 from Ada Obi, with reminders every two hours. Its webhooks are caught here.</p>
      <div class="buttons">
        <Button look="main" disabled={isBusy.value} onClick={() => void start()}>
          Create the collection
        </Button>
        <ConsoleLink screen="collections/new" look="button quiet">
          Another in the console
        </ConsoleLink>
      </div>
      <Curl
        title="The same as curl"
        method="POST"
        url={`${baseUrl}/public/collections`}
        apiKey={apiKey}
        body={sampleCollection('order-1001')}
      />
    </Panel>
  );
}
