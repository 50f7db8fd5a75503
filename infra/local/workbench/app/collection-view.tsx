/** One collection: what is left to pay, the one timeline of past and plan, payments, and its calls. */
import { type Entry, timelineOf } from '#lib/web/console/timeline.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { api, attempt } from './api.ts';
import { moveClock } from './clock.tsx';
import { Ago, At, Curl, Status } from './parts.tsx';
import { Payments } from './payments.tsx';
import { ReceivedList } from './received.tsx';
import { refresh } from './refresh.ts';
import { type Detail, demo, now, receiver, said } from './state.ts';
import { money, teller } from './time.ts';

export function CollectionView({ collection, plan, payments }: Detail) {
  const { id, reference, amount, balance, status, contact } = collection;
  const told = receiver.value.webhooks.filter(({ body }) => body.includes(id));
  return (
    <article class="collection">
      <section class="panel summary" aria-label="Summary">
        <header class="row">
          <h2>{reference}</h2>
          <Status status={status} />
        </header>
        <LeftToPay balance={balance} amount={amount} />
        <p class="small">
          {contact.firstName} {contact.lastName}, {contact.phone}, {contact.email}
        </p>
        <Actions collection={collection} />
      </section>
      <TimelineView collection={collection} plan={plan} />
      <Payments collection={collection} payments={payments} />
      <Panel title="Webhooks">
        <ReceivedList webhooks={told} isOpen={receiver.value.endpoint !== null} />
      </Panel>
      <Calls id={id} />
    </article>
  );
}

function LeftToPay({ balance: { outstanding, received }, amount }: Pick<Detail['collection'], 'balance' | 'amount'>) {
  return outstanding.value > 0 ? (
    <p class="big">
      {money(outstanding)} <span class="small">to pay of {money(amount)}</span>
    </p>
  ) : (
    <p class="big paid">
      {money(received)} <span class="small">received of {money(amount)}</span>
    </p>
  );
}

function Actions({ collection: { id, status, payable } }: Pick<Detail, 'collection'>) {
  const link = payable.options.find((option) => 'link' in option);
  const isPayable = status === 'pending' || status === 'overdue';
  const act = (words: string, work: () => Promise<unknown>) =>
    void attempt(async () => {
      await work();
      said.value = words;
      await refresh();
    });
  return (
    <div class="buttons">
      {link !== undefined && 'link' in link && (
        <a class="button main" href={link.link} target="_blank" rel="noopener noreferrer">
          {status === 'completed' ? 'See the receipt' : 'Open the payment page'}
        </a>
      )}
      {isPayable && (
        <>
          <Button
            onClick={() => act('A reminder will be sent.', () => api('POST', `collections/${id}/follow-ups/send`, {}))}
          >
            Remind now
          </Button>
          <Button
            look="quiet"
            onClick={() =>
              act('The collection was cancelled.', () =>
                api('PATCH', `collections/${id}/status`, { status: 'cancelled' }),
              )
            }
          >
            Cancel it
          </Button>
        </>
      )}
      {link === undefined && !isPayable && <p class="small">It can no longer be paid.</p>}
    </div>
  );
}

function TimelineView({ collection, plan }: Omit<Detail, 'payments'>) {
  const { past, planned } = timelineOf({ collection, plan }, now.value, teller);
  return (
    <Panel title="Timeline" aside={plan.slots.length > 0 ? <WhyThisPlan reasons={plan.reasons} /> : undefined}>
      <ol class="timeline">
        {past.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
        <li class="now">
          <span>Now</span>
        </li>
        {planned.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
        {planned.length === 0 && <li class="rest">Nothing more is planned.</li>}
      </ol>
    </Panel>
  );
}

function WhyThisPlan({ reasons }: { reasons: readonly string[] }) {
  return (
    <details class="fold why">
      <summary>Why this plan</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

function Row({ entry: { at, title, look, note, text, badge } }: { entry: Entry }) {
  const isAhead = look === 'planned' && at > now.value;
  return (
    <li class={`entry ${look}`}>
      <div class="row">
        <strong>{title}</strong>
        {badge !== undefined && <Status status={badge} />}
        <span class="when">{isAhead ? <Ago at={at} /> : <At at={at} />}</span>
      </div>
      {note !== undefined && <p class="small">{note}</p>}
      {text !== undefined && (
        <details class="fold">
          <summary>Text</summary>
          <p class="text">{text}</p>
        </details>
      )}
      {isAhead && (
        <Button look="quiet" onClick={() => void moveClock({ now: new Date(at).toISOString() }, 'to there')}>
          Move the clock there<span class="hidden-text">: {title}</span>
        </Button>
      )}
    </li>
  );
}

function Calls({ id }: { id: string }) {
  const { baseUrl = '', apiKey = '' } = demo.value ?? {};
  const url = `${baseUrl}/public/collections/${id}`;
  return (
    <Panel title="As calls">
      <Curl title="Read it" url={url} apiKey={apiKey} />
      <Curl title="Its follow-up plan" url={`${url}/follow-ups`} apiKey={apiKey} />
      <Curl title="Its payments" url={`${url}/payments`} apiKey={apiKey} />
      <Curl title="Complete it" method="PATCH" url={`${url}/status`} apiKey={apiKey} body={{ status: 'completed' }} />
    </Panel>
  );
}
