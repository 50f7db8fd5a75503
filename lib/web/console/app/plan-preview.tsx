/** The plan of a collection that does not exist yet: asked for a moment after the last key. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { slotAt } from '#lib/web/console/timeline.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { canPreview, type Draft, previewOf } from './draft.ts';
import { At } from './parts.tsx';
import { teller, words } from './state.ts';

const AFTER_LAST_KEY_MS = 300;

export function PlanPreview({ draft }: { draft: Draft }) {
  const plan = useSignal<FollowUpPlanResponse | undefined>(undefined);
  const request = canPreview(draft) ? JSON.stringify(previewOf(draft)) : '';
  useEffect(() => {
    let isLast = true;
    const show = async () => {
      const body = request === '' ? undefined : JSON.parse(request);
      // What is half typed is refused; the form says so when it is sent.
      const found =
        body && (await ask<FollowUpPlanResponse>('POST', 'public/follow-ups/preview', { body }).catch(() => undefined));
      if (isLast) plan.value = found?.data;
    };
    const timer = setTimeout(() => void show(), AFTER_LAST_KEY_MS);
    return () => {
      isLast = false;
      clearTimeout(timer);
    };
  }, [request]);
  const { create } = words.value;
  return (
    <Panel title={create.plan}>
      <div aria-live="polite">
        {plan.value === undefined ? <p class="small">{create.planHint}</p> : <Slots plan={plan.value} />}
      </div>
    </Panel>
  );
}

function Slots({ plan: { slots } }: { plan: FollowUpPlanResponse }) {
  const { create, one } = words.value;
  const { words: told } = teller.value;
  if (slots.length === 0) return <p>{create.planNone}</p>;
  return (
    <>
      <p class="small">{create.planCount(slots.length)}</p>
      <ol class="timeline">
        {slots.map((slot) => (
          <li key={slot.slot} class="entry planned">
            <div class="row">
              <strong>{told.channels[slot.channel]}</strong>
              <span class="when">
                <At at={slotAt(slot)} />
              </span>
            </div>
            <details class="fold">
              <summary>{one.text}</summary>
              <p class="bubble">{slot.text}</p>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}
