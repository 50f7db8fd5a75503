/** An admin begins to measure what reminders bring, and ends it: each says what it costs before it is done. */
import { useSignal } from '@preact/signals';
import type { ExperimentResponse } from '#lib/contract/insights.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { may, said, words } from './state.ts';

/** A tenth: few enough to be worth it, and enough to be seen within the planned days. */
const HOLD_OUT = 0.1;

type Props = { experiment: ExperimentResponse; reload: () => Promise<void> };

export function ExperimentSwitch({ experiment, reload }: Props) {
  const isAsked = useSignal(false);
  const isOn = experiment.holdOut > 0 || experiment.variant !== undefined;
  const { action, title, intro, submit, done } = words.value[isOn ? 'endMeasuring' : 'measure'];
  if (!may('admin')) return null;
  const { detectablePoints: points, plannedFor: days } = experiment;
  const { measure } = words.value;
  const send = async () => {
    await ask('PUT', 'public/insights/experiment', { body: { holdOut: isOn ? 0 : HOLD_OUT } });
    said.value = done;
    await reload();
  };
  return (
    <p>
      <Button
        onClick={() => {
          isAsked.value = true;
        }}
      >
        {action}
      </Button>
      {isAsked.value && (
        <ActionDialog
          {...{ title, intro, submit, send }}
          onRefused={() => void reload()}
          onClose={() => {
            isAsked.value = false;
          }}
        >
          {() => !isOn && <p class="small">{points === null ? measure.few(days) : measure.shows(days, points)}</p>}
        </ActionDialog>
      )}
    </p>
  );
}
