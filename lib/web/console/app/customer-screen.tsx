/** One customer: what is owed in all, one conversation over every collection, and what holds for all of them. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { dateIn, noonOf } from '#lib/web/console/format.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { ask, read } from './api.ts';
import { CollectionTable, nameOf } from './collection-table.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { type CollectionStory, type Customer, conversationOf, openFirst } from './customers.ts';
import { useLoad } from './load.ts';
import { At, Curls, Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, may, now, teller, words } from './state.ts';
import { TimelinePanel } from './timeline-view.tsx';

/** Each collection of the conversation costs two calls. */
const TOLD_AT_FIRST = 10;
const MAX_LISTED = 100;

type LoadedCustomer = { customer: Customer; collections: CollectionResponse[]; isAll: boolean };

async function readCustomer(id: string): Promise<LoadedCustomer> {
  const [customer, { data, meta }] = await Promise.all([
    read<Customer>(`public/customers/${encodeURIComponent(id)}`),
    ask<CollectionResponse[]>(
      'GET',
      `public/collections?${new URLSearchParams({ contact: id, limit: String(MAX_LISTED) })}`,
    ),
  ]);
  return { customer, collections: openFirst(data), isAll: !meta?.nextCursor };
}

const readTold = (collections: readonly CollectionResponse[]): Promise<CollectionStory[]> =>
  Promise.all(
    collections.map(async ({ id }) => {
      const path = `public/collections/${id}`;
      const [collection, plan] = await Promise.all([
        read<CollectionResponse>(path),
        read<FollowUpPlanResponse>(`${path}/follow-ups`),
      ]);
      return { collection, plan };
    }),
  );

export function CustomerScreen({ id }: { id: string }) {
  const { data, problem, reload } = useLoad(`customer-${id}`, () => readCustomer(id));
  const { customers, one } = words.value;
  const path = `public/customers/${id}`;
  return (
    <>
      <a class="back" href={linkTo('customers')}>
        <span aria-hidden="true">←</span> {customers.back}
      </a>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && (
        <>
          <h1 tabIndex={-1} class="hidden-text">
            {one.contact}
          </h1>
          <Loading />
        </>
      )}
      {data !== undefined && (
        <article class="one">
          <h1 tabIndex={-1} class="customer-name">
            {nameOf(data.customer)}
          </h1>
          <section class="panel summary" aria-label={one.summary}>
            <Sums customer={data.customer} />
            {data.customer.tags.map((tag) => (
              <span key={tag} class="status">
                {tag}
              </span>
            ))}
            <a href={linkTo('statement', id)}>{words.value.statement.title}</a>
            {may('agent') && (
              <CustomerActions customer={data.customer} collections={data.collections} reload={reload} />
            )}
          </section>
          <Collections shown={data} />
          <div class="columns">
            <Conversation shown={data} />
            <div class="aside">
              <Reach customer={data.customer} />
            </div>
          </div>
          <Curls calls={[{ path }, { path: `public/collections?contact=${id}` }]} />
        </article>
      )}
    </>
  );
}

/** So many are seen without scrolling past the conversation. */
const LISTED_AT_FIRST = 5;

function Collections({ shown: { collections, isAll } }: { shown: LoadedCustomer }) {
  const isWhole = useSignal(false);
  const { customers } = words.value;
  const hidden = isWhole.value ? 0 : Math.max(0, collections.length - LISTED_AT_FIRST);
  return (
    <section class="of-customer">
      <h2>{customers.collections(collections.length, isAll)}</h2>
      <CollectionTable collections={collections.slice(0, collections.length - hidden)} />
      {hidden > 0 && (
        <Button
          onClick={() => {
            isWhole.value = true;
          }}
        >
          {customers.older(hidden)}
        </Button>
      )}
    </section>
  );
}

