/** The one timeline: what happened, a line for now, and what is planned. */
import { type Entry, timelineOf } from '#lib/console/timeline.ts';
import type { Detail } from './detail.ts';
import { At, Panel } from './parts.tsx';
import { now, teller, words } from './state.ts';

export function TimelineView({ detail }: { detail: Detail }) {
  const { past, planned } = timelineOf(detail, now.value, teller.value);
  const { timeline, now: nowText, nothingPlanned, whyPlan } = words.value.one;
  const { reasons, slots } = detail.plan;
  return (
    <Panel title={timeline}>
      <ol class="timeline">
        {past.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
        <li class="now">
          <span>{nowText}</span>
        </li>
        {planned.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
        {planned.length === 0 && <li class="rest">{nothingPlanned}</li>}
      </ol>
      {slots.length > 0 && reasons.length > 0 && (
        <details class="fold">
          <summary>{whyPlan}</summary>
          <ul lang="en">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

export function Row({ entry }: { entry: Entry }) {
  const { at, title, look, note, text, to, by, steps = [] } = entry;
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
      {about !== '' && <p class="small">{about}</p>}
      <Steps steps={steps} />
      {text !== undefined && text !== '' && (
        <details class="fold">
          <summary>{one.text}</summary>
          <p class="message">{text}</p>
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
