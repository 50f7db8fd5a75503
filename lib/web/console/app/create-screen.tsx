/** A new collection, with the messages that the customer will get beside the form. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { slotAt } from '#lib/web/console/timeline.ts';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { ask, Refusal } from './api.ts';
import { checkPhone } from './check-phone.ts';
import { CreateFields, type TextName } from './create-fields.tsx';
import { Refused } from './dialog.tsx';
import { type Draft, firstDraft, keepDraft, keptDraft, missingIn, previewOf, requestOf } from './draft.ts';
import { faultsOf, showFault } from './faults.ts';
import { At, Curls } from './parts.tsx';
import { linkTo } from './route.ts';
import { country, member, said, teller, words } from './state.ts';

const AFTER_LAST_KEY_MS = 300;

function PlanPreview({ draft }: { draft: Draft }) {
  const plan = useSignal<FollowUpPlanResponse | undefined>(undefined);
  const missing = missingIn(draft);
  const request = missing.length === 0 ? JSON.stringify(previewOf(draft)) : '';
  useEffect(() => {
    let isLast = true;
    const show = async () => {
      const body = request === '' ? undefined : JSON.parse(request);
      // What is half typed is refused; the form says so when it is sent.
      const found =
        body && (await ask<FollowUpPlanResponse>('POST', 'public/follow-ups/preview', { body }).catch(() => undefined));
      if (isLast) plan.value = found?.data;
    };
    const timer = setTimeout(() => void show(), AFTER_LAST_KEY_MS);
    return () => {
      isLast = false;
      clearTimeout(timer);
    };
  }, [request]);
  const { create } = words.value;
  return (
    <Panel title={create.plan}>
      <div aria-live="polite">
        {plan.value === undefined ? <p class="small">{hintFor(missing)}</p> : <Slots plan={plan.value} />}
      </div>
    </Panel>
  );
}

/** Of a form that lacks so much, no names say more than that it is empty. */
const MANY = 4;

/** What the plan will show; once little is missing, what that is. */
function hintFor(missing: readonly (keyof Draft)[]): string {
  const { create } = words.value;
  if (missing.length >= MANY || missing.length === 0) return create.planHint;
  return create.planMissing(missing.map((name) => create[name as TextName]).join(', '));
}

function Slots({ plan: { slots } }: { plan: FollowUpPlanResponse }) {
  const { create, one } = words.value;
  const { words: told } = teller.value;
  if (slots.length === 0) return <p>{create.planNone}</p>;
  return (
    <>
      <p class="small">{create.planCount(slots.length)}</p>
      <ol class="timeline">
        {slots.map((slot) => (
          <li key={slot.slot} class="entry planned">
            <div class="row">
              <strong>{told.channels[slot.channel]}</strong>
              <span class="when">
                <At at={slotAt(slot)} />
              </span>
            </div>
            <details class="fold">
              <summary>{one.text}</summary>
              <p class="bubble">{slot.text}</p>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Creates it once: all tries of one form have one key, until something in it changes. */
async function create(draft: Draft, key: string): Promise<void> {
  const { data } = await ask<CollectionResponse>('POST', 'public/collections', { body: requestOf(draft), key });
  keepDraft('', undefined);
  location.hash = linkTo('collections', data.id);
  // After the new screen, which says nothing at first.
  setTimeout(() => {
    said.value = words.value.create.done;
  }, 50);
}

export function CreateScreen() {
  const owner = member.value?.id ?? '';
  const kept = useMemo(() => keptDraft(owner), []);
  const draft = useSignal<Draft>(kept ?? firstDraft(country.value));
  const known = useSignal<readonly string[]>([]);
  const change = (changed: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changed };
    keepDraft(owner, draft.value);
  };
  const empty = () => {
    draft.value = firstDraft(country.value);
    keepDraft(owner, undefined);
  };
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
      await checkPhone(requestOf(draft.value), known);
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
          {kept !== undefined && <Kept empty={empty} />}
          <Form draft={draft.value} change={change} problem={problem.value} />
          <Button submit look="main" disabled={isBusy.value}>
            {known.value.includes(draft.value.phone) ? words.value.typedPhone.anyway : texts.submit}
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

const Kept = ({ empty }: { empty: () => void }) => (
  <div class="kept">
    <p class="small">{words.value.create.kept}</p>
    <Button look="quiet" onClick={empty}>
      {words.value.create.empty}
    </Button>
  </div>
);

type FormProps = { draft: Draft; change: (changed: Partial<Draft>) => void; problem: unknown };

function Form({ draft, change, problem }: FormProps) {
  const faults = problem instanceof Refusal ? faultsOf(problem) : {};
  return (
    <>
      <CreateFields {...{ draft, faults, change }} />
      {problem !== undefined && <Refused problem={problem} faults={faults} />}
    </>
  );
}
