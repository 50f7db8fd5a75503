/** The list as a table; on a narrow screen each row is a card. What is left to pay stands beside the status. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { RemindersResponse } from '#lib/contract/reminders.ts';
import { isOpen, isPayable } from '#lib/domain/transitions.ts';
import { dateIn, dayIn, daysLate, exactIn, noonOf } from '#lib/web/console/format.ts';
import { read } from './api.ts';
import { useLoad } from './load.ts';
import { Status } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, now, teller, words } from './state.ts';
import { dayOf } from './typed-values.ts';

/** What is ticked, by id. */
type Ticks = { ids: ReadonlySet<string>; set: (ids: ReadonlySet<string>) => void };

/** By the id of the collection. */
type Reminders = ReadonlyMap<string, RemindersResponse>;

/** As many as one call tells of. */
const ASKED = 100;

/** The list is there before them, and stays without them. */
function useReminders(collections: readonly CollectionResponse[]): Reminders {
  const key = collections.map(({ id, updatedAt }) => id + updatedAt).join();
  const { data } = useLoad(key, async () => {
    const parts = Array.from({ length: Math.ceil(collections.length / ASKED) }, (_part, at) =>
      collections.slice(ASKED * at, ASKED * (at + 1)).map(({ id }) => id),
    );
    const told = await Promise.all(
      parts.map((ids) => read<RemindersResponse[]>(`public/follow-ups?collections=${ids.join()}`)),
    );
    return new Map(told.flat().map((each) => [each.collection, each]));
  });
  return data ?? new Map();
}

type TableProps = { collections: readonly CollectionResponse[]; ticks?: Ticks | undefined };

export function CollectionTable({ collections, ticks }: TableProps) {
  const { list, several } = words.value;
  const reminders = useReminders(collections);
  return (
    <table class="list">
      <thead>
        <tr>
          {ticks !== undefined && (
            <th scope="col" class="tick-cell">
              <input
                type="checkbox"
                aria-label={several.tickAll}
                checked={collections.every(({ id }) => ticks.ids.has(id))}
                onChange={({ currentTarget }) =>
                  ticks.set(new Set(currentTarget.checked ? collections.map(({ id }) => id) : []))
                }
              />
            </th>
          )}
          <th scope="col">{list.customer}</th>
          <th scope="col">{list.state}</th>
          <th scope="col" class="sum">
            {list.left}
          </th>
          <th scope="col" class="reminder-cell">
            {list.last}
          </th>
          <th scope="col" class="reminder-cell">
            {list.next}
          </th>
          <th scope="col">{list.created}</th>
        </tr>
      </thead>
      <tbody>
        {collections.map((collection) => (
          <Row key={collection.id} {...{ collection, ticks }} told={reminders.get(collection.id)} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { collection: CollectionResponse; ticks: Ticks | undefined; told: RemindersResponse | undefined };

function Row({ collection, ticks, told }: RowProps) {
  const { id, contact, reference, status, createdAt } = collection;
  const { timeline } = words.value;
  return (
    <tr>
      {ticks !== undefined && (
        <td class="tick-cell">
          <input
            type="checkbox"
            aria-label={words.value.several.tick(`${nameOf(contact)}, ${reference}`)}
            checked={ticks.ids.has(id)}
            onChange={({ currentTarget }) => {
              const others = [...ticks.ids].filter((each) => each !== id);
              ticks.set(new Set(currentTarget.checked ? [...others, id] : others));
            }}
          />
        </td>
      )}
      <td class="who-cell">
        <a href={linkTo('collections', id)}>
          <strong>{nameOf(contact)}</strong>
          <span class="small reference">{reference}</span>
        </a>
      </td>
      <td class="status-cell">
        <Status status={status} />
        <Due collection={collection} />
      </td>
      <td class="sum">
        <Left collection={collection} />
      </td>
      <td class="date-cell reminder-cell">
        {told?.last && (
          <>
            <Day at={told.last.at} />
            <span class="small">
              {[timeline.channels[told.last.channel], told.last.status === 'failed' && timeline.fates['failed']]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        )}
      </td>
      <td class="date-cell reminder-cell">{told?.nextAt && <Day at={told.nextAt} />}</td>
      <td class="date-cell">
        <time dateTime={createdAt}>{dateIn(language.value)(Date.parse(createdAt))}</time>
      </td>
    </tr>
  );
}

/** With its time as the title. */
const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactIn(language.value)(Date.parse(at))}>
    {dayIn(language.value)(Date.parse(at))}
  </time>
);

/** The due day, or for how many days it has passed. */
export function Due({ collection }: { collection: CollectionResponse }) {
  const { due } = words.value;
  const { dueDate, status } = collection;
  if (dueDate === undefined || !isOpen(status)) return null;
  const late = daysLate(collection, dayOf(now.value));
  const day = dateIn(language.value)(noonOf(dueDate));
  return <span class="small due">{late > 0 ? due.late(late, day) : due.on(day)}</span>;
}

/** Nothing is left of what is paid, and nobody waits for what was cancelled. */
function Left({ collection: { amount, balance, status } }: { collection: CollectionResponse }) {
  const { money } = teller.value;
  const { received } = balance;
  const outstanding = status === 'completed' ? { ...balance.outstanding, value: 0 } : balance.outstanding;
  const isWhole = outstanding.value === amount.value;
  const isExact = status !== 'completed' || received.value + (balance.credited?.value ?? 0) === amount.value;
  return (
    <>
      <span class={isPayable(status) ? 'open-sum' : 'closed-sum'}>{money(outstanding)}</span>
      {!isExact && <span class="small">{money(received)} </span>}
      {!isWhole && <span class="small">{words.value.list.of(money(amount))}</span>}
      {isWhole && received.value > 0 && <span class="small">{money(received)}</span>}
    </>
  );
}

export const nameOf = ({ firstName, lastName }: CollectionResponse['contact']): string =>
  `${firstName} ${lastName}`.trim();
