/** The form of one rule for follow-ups: which collections it is for, and what it says. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { type Rule, type RuleDraft, ruleDraftOf, ruleOf } from '#lib/web/console/settings-form.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ActionDialog } from './dialog.tsx';
import { firstDraft } from './draft.ts';
import type { Faults } from './faults.ts';
import { RehearseRules } from './forecast-panel.tsx';
import { country, teller, words } from './state.ts';
import { readAmount } from './typed-values.ts';

type Props = {
  texts: SettingsWords;
  rules: readonly Rule[];
  place: number;
  save: (rules: readonly object[]) => Promise<void>;
  reload: () => Promise<void>;
  onClose: () => void;
};

/** What could mean two sums is sent as it is typed, and refused. */
function amountIn(text: string, currency: string): unknown {
  const read = readAmount(text, currency);
  if (read.kind === 'empty') return undefined;
  return read.kind === 'amount' ? read.value : text;
}

export function RuleDialog({ texts, rules, place, save, reload, onClose }: Props) {
  const before = useMemo(() => rules[place], []);
  // After a refusal the rules are read again, and others may have moved or removed it meanwhile.
  const known = rules.findIndex(({ name }) => name === before?.name);
  const at = known < 0 ? rules.length : known;
  const draft = useSignal(ruleDraftOf(before, firstDraft(country.value).currency));
  const changed = () => {
    const { from, below, currency } = draft.value;
    const range = { from: amountIn(from, currency), below: amountIn(below, currency) };
    return rules.toSpliced(at, 1, ruleOf(draft.value, { ...range, before }) as Rule);
  };
  return (
    <ActionDialog
      title={before === undefined ? texts.addRule : texts.of(texts.edit, before.name)}
      submit={texts.saveRule}
      faultWords={texts.faults}
      send={() => save(changed())}
      onRefused={() => void reload()}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <RuleFields
            {...{ texts }}
            faults={faultsAt(faults, at)}
            draft={draft.value}
            change={(typed) => {
              draft.value = { ...draft.value, ...typed };
            }}
          />
          <RehearseRules texts={texts} rules={changed} />
        </>
      )}
    </ActionDialog>
  );
}

/** Those of this rule, by what follows its place. */
const faultsAt = (faults: Faults, place: number): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [path.replace(`rules.${place}.`, ''), fault] as const),
  );

type FieldsProps = {
  texts: SettingsWords;
  draft: RuleDraft;
  faults: Faults;
  change: (changed: Partial<RuleDraft>) => void;
};

type TextName = 'name' | 'from' | 'below' | 'currency' | 'countries' | 'segments' | 'tags' | 'schedule';

function RuleFields({ texts, draft, faults, change }: FieldsProps) {
  const faultOf = (path: string) =>
    Object.entries(faults).find(([each]) => each === path || each.startsWith(`${path}.`))?.[1];
  const text = (name: TextName, path: string, more: object = {}) => (
    <Field
      name={`rule-${name}`}
      label={name === 'name' ? texts.ruleName : texts[name]}
      value={draft[name]}
      fault={faultOf(path)}
      onInput={(value) => change({ [name]: value })}
      {...more}
    />
  );
  const { create } = words.value;
  return (
    <>
      {text('name', 'name', { required: true, maxLength: 60, hint: texts.ruleNameHint })}
      <fieldset>
        <legend>{texts.when}</legend>
        <div class="pair">
          {text('from', 'when.amount.from', { inputMode: 'decimal' })}
          {text('below', 'when.amount.below', { inputMode: 'decimal' })}
        </div>
        {(draft.from !== '' || draft.below !== '') &&
          text('currency', 'when.amount.currency', { maxLength: 3, autocapitalize: 'characters' })}
        <div class="pair">
          <Choice
            name="rule-dueDate"
            label={texts.dueDate}
            options={texts.dueDates}
            value={draft.dueDate}
            onInput={(dueDate) => change({ dueDate })}
          />
          <Choice
            name="rule-customer"
            label={texts.customer}
            options={texts.customers}
            value={draft.customer}
            onInput={(customer) => change({ customer })}
          />
        </div>
        {text('countries', 'when.countries', { hint: texts.codesHint })}
        {text('segments', 'when.segments', { hint: texts.segmentsHint })}
        {text('tags', 'when.tags', { hint: texts.tagsHint })}
        {faults['when'] !== undefined && <p class="fault">{faults['when']}</p>}
      </fieldset>
      <fieldset>
        <legend>{texts.outcome}</legend>
        <Choice
          name="rule-what"
          label={texts.what}
          options={texts.whats}
          value={draft.what}
          onInput={(what) => change({ what })}
        />
        {draft.what === 'own' && (
          <>
            {text('schedule', 'followUp.schedule', { hint: texts.scheduleHint })}
            {draft.schedule.trim() === '' && (
              <Choice
                name="rule-cadence"
                label={texts.cadence}
                options={without(create.cadences, 'none')}
                value={draft.cadence}
                onInput={(cadence) => change({ cadence })}
              />
            )}
            <Channels {...{ texts, draft, change }} fault={faultOf('followUp.channels')} />
            <Choice
              name="rule-tone"
              label={texts.tone}
              options={create.tones}
              value={draft.tone}
              onInput={(tone) => change({ tone })}
            />
          </>
        )}
        {draft.what !== 'none' && (
          <Choice
            name="rule-digest"
            label={texts.digest}
            options={{ '': texts.asForAll, ...texts.digests }}
            value={draft.digest}
            onInput={(digest) => change({ digest })}
          />
        )}
      </fieldset>
    </>
  );
}

const without = (options: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(options).filter(([each]) => each !== name));

/** The channels in the order of their turns. */
const Channels = ({ texts, draft, change, fault }: Omit<FieldsProps, 'faults'> & { fault: string | undefined }) => (
  <div class="pair">
    {draft.channels.map((channel, index) => (
      <Choice
        // A turn is its place.
        key={index}
        name={`rule-channel-${index}`}
        label={texts.channel(index + 1)}
        options={{ '': index === 0 ? texts.asWeChoose : texts.noChannel, ...teller.value.words.channels }}
        value={channel}
        fault={index === 0 ? fault : undefined}
        onInput={(value) => change({ channels: draft.channels.with(index, value) })}
      />
    ))}
  </div>
);
