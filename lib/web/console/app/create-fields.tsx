/** The fields of the form for a new collection. */

import { Choice, Field } from '#lib/web/kit/field.tsx';
import { AmountField } from './amount-field.tsx';
import { CURRENCIES_IN_USE, type Draft } from './draft.ts';
import type { Faults } from './faults.ts';
import { words } from './state.ts';

type Props = { draft: Draft; faults: Faults; change: (changed: Partial<Draft>) => void };

export type TextName = Exclude<keyof Draft, 'expiresIn' | 'cadence' | 'tone'>;

/** The path of each in the request. */
const PATHS: Readonly<Record<TextName, string>> = {
  firstName: 'contact.firstName',
  lastName: 'contact.lastName',
  phone: 'contact.phone',
  email: 'contact.email',
  amount: 'amount.value',
  currency: 'amount.currency',
  about: 'metadata.description',
  reference: 'reference',
  dueDate: 'dueDate',
};

export function CreateFields({ draft, faults, change }: Props) {
  const { create } = words.value;
  const text = (name: TextName, more: object = {}) => (
    <Field
      name={name}
      label={create[name]}
      value={draft[name]}
      fault={faults[PATHS[name]]}
      onInput={(value) => change({ [name]: value })}
      {...more}
    />
  );
  const choice = (name: 'cadence' | 'tone' | 'expiresIn', label: string, options: Record<string, string>) => (
    <Choice
      {...{ name, label, options }}
      value={draft[name]}
      fault={faults[name] ?? faults[`followUp.${name}`]}
      onInput={(value) => change({ [name]: value })}
    />
  );
  return (
    <>
      <fieldset>
        <legend>{create.customer}</legend>
        <div class="pair">
          {text('firstName', { required: true })}
          {text('lastName', { required: true })}
        </div>
        <div class="pair">
          {text('phone', { required: true, type: 'tel', hint: create.phoneHint })}
          {text('email', { required: true, type: 'email' })}
        </div>
      </fieldset>
      <fieldset>
        <legend>{create.payment}</legend>
        <div class="pair">
          <AmountField
            required
            label={create.amount}
            value={draft.amount}
            currency={draft.currency}
            fault={faults[PATHS.amount]}
            onInput={(amount) => change({ amount })}
          />
          {text('currency', { required: true, maxLength: 3, autocapitalize: 'characters', list: 'currencies' })}
          <datalist id="currencies">
            {CURRENCIES_IN_USE.map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
        </div>
        {text('about', { maxLength: 300 })}
        <div class="pair">
          {text('reference', { required: true, maxLength: 255, hint: create.referenceHint })}
          {text('dueDate', { type: 'date', hint: create.dueDateHint })}
        </div>
        {draft.dueDate === '' && choice('expiresIn', create.time, create.times)}
      </fieldset>
      <fieldset>
        <legend>{create.reminders}</legend>
        <div class="pair">
          {choice('cadence', create.cadence, create.cadences)}
          {choice('tone', create.tone, create.tones)}
        </div>
      </fieldset>
    </>
  );
}
