/** Faults on demand: the next calls of a service fail in a chosen way. */
import { useSignal } from '@preact/signals';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { Button, Empty, Panel } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { Curl } from './parts.tsx';
import { refresh } from './refresh.ts';
import { demo, faults, said } from './state.ts';
import { CHANNEL_NAMES } from './time.ts';

const SERVICES = {
  ...CHANNEL_NAMES,
  scheduler: 'The scheduler',
  queue: 'The queues',
  sandbox: 'The sandbox provider',
  api: 'The API itself',
};

const KINDS = {
  reject: 'refuse: a definite no',
  throttle: 'throttle: too many requests',
  error: 'fail with 500, nothing is accepted',
  'lost-reply': 'accept, but never answer',
};

const OF_SANDBOX = { 'unavailable-verify': 'fail when asked what was paid' };

const OF_API = {
  throttle: 'refuse with 429',
  error: 'fail with 500, nothing is done',
  unavailable: 'refuse with 503',
  timeout: 'do it, and answer 504',
  'lost-reply': 'do it, but never answer',
};

const kindsOf = (service: string): Record<string, string> => {
  if (service === 'api') return OF_API;
  return service === 'sandbox' ? { ...KINDS, ...OF_SANDBOX } : KINDS;
};

export function FaultsScreen() {
  const service = useSignal<string>(CHANNELS[0]);
  const kind = useSignal('throttle');
  const times = useSignal('3');
  const kinds = kindsOf(service.value);
  const body = { service: service.value, kind: kind.value, times: Number(times.value) };
  const act = (words: string, method: 'POST' | 'DELETE', given?: object) =>
    void attempt(async () => {
      await local(method, 'faults', given);
      said.value = words;
      await refresh();
    });
  return (
    <div class="columns even">
      <Panel title="Make something fail">
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            act('The fault is set.', 'POST', body);
          }}
        >
          <div class="pair">
            <Choice
              name="service"
              label="Service"
              options={SERVICES}
              value={service.value}
              onInput={(value) => {
                service.value = value;
                if (!(kind.value in kindsOf(value))) kind.value = 'error';
              }}
            />
            <Choice
              name="kind"
              label="It shall"
              options={kinds}
              value={kind.value}
              onInput={(value) => {
                kind.value = value;
              }}
            />
            <Field
              name="times"
              label="Times"
              type="number"
              min="1"
              max="1000000"
              value={times.value}
              onInput={(value) => {
                times.value = value;
              }}
            />
          </div>
          <p class="small">Counted in requests, with the retries of the AWS SDK.</p>
          <div class="buttons">
            <Button submit look="main">
              Set the fault
            </Button>
          </div>
          <Curl title="The same as curl" method="POST" url={`${demo.value?.baseUrl}/_local/faults`} body={body} />
        </form>
      </Panel>
      <Panel
        title="Waiting to strike"
        aside={
          faults.value.length > 0 ? (
            <Button onClick={() => act('All faults are gone.', 'DELETE')}>Clear all</Button>
          ) : undefined
        }
      >
        {faults.value.length === 0 && (
          <Empty title="Everything works.">
            <p class="small">Set a fault, move the clock, and see in a timeline what the service makes of it.</p>
          </Empty>
        )}
        <ul class="ledger">
          {faults.value.map((fault, index) => (
            // The same fault can wait twice.
            <li key={index} class="row">
              <strong>{SERVICES[fault.service as keyof typeof SERVICES]}</strong>
              <span class="small">{kindsOf(fault.service)[fault.kind] ?? fault.kind}</span>
              <span class="status failed">{fault.times === 1 ? 'once' : `${fault.times} times`}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
