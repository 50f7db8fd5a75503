/** What is to run: schedules, and the messages on the queues. */

import { Button, Empty, Panel } from '#lib/web/kit/parts.tsx';
import { moveClock } from './clock.tsx';
import { Ago, At, ConsoleLink } from './parts.tsx';
import { now, queues, type Schedule, schedules } from './state.ts';

export function SchedulesScreen() {
  return (
    <div class="columns even">
      <Panel title="Schedules">
        {schedules.value.length === 0 ? <Empty title="Nothing is scheduled." /> : <Schedules list={schedules.value} />}
      </Panel>
      <div>
        {queues.value.map(({ name, messages }) => (
          <Panel key={name} title={`Queue of ${name}`}>
            {messages.length === 0 ? (
              <Empty title="Empty." />
            ) : (
              <ul class="ledger">
                {messages.map(({ at, receives, body }) => (
                  <li key={`${at} ${body}`}>
                    <p class="row">
                      <code>{body}</code>
                      <span class="when">
                        <Ago at={Date.parse(at)} />
                      </span>
                    </p>
                    {receives > 0 && <p class="small">Received {receives} times before.</p>}
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        ))}
      </div>
    </div>
  );
}

function Schedules({ list }: { list: readonly Schedule[] }) {
  return (
    <ul class="ledger">
      {list.map(({ name, at, target }) => (
        <li key={name}>
          <div class="row">
            <strong>{whatRuns(target)}</strong>
            <span class="when">
              <At at={Date.parse(at)} />, <Ago at={Date.parse(at)} />
            </span>
          </div>
          <p class="small">{collectionOf(name) === undefined ? <code>{name}</code> : <Collection name={name} />}</p>
          <Button
            look="quiet"
            onClick={() =>
              void moveClock({ now: new Date(Math.max(Date.parse(at), now.value)).toISOString() }, 'to a schedule')
            }
          >
            Move the clock there<span class="hidden-text">: {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const Collection = ({ name }: { name: string }) => (
  <ConsoleLink screen={`collections/${collectionOf(name)}`}>
    <code>{name}</code>
  </ConsoleLink>
);

/** A run's schedule has the id of its collection, and a number. */
const collectionOf = (name: string): string | undefined => /^(pay_\w+)-\d+$/.exec(name)?.[1];

const TARGETS: Readonly<Record<string, string>> = {
  runs: 'Runs a collection',
  webhooks: 'Sends a webhook again',
  'reconcile-provider': 'Reads the provider’s list of payments',
};

const whatRuns = (target: string): string => {
  const name = target.split(':').at(-1) ?? target;
  return TARGETS[name] ?? name;
};
