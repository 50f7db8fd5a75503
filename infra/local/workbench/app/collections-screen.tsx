/** The first screen: collections on the left, the chosen one with its timeline, and the customer's phone. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CollectionView } from './collection-view.tsx';
import { CreateForm } from './create-form.tsx';
import { Ago, Status } from './parts.tsx';
import { Customer } from './phone.tsx';
import { linkTo } from './route.ts';
import { collections, detail, messages, route } from './state.ts';
import { Steps } from './steps.tsx';
import { money } from './words.ts';

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
