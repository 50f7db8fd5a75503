/** The work of today: who wrote, who says that it is paid, what went wrong; each with what can be done about it. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Empty } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import {
  ATTENTION,
  byReason,
  countText,
  countWaiting,
  type Item,
  linkToToday,
  type Reason,
  waiting,
} from './attention.ts';
import { AttentionItem } from './attention-item.tsx';
import { readPage, usePages } from './paging.ts';
import { Curls, Pages } from './parts.tsx';
import { may, member, said, sayUndoable, undo, words } from './state.ts';

export function TodayScreen({ query }: { query: URLSearchParams }) {
  const { nav, today } = words.value;
  const asked = Object.fromEntries(
    ['reason', 'assignee'].flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{nav.today}</h1>
      </div>
      <p class="intro">{today.intro}</p>
      <Narrow asked={asked} />
      <List key={JSON.stringify(asked)} asked={asked} />
      <Curls calls={[{ path: `${ATTENTION}?${new URLSearchParams(asked)}` }]} />
    </>
  );
}

type QueryProps = { asked: Record<string, string> };

/** By whose they are, and by reason: those that there are. */
function Narrow({ asked }: QueryProps) {
  const { today, views } = words.value;
  const items = waiting.value ?? [];
  const mine = member.value?.name ?? '';
  const reasons = byReason(items);
  const chosen = asked['reason'] as Reason | undefined;
  if (chosen !== undefined && !reasons.some(([reason]) => reason === chosen)) reasons.push([chosen, 0]);
  const chips = [
    { href: linkToToday(), text: views.all, isChosen: Object.keys(asked).length === 0 },
    { href: linkToToday({ assignee: mine }), text: today.mine, isChosen: asked['assignee'] !== undefined },
    ...reasons.map(([reason, count]) => ({
      href: linkToToday({ reason }),
      text: `${today.reasons[reason]} (${countText(count)})`,
      isChosen: reason === chosen,
    })),
  ];
  return (
    <nav aria-label={today.narrow} class="chips filters">
      {chips.map(({ href, text, isChosen }) => (
        <a key={href} href={href} aria-current={isChosen ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function List({ asked }: QueryProps) {
  const pages = usePages((cursor) => readPage<Item>(ATTENTION, { ...asked, limit: '25' }, cursor));
  const { rows, isLoading, problem, reload } = pages;
  const counted = waiting.value?.map(({ id, since }) => `${id} ${since}`).join();
  const known = useRef(counted);
  // Something new, or something that was settled elsewhere.
  useEffect(() => {
    if (known.current !== undefined && known.current !== counted) void reload();
    known.current = counted;
  }, [counted]);
  // What came between the counting and this list is counted now, and not a minute later.
  useEffect(() => {
    const items = waiting.peek();
    if (items !== undefined && rows.some(({ id }) => items.every((each) => each.id !== id))) void countWaiting();
  }, [rows]);
  const { today } = words.value;
  const open = useSignal<string | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('.item-line') ?? [])];
  const focusOn = (at: number) => {
    const found = lines();
    (found[Math.min(at, found.length - 1)] ?? document.querySelector<HTMLElement>('h1'))?.focus();
  };
  const set = async (item: Item, isDone: boolean) => {
    await ask('PATCH', `${ATTENTION}/${item.id}`, { body: { done: isDone } });
    await Promise.all([reload(), countWaiting()]);
  };
  const finish = async (item: Item) => {
    const at = rows.findIndex(({ id }) => id === item.id);
    await set(item, true);
    sayUndoable(today.isDone, async () => {
      await set(item, false).catch(() => undefined);
      said.value = today.undone;
      focusOn(at);
    });
    // The next one has come to its place.
    focusOn(at);
  };
  /** J and K go down and up, E is done, Z takes that back; Enter opens, as of every button. */
  const onKey = async (event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    if (!target.matches('.item-line')) return;
    const at = lines().indexOf(target);
    if (key === 'j') focusOn(at + 1);
    else if (key === 'k') focusOn(Math.max(0, at - 1));
    else if (key === 'z') await undo.peek()?.();
    else if (key === 'e' && may('agent')) {
      const item = rows[at];
      if (item !== undefined) await finish(item).catch(() => undefined);
    }
  };
  return (
    <>
      {rows.length > 0 && (
        <>
          {may('agent') && <p class="small keys">{today.keys}</p>}
          <ul class="attention" ref={list} onKeyDown={(event) => void onKey(event)}>
            {rows.map((item) => (
              <AttentionItem
                key={item.id}
                item={item}
                reload={reload}
                finish={finish}
                isOpen={open.value === item.id}
                onToggle={() => {
                  open.value = open.peek() === item.id ? undefined : item.id;
                }}
              />
            ))}
          </ul>
        </>
      )}
      {rows.length === 0 && !isLoading && problem === undefined ? (
        <Empty title={today.empty}>
          <p>{today.emptyText}</p>
        </Empty>
      ) : (
        <Pages pages={pages} empty={today.empty} />
      )}
    </>
  );
}
