/** The first screen: collections on the left, the chosen one with its timeline, and the customer's phone. */

import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { CollectionView } from './collection-view.tsx';
import { CreateForm } from './create-form.tsx';
import { Ago, Status } from './parts.tsx';
import { Customer } from './phone.tsx';
import { linkTo } from './route.ts';
import { collections, detail, messages, receiver, route } from './state.ts';
import { money } from './time.ts';

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

export function CollectionsScreen() {
  const { id } = route.value;
  const list = collections.value;
  if (list === undefined) return <p class="loading">Reading…</p>;
  if (id?.startsWith('pay_')) return <Chosen list={list} id={id} />;
  return (
    <>
      <Steps />
      <div class={list.length === 0 ? 'columns first' : 'columns'}>
        {list.length > 0 && <List list={list} />}
        <CreateForm isFirst={list.length === 0} />
      </div>
    </>
  );
}

function Chosen({ list, id }: { list: CollectionResponse[]; id: string }) {
  const chosen = detail.value;
  return (
    <>
      <Steps />
      <div class="columns three">
        <List list={list} />
        {chosen?.collection.id === id ? (
          <>
            <CollectionView {...chosen} />
            <Customer
              name={`${chosen.collection.contact.firstName} ${chosen.collection.contact.lastName}`}
              addresses={[chosen.collection.contact.phone, chosen.collection.contact.email]}
              messages={messages.value.filter(({ collectionId = id }) => collectionId === id)}
              collections={[chosen.collection]}
              plan={chosen.plan}
            />
          </>
        ) : (
          <p class="loading">Reading…</p>
        )}
      </div>
    </>
  );
}

function List({ list }: { list: CollectionResponse[] }) {
  const { id } = route.value;
  return (
    <nav class="list" aria-label="Collections">
      <div class="panel-head">
        <h2>Collections</h2>
        <a class="button plain" href={linkTo('collections', 'new')}>
          New
        </a>
      </div>
      <ul>
        {list.map((collection) => (
          <li key={collection.id}>
            <a href={linkTo('collections', collection.id)} aria-current={collection.id === id ? 'true' : undefined}>
              <span class="row">
                <strong>{`${collection.contact.firstName} ${collection.contact.lastName}`}</strong>
                <span class="sum">{money(collection.amount)}</span>
              </span>
              <span class="row small">
                <span class="reference">{collection.reference}</span>
                <Status status={collection.status} />
              </span>
              <span class="row small">
                <Ago at={Date.parse(collection.createdAt)} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
