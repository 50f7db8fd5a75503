/** The service's clock, and the buttons that move it. What becomes due on the way runs at its time. */
import { useSignal } from '@preact/signals';
import { Field } from '#lib/web/kit/field.tsx';
import { Button } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { refresh } from './refresh.ts';
import { ahead, moving, now, problem, said, schedules, tick } from './state.ts';
import { exactInstant, forInput, hourAndMinute, relative, shortInstant } from './time.ts';

const MINUTE = 60_000;

type Move = { advanceMinutes: number } | { now: string };

/** Also for buttons elsewhere on the page. */
export async function moveClock(move: Move, words: string): Promise<void> {
  if (moving.value !== undefined) return;
  moving.value = words;
  await attempt(async () => {
    const { fired } = await local<{ fired: number }>('POST', 'clock', move);
    said.value = `The clock was moved ${words}. ${fired === 1 ? 'One run was' : `${fired} runs were`} due.`;
    await refresh();
  });
  moving.value = undefined;
}

export function Clock() {
  const isMoving = moving.value !== undefined;
  return (
    <section class="clock" aria-label="Clock of the service">
      <p class="face" title={exactInstant(now.value)}>
        <span class="day">{new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' }).format(now.value)}</span>
        <span class="hour">{hourAndMinute(now.value)}</span>
        {ahead.value > MINUTE && <span class="ahead">ahead: here it is {shortInstant(tick.value)}</span>}
      </p>
      <div class="moves">
        <Button disabled={isMoving} onClick={() => void moveClock({ advanceMinutes: 60 }, 'by one hour')}>
          + 1 hour
        </Button>
        <Button disabled={isMoving} onClick={() => void moveClock({ advanceMinutes: 1440 }, 'by one day')}>
          + 1 day
        </Button>
        <NextRun isMoving={isMoving} />
        <ToDate isMoving={isMoving} />
      </div>
      {isMoving && <p class="moving">Moving {moving.value}. What falls due runs now.</p>}
    </section>
  );
}

/** The next run of a collection, else of anything. */
function NextRun({ isMoving }: { isMoving: boolean }) {
  const next = schedules.value.find(({ name }) => name.startsWith('pay_')) ?? schedules.value[0];
  const at = next === undefined ? undefined : Math.max(Date.parse(next.at), now.value);
  return (
    <Button
      disabled={isMoving || at === undefined}
      title={at === undefined ? 'Nothing is scheduled' : `${relative(at, now.value)}, at ${exactInstant(at)}`}
      onClick={() => at !== undefined && void moveClock({ now: new Date(at).toISOString() }, 'to the next run')}
    >
      Next run
    </Button>
  );
}

function ToDate({ isMoving }: { isMoving: boolean }) {
  const chosen = useSignal('');
  const go = (event: Event) => {
    event.preventDefault();
    const at = new Date(chosen.value).getTime();
    if (Number.isNaN(at)) {
      problem.value = 'Choose a date and a time first.';
      return;
    }
    (event.currentTarget as HTMLElement).closest('details')?.removeAttribute('open');
    void moveClock({ now: new Date(at).toISOString() }, `to ${exactInstant(at)}`);
  };
  return (
    <details class="over to-date">
      <summary class="button plain">To a date</summary>
      <form class="pop" onSubmit={go}>
        <Field
          name="date"
          label="Date and time"
          type="datetime-local"
          min={forInput(now.value)}
          value={chosen.value || forInput(now.value + 60 * MINUTE)}
          onInput={(value) => {
            chosen.value = value;
          }}
        />
        <Button submit look="main" disabled={isMoving}>
          Move the clock
        </Button>
      </form>
    </details>
  );
}
