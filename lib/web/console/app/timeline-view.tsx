/** The one timeline: what happened, a line for now, and what is planned. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Entry, type Timeline, timelineOf } from '#lib/web/console/timeline.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import type { Detail } from './detail.ts';
import { At } from './parts.tsx';
import { linkTo } from './route.ts';
import { now, teller, words } from './state.ts';

/** Of what is planned, the first is shown; the rest on request. */
const AT_FIRST = 3;

export const TimelineView = ({ detail }: { detail: Detail }) => (
  <TimelinePanel title={words.value.one.timeline} timeline={timelineOf(detail, now.value, teller.value)} />
);

type TimelineProps = { title: string; timeline: Timeline; below?: ComponentChildren };

export function TimelinePanel({ title, timeline: { past, planned }, below }: TimelineProps) {
  const isWhole = useSignal(false);
  const { now: nowText, nothingPlanned, more } = words.value.one;
  const hidden = isWhole.value || planned.length <= AT_FIRST + 2 ? [] : planned.slice(AT_FIRST, -1);
  return (
    <Panel title={title}>
      <ol class="timeline">
        {past.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
        <li class="now">
          <span>{nowText}</span>
        </li>
        {planned.map((entry, index) =>
          hidden.includes(entry) ? (
            index === AT_FIRST && (
              <li key="more" class="rest">
                <Button
                  onClick={() => {
                    isWhole.value = true;
                  }}
                >
                  {more(hidden.length)}
                </Button>
              </li>
            )
          ) : (
            <Row key={entry.key} entry={entry} />
          ),
        )}
        {planned.length === 0 && <li class="rest">{nothingPlanned}</li>}
      </ol>
      {below}
    </Panel>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { at, title, look, note, text, to, by, collection, spokenFor, steps = [] } = entry;
  const { one } = words.value;
  const { words: told } = teller.value;
  const about = [to !== undefined && one.to(to), note, by !== undefined && told.by(by)].filter(Boolean).join(' · ');
  return (
    <li class={`entry ${look}`}>
      <div class="row">
        <strong>{title}</strong>
        <span class="when">
          <At at={at} />
        </span>
      </div>
      {collection !== undefined && (
        <p class="small">
          <a href={linkTo('collections', collection.id)}>{collection.reference}</a>
        </p>
      )}
      {spokenFor !== undefined && (
        <p class="small">
          <a href={linkTo('collections', spokenFor)}>{one.spokenFor}</a>
        </p>
      )}
      {about !== '' && <p class="small">{about}</p>}
      <Steps steps={steps} />
      {text !== undefined && text !== '' && (
        <details class="fold">
          <summary>{one.text}</summary>
          <p class="bubble">{text}</p>
        </details>
      )}
    </li>
  );
}

/** What became of the message. That it was skipped is in its title. */
function Steps({ steps }: { steps: NonNullable<Entry['steps']> }) {
  const shown = steps.filter(({ status }) => status !== 'skipped');
  const { fates } = teller.value.words;
  if (shown.length === 0) return null;
  return (
    <ul class="steps">
      {shown.map(({ status, at }) => (
        <li key={status} class={`fate ${status}`}>
          {fates[status] ?? status}{' '}
          <span class="small">
            <At at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
