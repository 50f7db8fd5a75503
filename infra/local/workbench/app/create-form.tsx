/** The form for a collection, filled in, with the call that it makes beside it. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { requestOf } from '#lib/web/console/app/draft.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { api, attempt, local } from './api.ts';
import { type Draft, firstDraft } from './draft.ts';
import { Curl } from './parts.tsx';
import { refresh } from './refresh.ts';
import { linkTo } from './route.ts';
import { demo, said } from './state.ts';

const FIELDS = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  phone: { label: 'Phone', type: 'tel' },
  email: { label: 'Email', type: 'email' },
  amount: { label: 'Amount', inputMode: 'decimal' },
  currency: { label: 'Currency' },
  about: { label: 'What for' },
  reference: { label: 'Reference' },
} as const satisfies Partial<Record<keyof Draft, { label: string; type?: string; inputMode?: 'decimal' }>>;

const CADENCES = {
  every_2h: 'Every 2 hours',
  every_6h: 'Every 6 hours',
  daily: 'Every day',
  service: 'As the service chooses',
  none: 'None',
};

const EXPIRIES = { 1440: '1 day', 2880: '2 days', 10080: '7 days', 43200: '30 days' };

/** The receiver is made first, so that it is told of everything. */
async function create(draft: Draft): Promise<void> {
  await attempt(async () => {
    if (draft.isTold) await local('POST', 'receiver');
    const { id, reference } = await api<CollectionResponse>('POST', 'collections', requestOf(draft));
    said.value = `Collection ${reference} was created.`;
    await refresh();
    location.hash = linkTo('collections', id);
  });
}

export function CreateForm({ isFirst }: { isFirst: boolean }) {
  const draft = useSignal<Draft>(firstDraft());
  const isBusy = useSignal(false);
  const change = (changed: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changed };
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    void create(draft.value).finally(() => {
      isBusy.value = false;
    });
  };
  const { baseUrl = '', apiKey = '' } = demo.value ?? {};
  return (
    <Panel title={isFirst ? 'Your first collection' : 'New collection'}>
      <form class="form" onSubmit={submit}>
        <div class="pair">
          {(Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((name) => (
            <Field
              key={name}
              name={name}
              {...FIELDS[name]}
              required
              value={draft.value[name]}
              onInput={(value) => change({ [name]: value })}
            />
          ))}
          <Choice
            name="cadence"
            label="Reminders"
            options={CADENCES}
            value={draft.value.cadence}
            onInput={(cadence) => change({ cadence })}
          />
          <Choice
            name="expiresIn"
            label="Can be paid for"
            options={EXPIRIES}
            value={draft.value.expiresIn}
            onInput={(expiresIn) => change({ expiresIn })}
          />
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.value.isTold}
            onChange={({ currentTarget }) => change({ isTold: currentTarget.checked })}
          />
          <span>
            Catch its webhooks here <small>Adds a webhook endpoint to the demo account.</small>
          </span>
        </label>
        <div class="buttons">
          <Button submit look="main" disabled={isBusy.value}>
            Create the collection
          </Button>
        </div>
        <Curl
          title="The same as curl"
          method="POST"
          url={`${baseUrl}/public/collections`}
          apiKey={apiKey}
          body={requestOf(draft.value)}
        />
      </form>
    </Panel>
  );
}
