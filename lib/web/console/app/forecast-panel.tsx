/** What goes out next: the agenda of the coming days; and what rules that are tried would change. */
import { useSignal } from '@preact/signals';
import type { AgendaResponse, Rehearsal, RehearsalResponse } from '#lib/contract/forecast.ts';
import { dayIn, noonOf } from '#lib/web/console/format.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ask, read } from './api.ts';
import { Refused } from './dialog.tsx';
import { useLoad } from './load.ts';
import { Loading, Trouble } from './parts.tsx';
import { language, teller } from './state.ts';

type Texts = SettingsWords['forecast'];

const costText = (cost: AgendaResponse['cost']): string => (cost === null ? '–' : teller.value.money(cost));

export function AgendaPanel({ texts: { forecast: texts } }: { texts: SettingsWords }) {
  const { data, problem, reload } = useLoad('agenda', () => read<AgendaResponse>('public/follow-ups/agenda'));
  if (data === undefined)
    return (
      <Panel title={texts.agenda}>
        {problem === undefined ? <Loading /> : <Trouble problem={problem} retry={() => void reload()} />}
      </Panel>
    );
  const { channels: names } = teller.value.words;
  const money = teller.value.money;
  const hasCost = data.cost !== null;
  return (
    <Panel
      title={texts.agenda}
      aside={data.isDone ? undefined : <Button onClick={() => void reload()}>{texts.again}</Button>}
    >
      <p class="small">{data.isDone ? texts.agendaIntro : texts.counting}</p>
      <section class="numbers-frame" aria-label={texts.agenda}>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col">{texts.messages}</th>
              <th scope="col">{texts.by}</th>
              <th scope="col">{texts.asked}</th>
              {hasCost && <th scope="col">{texts.cost}</th>}
            </tr>
          </thead>
          <tbody>
            {data.days.map(({ date, messages, channels, owed, cost }) => (
              <tr key={date}>
                <th scope="row">{dayIn(language.value)(noonOf(date))}</th>
                <td>{messages}</td>
                <td>{channels.map((each) => `${names[each.channel]} ${each.messages}`).join(' · ')}</td>
                <td>{owed.map(money).join(' · ')}</td>
                {hasCost && <td>{costText(cost)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

const ASK_AGAIN_MS = 1_500;

/** `rules`: as they would be set. */
export function RehearseRules({
  texts: { forecast: texts },
  rules,
}: {
  texts: SettingsWords;
  rules: () => readonly object[];
}) {
  const result = useSignal<Rehearsal | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const isBusy = useSignal(false);
  const rehearse = async () => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      const { data } = await ask<RehearsalResponse>('POST', 'public/follow-up-policy/rehearsal', {
        body: { rules: rules() },
      });
      result.value = data.rehearsal ?? undefined;
      while (result.value !== undefined && !result.value.isDone) {
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
        const { rehearsal } = await read<RehearsalResponse>('public/follow-up-policy/rehearsal');
        // Somebody else may try other rules meanwhile.
        if (rehearsal === null || rehearsal.id !== result.value.id) break;
        result.value = rehearsal;
      }
    } catch (error) {
      problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <div>
      <Button disabled={isBusy.value} onClick={() => void rehearse()}>
        {texts.rehearse}
      </Button>
      {problem.value !== undefined && <Refused problem={problem.value} />}
      <div role="status">
        {isBusy.value && <p class="loading">{texts.counting}</p>}
        {result.value && <Compared texts={texts} result={result.value} />}
      </div>
      {result.value?.isDone && <MeasureRules texts={texts} rules={rules} />}
    </div>
  );
}

/** Half of the customers are enough to see it soonest. */
const SHARE = 0.5;

function MeasureRules({ texts, rules }: { texts: Texts; rules: () => readonly object[] }) {
  const state = useSignal<'closed' | 'open' | 'done'>('closed');
  const problem = useSignal<unknown>(undefined);
  const send = async () => {
    problem.value = undefined;
    try {
      await ask('PUT', 'public/insights/experiment', {
        body: { holdOut: 0, variant: { share: SHARE, rules: rules() } },
      });
      state.value = 'done';
    } catch (error) {
      problem.value = error;
    }
  };
  if (state.value === 'done') return <p role="status">{texts.measured}</p>;
  if (state.value === 'closed')
    return (
      <Button
        onClick={() => {
          state.value = 'open';
        }}
      >
        {texts.measure}
      </Button>
    );
  return (
    <>
      <p>{texts.measureIntro}</p>
      {problem.value !== undefined && <Refused problem={problem.value} />}
      <Button onClick={() => void send()}>{texts.measureSubmit}</Button>
    </>
  );
}

const COMPARED = ['messages', 'neverMentioned', 'peopleAtCap', 'movedByHours'] as const;

function Compared({ texts, result: { inForce, proposed } }: { texts: Texts; result: Rehearsal }) {
  const hasCost = inForce.cost !== null || proposed.cost !== null;
  return (
    <>
      <p class="small">{texts.compared(inForce.debts, inForce.people)}</p>
      <section class="numbers-frame" aria-label={texts.rehearse}>
        <table class="numbers">
          <thead>
            <tr>
              <td />
              <th scope="col">{texts.inForce}</th>
              <th scope="col">{texts.proposed}</th>
            </tr>
          </thead>
          <tbody>
            {COMPARED.map((name) => (
              <tr key={name}>
                <th scope="row">{texts[name]}</th>
                <td>{inForce[name]}</td>
                <td>{proposed[name]}</td>
              </tr>
            ))}
            {hasCost && (
              <tr>
                <th scope="row">{texts.cost}</th>
                <td>{costText(inForce.cost)}</td>
                <td>{costText(proposed.cost)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}
