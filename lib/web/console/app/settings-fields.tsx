/** The fields of the form of the settings. */
import type { ProviderResponse } from '#lib/contract/provider.ts';
import type { SettingsDraft } from '#lib/web/console/settings-form.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { DEFAULT_LANGUAGE, factsOf, LANGUAGES } from '#lib/words/languages.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import type { Faults } from './faults.ts';

type FieldsProps = {
  texts: SettingsWords;
  draft: SettingsDraft;
  faults: Faults;
  providers: readonly ProviderResponse[];
  change: (changed: Partial<SettingsDraft>) => void;
};

type Name = keyof SettingsDraft & keyof SettingsWords;

/** The hours that the law leaves somewhere. */
const HOURS = Array.from({ length: 13 }, (_, index) => 8 + index);
const A_WORKING_DAY = { opens: '9', closes: '17' };
const WEEK = [1, 2, 3, 4, 5, 6, 7];

export function SettingsFields({ texts, draft, faults, providers, change }: FieldsProps) {
  const text = (name: Name, more: object = {}) => (
    <Field
      name={name}
      label={texts[name] as string}
      value={draft[name]}
      fault={faults[name]}
      onInput={(value) => change({ [name]: value })}
      {...more}
    />
  );
  const choice = (name: Name, options: Record<string, string>) => (
    <Choice
      {...{ name, options }}
      label={texts[name] as string}
      value={draft[name]}
      fault={faults[name]}
      onInput={(value) => change({ [name]: value })}
    />
  );
  const hour = (name: 'opens' | 'closes') => (
    <Choice
      name={name}
      label={texts[name]}
      options={Object.fromEntries(HOURS.map((each) => [each, texts.clock(each)]))}
      value={draft[name]}
      fault={faults[`messageHours.${name}`]}
      onInput={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      <fieldset>
        <legend>{texts.business}</legend>
        <div class="pair">
          {text('name', { required: true, maxLength: 100 })}
          {text('legalName', { maxLength: 200, hint: texts.legalNameHint })}
        </div>
        {text('address', { maxLength: 300 })}
        {text('website', { maxLength: 200, hint: texts.websiteHint })}
        <ColorField {...{ texts, change }} color={draft.color} fault={faults['color']} />
      </fieldset>
      <fieldset>
        <legend>{texts.reach}</legend>
        <div class="pair">
          {text('supportPhone', { type: 'tel', hint: texts.supportPhoneHint })}
          {text('supportEmail', { type: 'email' })}
        </div>
      </fieldset>
      <fieldset>
        <legend>{texts.reminders}</legend>
        {choice('language', {
          '': texts.english,
          ...Object.fromEntries(
            LANGUAGES.filter((each) => each !== DEFAULT_LANGUAGE).map((each) => [each, factsOf(each).name]),
          ),
        })}
        {choice('digest', texts.digests)}
        <Choice
          name="hours"
          label={texts.hours}
          options={{ any: texts.anyHours, own: texts.ownHours }}
          value={draft.opens === '' ? 'any' : 'own'}
          onInput={(value) => change(value === 'any' ? { opens: '', closes: '' } : A_WORKING_DAY)}
        />
        {draft.opens !== '' && (
          <div class="pair">
            {hour('opens')}
            {hour('closes')}
          </div>
        )}
        {choice('messagesPerWeek', {
          '': texts.asWeChoose,
          ...Object.fromEntries(WEEK.map((count) => [count, texts.messages(count)])),
        })}
      </fieldset>
      <fieldset>
        <legend>{texts.payments}</legend>
        {choice('defaultProvider', {
          '': texts.noProvider,
          ...Object.fromEntries(
            providers
              .filter(({ enabled, slug }) => enabled || slug === draft.defaultProvider)
              .map(({ slug, name }) => [slug, name]),
          ),
        })}
        {choice('partPayments', texts.partsPayable)}
        {text('promiseDays', { type: 'number', min: '1', max: '90' })}
      </fieldset>
    </>
  );
}

const FIRST_COLOR = '#0b57d0';

type ColorProps = Pick<FieldsProps, 'texts' | 'change'> & { color: string; fault: string | undefined };

const ColorField = ({ texts, color, fault, change }: ColorProps) => (
  <>
    <label class="check">
      <input
        type="checkbox"
        checked={color !== ''}
        onChange={({ currentTarget }) => change({ color: currentTarget.checked ? FIRST_COLOR : '' })}
      />
      <span>{texts.ownColor}</span>
    </label>
    {color !== '' && (
      <Field
        name="color"
        type="color"
        label={texts.color}
        hint={texts.colorHint}
        {...{ value: color, fault }}
        onInput={(value) => change({ color: value })}
      />
    )}
  </>
);
