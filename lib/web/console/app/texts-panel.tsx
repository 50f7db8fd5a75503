/** The merchant's own words for each kind of message: chosen, written, tried as they are typed, saved, and taken back. */
import { useSignal } from '@preact/signals';
import type { TextResponse } from '#lib/contract/text.ts';
import { TEXT_KINDS } from '#lib/domain/message/own-text.ts';
import { instantIn } from '#lib/web/console/format.ts';
import { type TextDraft, textDraftOf, textFault, textOf } from '#lib/web/console/text-form.ts';
import { Choice, Field, TextArea } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ask, Refusal, read } from './api.ts';
import { Refused } from './dialog.tsx';
import { showFault } from './faults.ts';
import { useLoad } from './load.ts';
import { Loading, Trouble } from './parts.tsx';
import { language, said, teller } from './state.ts';
import { TextPreview } from './text-preview.tsx';

type Texts = SettingsWords['texts'];

export function TextsPanel({ texts: { texts } }: { texts: SettingsWords }) {
  const { channels } = teller.value.words;
  const place = useSignal({
    language: language.value as string,
    channel: Object.keys(channels).at(-1) ?? '',
    kind: 'gentle',
  });
  const { language: of, channel, kind } = place.value;
  const path = `public/texts/${of}/${channel}/${kind}`;
  const { data, problem, reload } = useLoad(path, () => read<TextResponse>(path));
  const choose = (name: 'language' | 'channel' | 'kind') => (value: string) => {
    place.value = { ...place.value, [name]: value };
  };
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  const named = (codes: readonly string[], name: (code: string) => string) =>
    Object.fromEntries(codes.map((code) => [code, name(code)]));
  return (
    <Panel title={texts.title}>
      <p class="small">{texts.intro}</p>
      <div class="pair">
        <Choice
          name="text-kind"
          label={texts.kind}
          value={kind}
          onInput={choose('kind')}
          options={named(TEXT_KINDS, (each) => texts.kinds(each))}
        />
        <Choice
          name="text-channel"
          label={texts.channel}
          value={channel}
          onInput={choose('channel')}
          options={channels}
        />
        <Choice
          name="text-language"
          label={texts.language}
          value={of}
          onInput={choose('language')}
          options={named(LANGUAGE_CODES, (code) => names.of(code) ?? code)}
        />
      </div>
      {data === undefined ? (
        problem === undefined ? (
          <Loading />
        ) : (
          <Trouble problem={problem} retry={() => void reload()} />
        )
      ) : (
        <TextForm key={path} {...{ texts, path, reload }} shown={data} />
      )}
    </Panel>
  );
}

const hasNoAddress = (error: unknown): boolean =>
  error instanceof Refusal && error.faults.some(({ path }) => path === 'email');

/** Where the reader types, else at the end. */
function withInserted(body: string, name: string): string {
  const input = document.querySelector<HTMLTextAreaElement>('#field-text-body');
  const at = input?.selectionStart ?? body.length;
  return `${body.slice(0, at)}{{${name}}}${body.slice(input?.selectionEnd ?? at)}`;
}

type FormProps = { texts: Texts; path: string; shown: TextResponse; reload: () => Promise<void> };

function TextForm({ texts, path, shown, reload }: FormProps) {
  const draft = useSignal<TextDraft>(textDraftOf(shown));
  const problem = useSignal<unknown>(undefined);
  const isBusy = useSignal(false);
  const act = async (method: 'PUT' | 'DELETE', done: string) => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    const sent = draft.value;
    try {
      const body = method === 'PUT' ? { ...textOf(draft.value, shown), version: shown.version } : undefined;
      const { data } = await ask<TextResponse>(method, path, { body });
      // What is typed meanwhile stays.
      if (draft.value === sent) draft.value = textDraftOf(data);
      said.value = done;
      await reload();
    } catch (error) {
      problem.value = error;
      showFault();
      // What is typed stays, and takes the place of what others have saved if it is saved again.
      if (error instanceof Refusal && error.status === 409) await reload();
    } finally {
      isBusy.value = false;
    }
  };
  const mailToMe = async () => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      const { data } = await ask<{ mailed: boolean }>('POST', `${path.replace('public', 'console')}/trial`, {
        body: textOf(draft.value, shown),
      });
      said.value = data.mailed ? texts.trialSent : texts.trialNotSent;
    } catch (error) {
      if (hasNoAddress(error)) said.value = texts.trialNoAddress;
      else problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const failed = problem.value;
  const faultOf = (name: string) => (failed instanceof Refusal ? textFault(failed.faults, name, texts) : undefined);
  const change = (changed: Partial<TextDraft>) => {
    draft.value = { ...draft.value, ...changed };
  };
  return (
    <form
      class="columns create"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void act('PUT', texts.saved);
      }}
    >
      <div>
        {shown.subject !== null && (
          <Field
            name="text-subject"
            label={texts.subject}
            value={draft.value.subject}
            fault={faultOf('subject')}
            onInput={(subject) => change({ subject })}
          />
        )}
        {shown.template !== null && (
          <>
            <Field
              name="text-template"
              label={texts.template}
              hint={texts.templateHint}
              value={draft.value.template}
              fault={faultOf('template')}
              onInput={(template) => change({ template })}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={draft.value.button}
                onChange={({ currentTarget }) => change({ button: currentTarget.checked })}
              />
              {texts.button}
            </label>
          </>
        )}
        <TextArea
          name="text-body"
          label={texts.body}
          value={draft.value.body}
          fault={faultOf('body')}
          onInput={(body) => change({ body })}
        />
        <fieldset class="inserts">
          <legend>{texts.insert}</legend>
          <p class="small">{texts.needed}</p>
          {shown.placeholders.map(({ name, isNeeded }) => (
            <Button
              key={name}
              look="quiet"
              label={`${texts.insert}: ${name}`}
              onClick={() => change({ body: withInserted(draft.value.body, name) })}
            >
              {isNeeded ? `${name} *` : name}
            </Button>
          ))}
        </fieldset>
        {failed !== undefined && !(failed instanceof Refusal && failed.status === 400) && <Refused problem={failed} />}
        <div class="buttons">
          <Button submit look="main" disabled={isBusy.value}>
            {texts.save}
          </Button>
          <Button disabled={isBusy.value} onClick={() => void mailToMe()}>
            {texts.trial}
          </Button>
          {shown.version > 0 && (
            <Button disabled={isBusy.value} onClick={() => void act('DELETE', texts.taken)}>
              {texts.takeBack}
            </Button>
          )}
        </div>
        <p class="small">
          {shown.changedAt === null
            ? texts.ours
            : texts.version(
                shown.version,
                instantIn(language.value)(Date.parse(shown.changedAt)),
                shown.changedBy?.name,
              )}
        </p>
        {shown.versions.length > 0 && (
          <details class="fold">
            <summary>{texts.versions}</summary>
            <ul class="plain">
              {shown.versions.map((each) => (
                <li key={each.version} class="row">
                  <span>
                    {texts.version(
                      each.version,
                      instantIn(language.value)(Date.parse(each.changedAt ?? '')),
                      each.changedBy?.name,
                    )}
                  </span>
                  <Button label={texts.useOf(each.version)} onClick={() => change(textDraftOf(each))}>
                    {texts.use}
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <TextPreview {...{ texts, path }} words={textOf(draft.value, shown)} />
    </form>
  );
}
