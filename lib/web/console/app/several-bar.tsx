/** What a member does with several collections at once: one after the other, and what is refused is named and stays ticked. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask, Refusal } from './api.ts';
import { nameOf } from './collection-table.tsx';
import { ActionDialog, Dialog } from './dialog.tsx';
import { reasonOf } from './faults.ts';
import { linkTo } from './route.ts';
import { now, said, words } from './state.ts';
import { dayOf, daysAfter } from './typed-values.ts';
import { DayField } from './until-dialogs.tsx';

const DEEDS = ['remind', 'pause', 'resume', 'due'] as const;
type Deed = (typeof DEEDS)[number];

type Refused = { collection: CollectionResponse; why: string };

type BarProps = {
  ticked: readonly CollectionResponse[];
  /** What stays ticked; the list is read again. */
  keep: (ids: readonly string[]) => void;
  clear: () => void;
};

export function SeveralBar({ ticked, keep, clear }: BarProps) {
  const open = useSignal<Deed | undefined>(undefined);
  const refused = useSignal<readonly Refused[]>([]);
  const { several } = words.value;
  return (
    <section class="several" aria-label={several.title}>
      <strong role="status">{several.ticked(ticked.length)}</strong>
      <div class="buttons">
        {DEEDS.map((deed) => (
          <Button
            key={deed}
            onClick={() => {
              open.value = deed;
            }}
          >
            {several[deed].action}
          </Button>
        ))}
        <Button look="quiet" onClick={clear}>
          {several.clear}
        </Button>
      </div>
      {open.value !== undefined && (
        <SeveralDialog
          key={open.value}
          deed={open.value}
          {...{ ticked }}
          onDone={(left) => {
            said.value = several.done(ticked.length - left.length);
            refused.value = left;
            keep(left.map(({ collection }) => collection.id));
          }}
          onClose={() => {
            open.value = undefined;
          }}
        />
      )}
      {refused.value.length > 0 && (
        <Dialog
          title={several.refused(refused.value.length)}
          onClose={() => {
            refused.value = [];
          }}
        >
          <ul>
            {refused.value.map(({ collection, why }) => (
              <li key={collection.id}>
                <a href={linkTo('collections', collection.id)}>
                  {nameOf(collection.contact)}, {collection.reference}
                </a>
                : {why}
              </li>
            ))}
          </ul>
          <div class="buttons">
            <Button
              look="main"
              onClick={() => {
                refused.value = [];
              }}
            >
              {words.value.dialog.back}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

type DialogProps = {
  deed: Deed;
  ticked: readonly CollectionResponse[];
  onDone: (refused: readonly Refused[]) => void;
  onClose: () => void;
};

function SeveralDialog({ deed, ticked, onDone, onClose }: DialogProps) {
  const day = useSignal(dayOf(daysAfter(now.peek(), 7)));
  const count = useSignal(0);
  // Of one try and its repetitions: a reminder goes out once.
  const key = useSignal(crypto.randomUUID());
  const { several } = words.value;
  const send = async () => {
    const refused: Refused[] = [];
    count.value = 0;
    for (const collection of ticked) {
      try {
        await doOne(deed, collection.id, { day: day.value, key: key.value });
      } catch (error) {
        // What does not answer is not asked further: the dialog says so, and goes on when it is sent again.
        if (!(error instanceof Refusal)) throw error;
        refused.push({ collection, why: reasonOf(error) });
      }
      count.value += 1;
    }
    onDone(refused);
  };
  return (
    <ActionDialog
      title={several[deed].title(ticked.length)}
      intro={several[deed].intro}
      submit={several[deed].action}
      {...{ send, onClose }}
      onRefused={() => {}}
    >
      {(faults) => (
        <>
          {deed === 'due' && <DayField label={words.value.create.dueDate} name="dueDate" day={day} faults={faults} />}
          <p class="small" role="status">
            {count.value > 0 && several.progress(count.value, ticked.length)}
          </p>
        </>
      )}
    </ActionDialog>
  );
}

type How = { day: string; key: string };

function doOne(deed: Deed, id: string, { day, key }: How): Promise<unknown> {
  const path = `public/collections/${id}`;
  if (deed === 'due') return ask('PATCH', path, { body: { dueDate: day } });
  if (deed === 'remind') return ask('POST', `${path}/follow-ups/send`, { body: {}, key: `${key} ${id}` });
  return ask('POST', `${path}/follow-ups/${deed}`, { body: {} });
}
