/** What an admin gives to programs: API keys, each shown once, and the endpoints that are told of events, with what became of it. */
import { useSignal } from '@preact/signals';
import { dateIn } from '#lib/web/console/format.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import type { DevelopersWords } from '#lib/words/settings-words.ts';
import { ask, read } from './api.ts';
import { DeliveriesScreen } from './deliveries-screen.tsx';
import { ActionDialog } from './dialog.tsx';
import { EndpointsPanel } from './endpoints-panel.tsx';
import { useLoad } from './load.ts';
import { Curls, Loading, Trouble } from './parts.tsx';
import { RefusedPanel } from './refused-panel.tsx';
import { Once } from './shown-once.tsx';
import { language, ROLES, said, words } from './state.ts';

type Key = {
  id: string;
  name?: string;
  role: (typeof ROLES)[number];
  hint: string;
  state: 'live' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt?: string;
};

/** `id`: the endpoint whose deliveries are looked at. */
export function DevelopersScreen({ id, query }: { id?: string; query: URLSearchParams }) {
  const { data, problem, reload } = useLoad(`developers-words-${language.value}`, async () => {
    const { developersWords } = await loadConsoleWords[language.value].settings();
    return developersWords;
  });
  if (data === undefined)
    return problem === undefined ? <Loading /> : <Trouble problem={problem} retry={() => void reload()} />;
  if (id !== undefined) return <DeliveriesScreen key={id} {...{ id, query }} texts={data} />;
  return (
    <>
      <h1 tabIndex={-1}>{data.title}</h1>
      <p class="intro">{data.intro}</p>
      <div class="stack">
        <KeysPanel texts={data} />
        <EndpointsPanel texts={data} />
        <RefusedPanel texts={data} />
      </div>
      <Curls calls={[{ path: 'public/webhook-endpoints' }]} />
    </>
  );
}

function KeysPanel({ texts }: { texts: DevelopersWords }) {
  const { data, problem, reload } = useLoad('keys', () => read<Key[]>('console/keys'));
  const isMaking = useSignal(false);
  const made = useSignal<string | undefined>(undefined);
  const revoked = useSignal<Key | undefined>(undefined);
  return (
    <Panel
      title={texts.keys}
      aside={
        <Button
          onClick={() => {
            isMaking.value = true;
          }}
        >
          {texts.makeKey}
        </Button>
      }
    >
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      {data?.length === 0 && <p>{texts.noKeys}</p>}
      <ul class="rules">
        {data?.map((key) => (
          <KeyRow
            key={key.id}
            {...{ texts }}
            shown={key}
            onRevoke={() => {
              revoked.value = key;
            }}
          />
        ))}
      </ul>
      {isMaking.value && (
        <KeyDialog
          texts={texts}
          onMade={(apiKey) => {
            made.value = apiKey;
            void reload();
          }}
          onClose={() => {
            isMaking.value = false;
          }}
        />
      )}
      {made.value !== undefined && (
        <Once
          title={texts.madeTitle}
          intro={texts.madeIntro}
          label={texts.keyLabel}
          copy={texts.copyKey}
          done={texts.done}
          secret={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
      {revoked.value !== undefined && (
        <ActionDialog
          title={`${texts.revoke}: ${nameOf(revoked.value, texts)}`}
          intro={texts.revokeIntro}
          submit={texts.revoke}
          look="danger"
          send={async () => {
            await ask('DELETE', `console/keys/${revoked.value?.id}`);
            said.value = texts.revoked;
            await reload();
          }}
          onRefused={() => void reload()}
          onClose={() => {
            revoked.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

/** One without a name was made by the operator, who sees its hint. */
const nameOf = ({ name, hint }: Key, texts: DevelopersWords): string => name ?? `${texts.unnamed} (${hint}…)`;

function KeyRow({ texts, shown, onRevoke }: { texts: DevelopersWords; shown: Key; onRevoke: () => void }) {
  const { role, state, createdAt, expiresAt } = shown;
  const day = (at: string) => dateIn(language.value)(Date.parse(at));
  const name = nameOf(shown, texts);
  return (
    <li class="row">
      <div>
        <span>
          <strong>{name}</strong> {state !== 'live' && <span class="status">{texts.states[state]}</span>}
        </span>
        <span class="small">
          {words.value.roles[role]} · {texts.created} {day(createdAt)}
          {expiresAt !== undefined && ` · ${texts.until} ${day(expiresAt)}`}
        </span>
      </div>
      {state === 'live' && (
        <Button label={`${texts.revoke}: ${name}`} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}

type KeyDialogProps = { texts: DevelopersWords; onMade: (apiKey: string) => void; onClose: () => void };

function KeyDialog({ texts, onMade, onClose }: KeyDialogProps) {
  const name = useSignal('');
  const role = useSignal<string>('agent');
  const days = useSignal('');
  const send = async () => {
    const body = {
      name: name.value.trim(),
      role: role.value,
      ...(days.value !== '' && { expiresInDays: Number(days.value) }),
    };
    const { data } = await ask<{ apiKey: string }>('POST', 'console/keys', { body });
    onMade(data.apiKey);
  };
  const isReady = name.value.trim() !== '';
  return (
    <ActionDialog title={texts.makeKey} submit={texts.makeKey} {...{ isReady, send, onClose }} onRefused={() => {}}>
      {(faults) => (
        <>
          <Field
            name="key-name"
            label={texts.keyName}
            hint={texts.keyNameHint}
            maxLength={60}
            value={name.value}
            fault={faults['name']}
            onInput={(value) => {
              name.value = value;
            }}
          />
          <Choice
            name="key-role"
            label={texts.role}
            options={Object.fromEntries(
              ROLES.map((each) => [each, `${words.value.roles[each]}: ${texts.roles[each]}`]),
            )}
            value={role.value}
            onInput={(value) => {
              role.value = value;
            }}
          />
          <Choice
            name="key-days"
            label={texts.expires}
            options={texts.expiries}
            value={days.value}
            onInput={(value) => {
              days.value = value;
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}
