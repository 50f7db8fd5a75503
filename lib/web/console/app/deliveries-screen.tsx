/** What was sent to one endpoint, newest first: each delivery with its attempts, and the failed ones sent again. */
import { useSignal } from '@preact/signals';
import type { DeliveryResponse, ReplayResponse } from '#lib/contract/webhook-delivery.ts';
import type { WebhookEndpointResponse } from '#lib/contract/webhook-endpoint.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import type { DevelopersWords } from '#lib/words/settings-words.ts';
import { ask, read } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { useLoad } from './load.ts';
import { readPage, usePages } from './paging.ts';
import { At, Curls, Pages, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { may, now, said } from './state.ts';

type Props = { id: string; query: URLSearchParams; texts: DevelopersWords };

const STATUSES = ['failed', 'waiting', 'delivered'] as const;

export function DeliveriesScreen({ id, query, texts }: Props) {
  const path = `public/webhook-endpoints/${encodeURIComponent(id)}`;
  const { data, problem, reload } = useLoad(path, () => read<WebhookEndpointResponse>(path));
  const status = STATUSES.find((each) => each === query.get('status'));
  const asked: Record<string, string> = { ...(status !== undefined && { status }) };
  return (
    <>
      <a class="back" href={linkTo('developers')}>
        <span aria-hidden="true">←</span> {texts.back}
      </a>
      <div class="head">
        <h1 tabIndex={-1}>{texts.deliveries}</h1>
        {may('admin') && data !== undefined && <Replay {...{ path, texts }} />}
      </div>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      <p class="intro">{data?.url}</p>
      <search class="filters">
        <nav aria-label={texts.deliveries} class="chips">
          {[undefined, ...STATUSES].map((each) => (
            <a
              key={each ?? ''}
              href={linkTo('developers', id, each && { status: each })}
              aria-current={each === status ? 'true' : undefined}
            >
              {each === undefined ? texts.allDeliveries : texts.deliveryStatuses[each]}
            </a>
          ))}
        </nav>
      </search>
      {data !== undefined && <List key={status ?? ''} {...{ path, asked, texts }} />}
      <Curls calls={[{ path: `${path}/deliveries` }]} />
    </>
  );
}

type ListProps = { path: string; asked: Record<string, string>; texts: DevelopersWords };

function List({ path, asked, texts }: ListProps) {
  const pages = usePages((cursor) => readPage<DeliveryResponse>(`${path}/deliveries`, asked, cursor));
  return (
    <>
      {pages.rows.length > 0 && (
        <ul class="panel ledger">
          {pages.rows.map((delivery) => (
            <Row key={delivery.id} {...{ delivery, texts }} />
          ))}
        </ul>
      )}
      <Pages pages={pages} empty={texts.noDeliveries} />
    </>
  );
}

const LOOKS = { delivered: 'completed', failed: 'expired', waiting: 'pending', sending: 'pending', held: 'pending' };

function Row({
  delivery: { event, status, attempts, createdAt },
  texts,
}: {
  delivery: DeliveryResponse;
  texts: DevelopersWords;
}) {
  const last = attempts.at(-1);
  const answer = last && (last.httpStatus === undefined ? (last.error ?? texts.noAnswer) : String(last.httpStatus));
  return (
    <li class="row">
      <span>
        <strong>{event.type}</strong> <span class={`status ${LOOKS[status]}`}>{texts.deliveryStatuses[status]}</span>
        <span class="small">
          {' '}
          {[event.id, answer?.replaceAll('_', ' '), attempts.length > 0 && texts.attempts(attempts.length)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {last?.answer !== undefined && status !== 'delivered' && <span class="small"> {last.answer}</span>}
      </span>
      <span class="when">
        <At at={Date.parse(createdAt)} />
      </span>
    </li>
  );
}

function Replay({ path, texts }: { path: string; texts: DevelopersWords }) {
  const isAsked = useSignal(false);
  return (
    <>
      <Button
        onClick={() => {
          isAsked.value = true;
        }}
      >
        {texts.replay}
      </Button>
      {isAsked.value && (
        <ActionDialog
          title={texts.replay}
          intro={texts.replayIntro}
          submit={texts.replay}
          send={async () => {
            const body = { since: new Date(now.value - DAY_MS).toISOString(), status: 'failed' };
            const { data } = await ask<ReplayResponse>('POST', `${path}/replay`, { body });
            said.value = texts.replayed(data.replayed);
          }}
          onRefused={() => {}}
          onClose={() => {
            isAsked.value = false;
          }}
        />
      )}
    </>
  );
}
