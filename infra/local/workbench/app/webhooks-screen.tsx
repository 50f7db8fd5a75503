/** Webhooks both ways: what the service tells its receivers, and what the payment provider told the service. */
import type { DeliveryResponse } from '#lib/contract/webhook-delivery.ts';
import { Choice } from '#lib/web/kit/field.tsx';
import { Button, Empty, Panel } from '#lib/web/kit/parts.tsx';
import { api, attempt, local } from './api.ts';
import { Ago, At, Status } from './parts.tsx';
import { ReceivedList } from './received.tsx';
import { refresh } from './refresh.ts';
import { type Endpoint, endpoints, providerWebhooks, receiver, said } from './state.ts';

export function WebhooksScreen() {
  const { endpoint, webhooks, answer } = receiver.value;
  return (
    <div class="columns two even">
      <Panel title="Caught here" aside={endpoint === null ? undefined : <Answers answer={answer} />}>
        <ReceivedList webhooks={webhooks} isOpen={endpoint !== null} />
      </Panel>
      <div>
        <Panel title="Endpoints">
          {endpoints.value.length === 0 && <Empty title="No endpoint is told of anything." />}
          <ul class="ledger">
            {endpoints.value.map((each) => (
              <EndpointView key={each.id} endpoint={each} />
            ))}
          </ul>
        </Panel>
        <Panel title="From the payment provider">
          {providerWebhooks.value.length === 0 && <Empty title="The sandbox provider has sent none since the start." />}
          <ul class="ledger">
            {providerWebhooks.value.toReversed().map(({ at, event, transaction, status }) => (
              <li key={`${at} ${transaction}`}>
                <div class="row">
                  <strong>{event}</strong>
                  <span class={`status ${status < 300 ? 'verified' : 'failed'}`}>answered {status}</span>
                  <span class="when">
                    <At at={Date.parse(at)} />
                  </span>
                </div>
                <p class="small">{transaction}</p>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}

const ANSWERS = { 200: '200, taken', 500: '500, try again', 410: '410, gone for good' };

function Answers({ answer }: { answer: number }) {
  const change = (value: string) =>
    void attempt(async () => {
      await local('POST', 'receiver', { answer: Number(value) });
      said.value = `Webhooks are answered with ${value} from now on.`;
      await refresh();
    });
  return <Choice name="answer" label="Answers with" options={ANSWERS} value={String(answer)} onInput={change} />;
}

function EndpointView({ endpoint: { id, url, status, statusReason, deliveries } }: { endpoint: Endpoint }) {
  const call = (words: string, method: string, path: string, body?: object) =>
    void attempt(async () => {
      await api(method, `webhook-endpoints/${id}${path}`, body);
      said.value = words;
      await refresh();
    });
  return (
    <li>
      <div class="row">
        <code>{url}</code>
        <Status status={status} />
      </div>
      {statusReason !== undefined && <p class="small">{statusReason.replaceAll('_', ' ')}</p>}
      <div class="buttons">
        <Button onClick={() => call('The ping was sent.', 'POST', '/ping')}>Ping</Button>
        {status === 'enabled' ? (
          <Button look="quiet" onClick={() => call('Paused.', 'PATCH', '', { status: 'paused' })}>
            Pause
          </Button>
        ) : (
          <Button look="quiet" onClick={() => call('Enabled.', 'PATCH', '', { status: 'enabled' })}>
            Enable
          </Button>
        )}
        <Button look="quiet" onClick={() => call('Deleted.', 'DELETE', '')}>
          Delete
        </Button>
      </div>
      <details class="fold">
        <summary>{deliveries.length === 20 ? 'Last 20 deliveries' : `${deliveries.length} deliveries`}</summary>
        <ul class="ledger">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Delivery({ delivery: { event, status, attempts, nextAttemptAt } }: { delivery: DeliveryResponse }) {
  return (
    <li>
      <div class="row">
        <strong>{event.type}</strong>
        <Status status={status} />
      </div>
      {attempts.map(({ at, httpStatus, error, milliseconds }) => (
        <p class="small" key={at}>
          <At at={Date.parse(at)} />: {httpStatus ?? error}, {milliseconds} ms
        </p>
      ))}
      {nextAttemptAt !== null && (
        <p class="small">
          Next attempt <Ago at={Date.parse(nextAttemptAt)} />
        </p>
      )}
    </li>
  );
}
