/** What an admin sets for all customers of the account, with a sample of what they get; and the rules for follow-ups. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AccountResponse } from '#lib/contract/account.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import { changesOf, draftOf, type SettingsDraft } from '#lib/web/console/settings-form.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { loadSettingsWords } from '#lib/words/load-settings-words.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ask, Refusal, read } from './api.ts';
import { Refused } from './dialog.tsx';
import { firstDraft } from './draft.ts';
import { useLoad } from './load.ts';
import { Curls, type Faults, faultsOf, Loading, Trouble } from './parts.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { country, language, said, session, teller } from './state.ts';

type LoadedSettings = {
  account: AccountResponse;
  policy: FollowUpPolicyResponse;
  providers: readonly ProviderResponse[];
};

async function readSettings(): Promise<LoadedSettings> {
  const [account, policy, providers] = await Promise.all([
    read<AccountResponse>('public/account'),
    read<FollowUpPolicyResponse>('public/follow-up-policy'),
    read<ProviderResponse[]>('public/providers'),
  ]);
  return { account, policy, providers };
}

export function SettingsScreen() {
  const spoken = useLoad(`settings-words-${language.value}`, async () => {
    const { settingsWords } = await loadSettingsWords[language.value]();
    return settingsWords;
  });
  const { data, problem, reload } = useLoad('settings', readSettings);
  const texts = spoken.data;
  const trouble = problem ?? spoken.problem;
  const again = () => void Promise.all([reload(), spoken.reload()]);
  if (texts === undefined || data === undefined)
    return trouble === undefined ? <Loading /> : <Trouble problem={trouble} retry={again} />;
  return (
    <>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <p class="intro">{texts.intro}</p>
      <div class="columns create">
        <SettingsForm key={data.account.id} {...{ texts, reload }} shown={data} />
        <div class="aside">
          <Sample texts={texts} account={data.account} />
        </div>
      </div>
      <RulesPanel texts={texts} policy={data.policy} reload={reload} />
      <Curls calls={[{ path: 'public/account' }, { path: 'public/follow-up-policy' }]} />
    </>
  );
}

type FormProps = { texts: SettingsWords; shown: LoadedSettings; reload: () => Promise<void> };

function SettingsForm({ texts, shown: { account, providers }, reload }: FormProps) {
  const before = draftOf(account);
  const draft = useSignal(before);
  const isBusy = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = changesOf(before, draft.value);
    if (body === undefined) said.value = texts.unchanged;
    if (body === undefined || isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      const { data } = await ask<AccountResponse>('PATCH', 'public/account', { body });
      draft.value = draftOf(data);
      rename(data.name);
      said.value = texts.saved;
      await reload();
    } catch (error) {
      problem.value = error;
      setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid]')?.focus());
    } finally {
      isBusy.value = false;
    }
  };
  const faults = problem.value instanceof Refusal ? faultsOf(problem.value, texts.faults) : {};
  const change = (changed: Partial<SettingsDraft>) => {
    draft.value = { ...draft.value, ...changed };
  };
  return (
    <form class="panel" onSubmit={(event) => void submit(event)} noValidate>
      <SettingsFields {...{ texts, faults, change, providers }} draft={draft.value} />
      {problem.value !== undefined && <Refused problem={problem.value} faults={faults} />}
      <Button submit look="main" disabled={isBusy.value}>
        {texts.save}
      </Button>
    </form>
  );
}

/** The frame shows the name of the account. */
function rename(name: string): void {
  const at = session.value;
  if (typeof at !== 'string') session.value = { ...at, account: { ...at.account, name } };
}

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

function SettingsFields({ texts, draft, faults, providers, change }: FieldsProps) {
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
          ...Object.fromEntries(providers.map(({ slug, name }) => [slug, name])),
        })}
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

const SAMPLE_LIFE = 10_080;

/** The first message of each channel for a debt that nobody has: nothing is written. */
function Sample({ texts, account }: { texts: SettingsWords; account: AccountResponse }) {
  const { currency } = firstDraft(country.value);
  const slots = useSignal<FollowUpPlanResponse['slots']>([]);
  const key = JSON.stringify(account);
  useEffect(() => {
    const body = {
      reference: 'INV-1024',
      amount: { value: 45_000, currency },
      contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348000000000', email: 'ada@example.com' },
      expiresIn: SAMPLE_LIFE,
      payable: { enabled: true, methods: ['payment_link'] },
    };
    void ask<FollowUpPlanResponse>('POST', 'public/follow-ups/preview', { body })
      .then(({ data }) => {
        slots.value = data.slots.filter(
          ({ channel }, index) => data.slots.findIndex((each) => each.channel === channel) === index,
        );
      })
      .catch(() => {});
  }, [key]);
  return (
    <Panel title={texts.sample}>
      <p class="small">{texts.sampleIntro}</p>
      {slots.value.map(({ channel, text }) => (
        <div key={channel}>
          <strong>{teller.value.words.channels[channel]}</strong>
          <p class="bubble">{text}</p>
        </div>
      ))}
    </Panel>
  );
}
