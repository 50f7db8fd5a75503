/** One thing that needs a person: what it is, what could be done, an answer to the customer, and who does it until when. */
import { type Signal, useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { type Action, actionOf, textOf } from '#lib/web/console/attention-item.ts';
import { dateIn, dayIn, noonOf } from '#lib/web/console/format.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { Menu } from './actions.tsx';
import { AnswersPanel } from './answers-panel.tsx';
import { ask, read } from './api.ts';
import { ATTENTION, countWaiting, type Item, SNOOZES, type Snooze } from './attention.ts';
import { nameOf } from './collection-table.tsx';
import { Refused } from './dialog.tsx';
import { useLoad } from './load.ts';
import { At, Status, Trouble } from './parts.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import { linkTo } from './route.ts';
import { language, may, member, now, said, teller, words } from './state.ts';
import { ReopenDialog } from './terms-dialogs.tsx';
import { PromiseDialog } from './until-dialogs.tsx';
import { NoteDialog, WriteDialog } from './write-dialog.tsx';

type Props = {
  item: Item;
  reload: () => Promise<void>;
  /** Takes it off the list, and lets that be taken back. */
  finish: (item: Item) => Promise<void>;
};

/** One line, and what can be done below it when it is open. */
export function AttentionItem({
  item,
  isOpen: isShown,
  onToggle,
  ...doing
}: Props & { isOpen: boolean; onToggle: () => void }) {
  const { reason, since, collection, customer, assignee } = item;
  const { today } = words.value;
  return (
    <li class="item" data-item={item.id}>
      <button type="button" class="item-line" aria-expanded={isShown} onClick={onToggle}>
        <strong>{today.reasons[reason]}</strong>
        <span class="of">
          {nameOf(customer)} · {collection.reference}
          {isOpen(collection.status) && ` · ${teller.value.money(collection.outstanding)}`}
          {assignee !== undefined && ` · ${today.takenBy(assignee)}`}
        </span>
        <Status status={collection.status} />
        <span class="when">
          <At at={Date.parse(since)} />
        </span>
      </button>
      {isShown && <Opened item={item} {...doing} />}
    </li>
  );
}

function Opened({ item, ...doing }: Props) {
  const { id, collection, customer, text, note } = item;
  // What waits for a decision is decided here, without another click.
  const first = actionOf(item) === 'decide' && may('agent') ? 'decide' : undefined;
  const opened = useSignal<Action | undefined>(first);
  return (
    <div class="item-body">
      <p>
        <a href={linkTo('customers', customer.id)}>{nameOf(customer)}</a> ·{' '}
        <a href={linkTo('collections', collection.id)}>{collection.reference}</a>
        {isOpen(collection.status) && <span class="sum"> · {teller.value.money(collection.outstanding)}</span>}
      </p>
      {text !== undefined && (
        <p class="bubble">{textOf(item, teller.value.words, (day) => dateIn(language.value)(noonOf(day)))}</p>
      )}
      {item.unproven && <p class="small">{teller.value.words.unproven}</p>}
      {note !== undefined && <p class="small">{note}</p>}
      {may('agent') && <Doing item={item} opened={opened} {...doing} />}
      {opened.value !== undefined && (
        <Beside
          key={id}
          item={item}
          action={opened.value}
          onClose={() => {
            opened.value = first;
          }}
        />
      )}
    </div>
  );
}

function Doing({ item, opened, reload, finish }: Props & { opened: Signal<Action | undefined> }) {
  const problem = useSignal<unknown>(undefined);
  const isNoting = useSignal(false);
  const { today, promise, payment, reopen, write, noteDialog } = words.value;
  const { id, suggestion, assignee } = item;
  const me = member.value?.name ?? '';
  const change = async (changes: object, text: string) => {
    problem.value = undefined;
    try {
      await ask('PATCH', `${ATTENTION}/${id}`, { body: changes });
      said.value = text;
      await Promise.all([reload(), countWaiting()]);
    } catch (error) {
      problem.value = error;
    }
  };
  const action = actionOf(item);
  const day = suggestion?.payBy === undefined ? '' : dayIn(language.value)(Date.parse(suggestion.payBy));
  const names = {
    promise: day === '' ? promise.action : today.promiseUntil(day),
    payment: payment.action,
    reopen: reopen.action,
    remind: words.value.remind.action,
    write: write.action,
  };
  const snoozes = (Object.keys(SNOOZES) as Snooze[]).map((name) => ({ name, label: today.snoozes[name] }));
  const open = (name: Action) => () => {
    opened.value = name;
  };
  return (
    <>
      {suggestion?.quote !== undefined && <p class="small">{today.suggested(suggestion.quote)}</p>}
      <div class="actions">
        {action !== 'decide' && (
          <Button look="main" onClick={open(action)}>
            {names[action]}
          </Button>
        )}
        {action !== 'write' && <Button onClick={open('write')}>{write.action}</Button>}
        {assignee === me ? (
          <Button onClick={() => void change({ assignee: '' }, today.givenBack)}>{today.giveBack}</Button>
        ) : (
          assignee === undefined && (
            <Button onClick={() => void change({ assignee: me }, today.taken)}>{today.take}</Button>
          )
        )}
        <Menu
          title={today.snooze}
          items={snoozes}
          onChoose={(name) => {
            const snoozedUntil = new Date(SNOOZES[name](now.peek())).toISOString();
            void change({ snoozedUntil }, today.snoozed);
          }}
        />
        <Button
          onClick={() => {
            isNoting.value = true;
          }}
        >
          {noteDialog.action}
        </Button>
        <Button
          onClick={() => {
            problem.value = undefined;
            void finish(item).catch((error: unknown) => {
              problem.value = error;
            });
          }}
        >
          {today.done}
        </Button>
      </div>
      {isNoting.value && (
        <NoteDialog
          item={item}
          done={async (text) => {
            said.value = text;
            await reload();
          }}
          onClose={() => {
            isNoting.value = false;
          }}
        />
      )}
      {problem.value !== undefined && <Refused problem={problem.value} />}
    </>
  );
}

const HEARD_AFTER_MS = 3000;

/** Reads the collection anew: what the list said of it may be some minutes old. */
function Beside({ item, action, onClose }: Pick<Props, 'item'> & { action: Action; onClose: () => void }) {
  const { id } = item.collection;
  const path = `public/collections/${id}`;
  const { data, problem, reload: again } = useLoad(id, () => read<CollectionResponse>(path));
  const done = async (text: string) => {
    said.value = text;
    await again();
    // The list hears of it a moment later.
    setTimeout(() => void countWaiting(), HEARD_AFTER_MS);
  };
  if (problem !== undefined) return <Trouble problem={problem} retry={() => void again()} />;
  if (data === undefined) return null;
  const props = { collection: data, done, reload: () => void again(), onClose };
  const { payBy } = item.suggestion ?? {};
  if (action === 'payment') return <PaymentDialog {...props} />;
  if (action === 'promise') return <PromiseDialog {...props} {...(payBy !== undefined && { payBy })} />;
  if (action === 'reopen') return <ReopenDialog {...props} />;
  if (action === 'write') return <WriteDialog {...props} />;
  if (action === 'remind') return <RemindDialog {...props} />;
  return <AnswersPanel collection={data} reload={() => done(said.value)} />;
}
