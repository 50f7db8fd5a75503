/** The reader's own passkeys: which there are, another one, and how one is removed. */
import { useSignal } from '@preact/signals';
import { Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { Refusal } from './api.ts';
import { Refused } from './dialog.tsx';
import { faultsOf } from './faults.ts';
import { useLoad } from './load.ts';
import { At } from './parts.tsx';
import { language, said, session } from './state.ts';

const inBrowser = () => import('./passkeys.ts');

/** Its words come with those of the settings. */
export function PasskeysPanel() {
  const { data } = useLoad(`settings-words-${language.value}`, async () => {
    const { settingsWords } = await loadConsoleWords[language.value].settings();
    return settingsWords.passkeys;
  });
  return data === undefined ? null : <OwnPasskeys texts={data} />;
}

function OwnPasskeys({ texts }: { texts: SettingsWords['passkeys'] }) {
  const name = useSignal('');
  const isBusy = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const isCancelled = useSignal(false);
  const { value: at } = session;
  if (typeof at === 'string') return null;
  const act = async (work: () => Promise<void>, done: string) => {
    isBusy.value = true;
    problem.value = undefined;
    isCancelled.value = false;
    try {
      await work();
      said.value = done;
      name.value = '';
    } catch (error) {
      // The browser does not say why.
      isCancelled.value = error instanceof Error && error.name === 'NotAllowedError';
      if (!isCancelled.value) problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const add = (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    const given = name.value.trim() || texts.device;
    void act(async () => (await inBrowser()).addPasskey(given), texts.added);
  };
  const remove = (id: string) => void act(async () => (await inBrowser()).removePasskey(id), texts.removed);
  const faults = problem.value instanceof Refusal ? faultsOf(problem.value) : {};
  return (
    <Panel title={texts.title}>
      <p class="small">{texts.intro}</p>
      <ul class="plain">
        {at.member.passkeys.map(({ id, name: called, createdAt, usedAt }) => (
          <li key={id} class="row">
            <span>
              <strong>{called}</strong>{' '}
              <span class="small">
                {usedAt === undefined ? texts.madeAt : texts.usedAt} <At at={Date.parse(usedAt ?? createdAt)} />
              </span>
            </span>
            <Button label={texts.removeOf(called)} disabled={isBusy.value} onClick={() => remove(id)}>
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      <form class="add-passkey" onSubmit={add} noValidate>
        <Field
          name="passkey"
          label={texts.name}
          maxLength={60}
          value={name.value}
          fault={faults['name'] ?? faults['passkey'] ?? faults['response']}
          onInput={(value) => {
            name.value = value;
          }}
        />
        <Button submit disabled={isBusy.value}>
          {texts.add}
        </Button>
      </form>
      <div role="status">{isCancelled.value && <p class="notice wait">{texts.cancelled}</p>}</div>
      {problem.value !== undefined && Object.keys(faults).length === 0 && <Refused problem={problem.value} />}
    </Panel>
  );
}