function Conversation({ shown: { customer, collections } }: { shown: LoadedCustomer }) {
  const count = useSignal(TOLD_AT_FIRST);
  const chosen = collections.slice(0, count.value);
  // What has changed in one of them is read again.
  const key = chosen.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join();
  const { data, problem, reload } = useLoad(`${customer.id} ${customer.nextMessageAt} ${key}`, () => readTold(chosen));
  const { customers } = words.value;
  if (data === undefined) {
    return (
      <Panel title={customers.conversation}>
        {problem === undefined ? <Loading /> : <Trouble problem={problem} retry={() => void reload()} />}
      </Panel>
    );
  }
  const left = collections.length - count.value;
  return (
    <TimelinePanel
      title={customers.conversation}
      timeline={conversationOf(data, now.value, teller.value)}
      below={
        left > 0 && (
          <Button
            onClick={() => {
              count.value += TOLD_AT_FIRST;
            }}
          >
            {customers.older(Math.min(left, TOLD_AT_FIRST))}
          </Button>
        )
      }
    />
  );
}

/** One sum for each currency: no two are added. */
function Sums({ customer: { open, owed, nextMessageAt, pausedSince } }: { customer: Customer }) {
  const { customers, home } = words.value;
  const { money } = teller.value;
  return (
    <>
      <dl class="sums">
        {owed.length === 0 && (
          <div class="left">
            <dt>{home.owed}</dt>
            <dd>{customers.nothing}</dd>
          </div>
        )}
        {owed.map(({ amount, count, expired }) => {
          const text = money(amount);
          const { oldestDueDate } = open.find(({ currency }) => currency === amount.currency) ?? {};
          return (
            <div key={amount.currency} class="left open-sum">
              <dt>{home.owed}</dt>
              <dd style={{ '--length': text.length }}>{text}</dd>
              <dd class="small">
                {home.collections(count)}
                {oldestDueDate && `, ${customers.oldestDue(dateIn(language.value)(noonOf(oldestDueDate)))}`}
              </dd>
              {expired.count > 0 && <dd class="small">{customers.expired(money(expired.amount))}</dd>}
            </div>
          );
        })}
      </dl>
      <p>
        <strong>{words.value.one.next}</strong>{' '}
        {nextMessageAt === null ? customers.noNext : <At at={Date.parse(nextMessageAt)} />}
        {pausedSince !== undefined && (
          <>
            {' '}
            {customers.pausedSince} <At at={Date.parse(pausedSince)} />.
          </>
        )}
      </p>
    </>
  );
}

/** How the customer can be reached, and how not any more, in words. */
function Reach({ customer }: { customer: Customer }) {
  const { phone, email, optedOut, unreachable, lastHeardAt, lastMessageAt } = customer;
  const { one, customers } = words.value;
  const { channels } = teller.value.words;
  const names = (Object.keys(channels) as (keyof typeof channels)[]).filter((channel) => optedOut[channel]);
  return (
    <Panel title={one.contact}>
      <dl class="facts">
        <dt>{one.phone}</dt>
        <dd>
          <a href={`tel:${phone}`}>{phone}</a>
        </dd>
        <dt>{one.email}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{customers.heard}</dt>
        <dd>{lastHeardAt === null ? customers.never : <At at={Date.parse(lastHeardAt)} />}</dd>
        <dt>{customers.written}</dt>
        <dd>{lastMessageAt === null ? customers.never : <At at={Date.parse(lastMessageAt)} />}</dd>
      </dl>
      {names.map((channel) => (
        <p key={channel} class="notice bad">
          {customers.optedOut(channels[channel])}
        </p>
      ))}
      {unreachable.map(({ channel, reason, until }) => (
        <p key={channel} class="notice wait">
          {customers.unreachable(channels[channel], customers.failures[reason] ?? reason.replaceAll('_', ' '))}
          {until !== null && (
            <>
              {' '}
              {customers.until} <At at={Date.parse(until)} />
            </>
          )}
        </p>
      ))}
    </Panel>
  );
}
