/** A new collection, with the messages that the customer will get beside the form. */
import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask, Refusal } from './api.ts';
import { CreateFields } from './create-fields.tsx';
import { Refused } from './dialog.tsx';
import { type Draft, firstDraft, requestOf } from './draft.ts';
import { faultsOf } from './field.tsx';
import { Curls } from './parts.tsx';
import { PlanPreview } from './plan-preview.tsx';
import { linkTo } from './route.ts';
import { said, session, words } from './state.ts';

const countryOf = (): string | undefined =>
  typeof session.value === 'string' ? undefined : session.value.account.country;

/** Creates it once: all tries of one form have one key, until something in it changes. */
async function create(draft: Draft, key: string): Promise<void> {
  const { data } = await ask<CollectionResponse>('POST', 'public/collections', { body: requestOf(draft), key });
  location.hash = linkTo('collections', data.id);
  // After the new screen, which says nothing at first.
  setTimeout(() => {
    said.value = words.value.create.done;
  }, 50);
}

export function CreateScreen() {
  const draft = useSignal<Draft>(firstDraft(countryOf()));
  const isBusy = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const request = JSON.stringify(requestOf(draft.value));
  const key = useMemo(() => crypto.randomUUID(), [request]);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await create(draft.value, key);
    } catch (error) {
      problem.value = error;
      if (error instanceof Refusal) showFault();
    } finally {
      isBusy.value = false;
    }
  };
  const { create: texts, one } = words.value;
  return (
    <>
      <a class="back" href={linkTo('collections')}>
        <span aria-hidden="true">←</span> {one.back}
      </a>
      <h1 tabIndex={-1}>{texts.title}</h1>
      <div class="columns create">
        <form class="panel" onSubmit={(event) => void submit(event)} noValidate>
          <Form draft={draft} problem={problem.value} />
          <Button submit look="main" disabled={isBusy.value}>
            {texts.submit}
          </Button>
        </form>
        <div class="aside">
          <PlanPreview draft={draft.value} />
        </div>
      </div>
      <Curls calls={[{ method: 'POST', path: 'public/collections', body: requestOf(draft.value) }]} />
    </>
  );
}

function Form({ draft, problem }: { draft: Signal<Draft>; problem: unknown }) {
  const faults = problem instanceof Refusal ? faultsOf(problem) : {};
  return (
    <>
      <CreateFields
        draft={draft.value}
        faults={faults}
        change={(changed) => {
          draft.value = { ...draft.value, ...changed };
        }}
      />
      {problem !== undefined && <Refused problem={problem} faults={faults} />}
    </>
  );
}

/** The first field that has to be changed gets the focus. */
const showFault = () => setTimeout(() => document.querySelector<HTMLElement>('form [aria-invalid]')?.focus());
