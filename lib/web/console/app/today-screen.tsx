/** The work of today: who wrote, who says that it is paid, what went wrong; each with what can be done about it. */
import { useEffect, useRef } from 'preact/hooks';
import { Empty } from '#lib/web/kit/parts.tsx';
import { ATTENTION, byReason, countText, type Item, linkToToday, type Reason, waiting } from './attention.ts';
import { AttentionItem } from './attention-item.tsx';
import { readPage, usePages } from './paging.ts';
import { Curls, Pages } from './parts.tsx';
import { member, words } from './state.ts';

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
  const { today } = words.value;
  return (
    <>
      {rows.length > 0 && (
        <ul class="attention">
          {rows.map((item) => (
            <AttentionItem key={item.id} item={item} reload={reload} />
          ))}
        </ul>
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
