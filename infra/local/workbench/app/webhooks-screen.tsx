/** Webhooks both ways: what the service tells its receivers, and what the payment provider told the service. */
import type { ReceivedWebhook } from '#infra/local/receiver/receiver.ts';
import { Choice } from '#lib/web/kit/field.tsx';
import { Button, Empty, Panel } from '#lib/web/kit/parts.tsx';
import { api, attempt, local } from './api.ts';
import { At, Copyable, Curl, Status } from './parts.tsx';
import { refresh } from './refresh.ts';
import { demo, endpoints, providerWebhooks, receiver, said } from './state.ts';

export function WebhooksScreen() {
  const { endpoint, webhooks, answer } = receiver.value;
  return (
    <div class="columns even">
      <Panel title="Caught here" aside={endpoint === null ? undefined : <Answers answer={answer} />}>
        {webhooks.length === 0 && <NoneCaught isOpen={endpoint !== null} />}
        <ul class="ledger webhooks">
          {webhooks.toReversed().map((webhook, index) => (
            // A webhook that was answered badly comes again under its id.
            <Received key={`${webhook.id} ${webhooks.length - index}`} webhook={webhook} />
          ))}
        </ul>
      </Panel>
      <div>
        <Panel title="Endpoints">
          {endpoints.value.length === 0 && <Empty title="No endpoint is told of anything." />}
          <ul class="ledger">
            {endpoints.value.map((each) => (
              <EndpointRow key={each.id} {...each} />
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

const act = (words: string, work: () => Promise<unknown>) =>
  void attempt(async () => {
    await work();
    said.value = words;
    await refresh();
  });

const ANSWERS = { 200: '200, taken', 500: '500, try again', 410: '410, gone for good' };

const Answers = ({ answer }: { answer: number }) => (
  <Choice
    name="answer"
    label="Answers with"
    options={ANSWERS}
    value={String(answer)}
    onInput={(value) =>
      act(`Webhooks are answered with ${value} from now on.`, () =>
        local('POST', 'receiver', { answer: Number(value) }),
      )
    }
  />
);

const NoneCaught = ({ isOpen }: { isOpen: boolean }) =>
  isOpen ? (
    <Empty title="No webhook yet." />
  ) : (
    <Empty title="Nobody is told yet.">
      <Button onClick={() => act('Webhooks are caught from now on.', () => local('POST', 'receiver'))}>
        Catch webhooks here
      </Button>
    </Empty>
  );

function Received({ webhook: { id, receivedAt, isVerified, answered, headers, body } }: { webhook: ReceivedWebhook }) {
  const shownHeaders = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <li>
      <details class="fold">
        <summary>
          <span class="row">
            <strong>{typeOf(body)}</strong>
            <span class={`status ${isVerified ? 'verified' : 'failed'}`}>
              {isVerified ? 'signature right' : 'signature wrong'}
            </span>
            {answered >= 300 && <span class="status failed">answered {answered}</span>}
            <span class="when">
              <At at={Date.parse(receivedAt)} />
            </span>
          </span>
        </summary>
        <Copyable text={`${shownHeaders.join('\n')}\n\n${pretty(body)}`} label={`Webhook ${id}`} />
      </details>
    </li>
  );
}

const parsed = (body: string): { type?: unknown } | undefined => {
  try {
    return JSON.parse(body) as { type?: unknown };
  } catch {
    return undefined;
  }
};

const typeOf = (body: string): string => String(parsed(body)?.type ?? 'Not a webhook of the service');

const pretty = (body: string): string => {
  const read = parsed(body);
  return read === undefined ? body : JSON.stringify(read, null, 2);
};

type Endpoint = (typeof endpoints.value)[number];

function EndpointRow({ id, url, status, statusReason }: Endpoint) {
  const path = `webhook-endpoints/${id}`;
  const { baseUrl = '', apiKey = '' } = demo.value ?? {};
  const next = status === 'enabled' ? 'paused' : 'enabled';
  return (
    <li>
      <div class="row">
        <code>{url}</code>
        <Status status={status} />
      </div>
      {statusReason !== undefined && <p class="small">{statusReason.replaceAll('_', ' ')}</p>}
      <div class="buttons">
        <Button onClick={() => act('The ping was sent.', () => api('POST', `${path}/ping`))}>Ping</Button>
        <Button look="quiet" onClick={() => act(`Now it is ${next}.`, () => api('PATCH', path, { status: next }))}>
          {next === 'paused' ? 'Pause' : 'Enable'}
        </Button>
        <Button look="quiet" onClick={() => act('Deleted.', () => api('DELETE', path))}>
          Delete
        </Button>
      </div>
      <Curl title="Its deliveries as curl" url={`${baseUrl}/public/${path}/deliveries`} apiKey={apiKey} />
    </li>
  );
}
