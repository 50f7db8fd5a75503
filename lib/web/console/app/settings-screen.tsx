/** What an admin sets for all customers of the account, with a sample of what they get; and the rules for follow-ups. */
import { useSignal } from '@preact/signals';
import type { AccountResponse } from '#lib/contract/account.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { FollowUpPolicyResponse } from '#lib/contract/follow-up-policy.ts';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import { changesOf, draftOf, type SettingsDraft } from '#lib/web/console/settings-form.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import type { SettingsWords } from '#lib/words/settings-words.ts';
import { ask, Refusal, read } from './api.ts';
import { Refused } from './dialog.tsx';
import { firstDraft } from './draft.ts';
import { faultsOf, showFault } from './faults.ts';
import { AgendaPanel } from './forecast-panel.tsx';
import { useLoad } from './load.ts';
import { LogoPanel } from './logo-panel.tsx';
import { Curls, Loading, Trouble } from './parts.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { country, language, said, session, teller } from './state.ts';
import { TextsPanel } from './texts-panel.tsx';

type LoadedSettings = {
  account: AccountResponse;
  policy: FollowUpPolicyResponse;
  providers: readonly ProviderResponse[];
  sample: Slots;
};

type Slots = FollowUpPlanResponse['slots'];

/** The sample with the rest: it stands above the rules, whose buttons would move away under a finger. */
async function readSettings(): Promise<LoadedSettings> {
  const [account, policy, providers, sample] = await Promise.all([
    read<AccountResponse>('public/account'),
    read<FollowUpPolicyResponse>('public/follow-up-policy'),
    read<ProviderResponse[]>('public/providers'),
    readSample().catch(() => []),
  ]);
  return { account, policy, providers, sample };
}

const SAMPLE_LIFE = 10_080;

/** The first message of each channel for a debt that nobody has: nothing is written. */
async function readSample(): Promise<Slots> {
  const { currency } = firstDraft(country.value);
  const body = {
    reference: 'INV-1024',
    amount: { value: 45_000, currency },
    contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348000000000', email: 'ada@example.com' },
    expiresIn: SAMPLE_LIFE,
    payable: { enabled: true, methods: ['payment_link'] },
  };
  const { slots } = (await ask<FollowUpPlanResponse>('POST', 'public/follow-ups/preview', { body })).data;
  return slots.filter(({ channel }, index) => slots.findIndex((each) => each.channel === channel) === index);
}

export function SettingsScreen() {
  const spoken = useLoad(`settings-words-${language.value}`, async () => {
    const { settingsWords } = await loadConsoleWords[language.value].settings();
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
          <LogoPanel texts={texts} logo={data.account.logo} reload={reload} />
          <Sample texts={texts} slots={data.sample} />
        </div>
      </div>
      <RulesPanel texts={texts} policy={data.policy} reload={reload} />
      <TextsPanel texts={texts} />
      <AgendaPanel texts={texts} />
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
    const sent = draft.value;
    try {
      const { data } = await ask<AccountResponse>('PATCH', 'public/account', { body });
      // What is typed meanwhile stays.
      if (draft.value === sent) draft.value = draftOf(data);
      rename(data.name);
      said.value = texts.saved;
      await reload();
    } catch (error) {
      problem.value = error;
      showFault();
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

function Sample({ texts, slots }: { texts: SettingsWords; slots: Slots }) {
  return (
    <Panel title={texts.sample}>
      <p class="small">{texts.sampleIntro}</p>
      {slots.map(({ channel, text }) => (
        <div key={channel}>
          <strong>{teller.value.words.channels[channel]}</strong>
          <p class="bubble">{text}</p>
        </div>
      ))}
    </Panel>
  );
}
