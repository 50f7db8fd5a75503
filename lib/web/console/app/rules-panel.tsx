/** The rules for follow-ups in words, in the order in which they are tried; each can be changed, moved and removed. */
import { useSignal } from '@preact/signals';
import type { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import { type Rule, sentencesOf } from '#lib/web/console/settings-form.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { Menu } from './actions.tsx';
import { ask, Refusal } from './api.ts';
import { reasonOf } from './faults.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { language, said, teller, words } from './state.ts';

type Props = { texts: SettingsWords; policy: FollowUpPolicyResponse; reload: () => Promise<void> };

export function RulesPanel({ texts, policy: { rules, version }, reload }: Props) {
  /** The place of the rule that is changed; that behind the last for a new one. */
  const open = useSignal<number | undefined>(undefined);
  const save = async (changed: readonly object[]) => {
    await ask('PUT', 'public/follow-up-policy', { body: { rules: changed, version } });
    said.value = texts.rulesSaved;
    await reload();
  };
  const saveOrTell = (changed: readonly Rule[]) =>
    void save(changed).catch((error) => {
      said.value = error instanceof Refusal && error.status === 409 ? texts.stale : reasonOf(error);
      void reload();
    });
  const money = teller.value.money;
  const countries = new Intl.DisplayNames(language.value, { type: 'region' });
  const sentences = (rule: Rule) =>
    sentencesOf(rule, {
      settings: texts,
      timeline: teller.value.words,
      cadences: words.value.create.cadences,
      money,
      country: (code) => countries.of(code) ?? code,
    });
  return (
    <Panel
      title={texts.rules}
      aside={
        <Button
          onClick={() => {
            open.value = rules.length;
          }}
        >
          {texts.addRule}
        </Button>
      }
    >
      <p class="small">{texts.rulesIntro}</p>
      {rules.length === 0 && <p>{texts.noRules}</p>}
      <ol class="rules">
        {rules.map((rule, index) => {
          const { when, says } = sentences(rule);
          const without = rules.filter((each) => each !== rule);
          return (
            <li key={rule.name} class="row">
              <div>
                <strong>{rule.name}</strong>
                <span class="small">{when}</span>
                <span>{says}</span>
              </div>
              <div class="buttons">
                <Button
                  label={texts.of(texts.edit, rule.name)}
                  onClick={() => {
                    open.value = index;
                  }}
                >
                  {texts.edit}
                </Button>
                <Menu
                  title={words.value.dialog.more}
                  of={rule.name}
                  items={[...(index > 0 ? (['up'] as const) : []), 'remove' as const].map((name) => ({
                    name,
                    label: texts[name],
                  }))}
                  onChoose={(name) => saveOrTell(name === 'up' ? without.toSpliced(index - 1, 0, rule) : without)}
                />
              </div>
            </li>
          );
        })}
      </ol>
      {rules.length > 0 && <p class="small">{texts.rest}</p>}
      {open.value !== undefined && (
        <RuleDialog
          key={open.value}
          {...{ texts, reload }}
          rules={rules}
          place={open.value}
          save={save}
          onClose={() => {
            open.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}
