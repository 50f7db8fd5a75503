/** The money that came and went back in some days, of all customers: a list with its sums, and all of it as a file. */
import type { FlowResponse } from '#lib/contract/insights.ts';
import type { JournalEntryResponse } from '#lib/contract/journal.ts';
import { dateIn, methodText, noonOf } from '#lib/web/console/format.ts';
import { read } from './api.ts';
import { CsvDownload } from './csv-download.tsx';
import { DaysForm } from './filters.tsx';
import { monthUntil } from './home.ts';
import { useLoad } from './load.ts';
import {
  isAskedFor,
  isByHand,
  journalQuery,
  MONEY_HEAD,
  type MoneyQuery,
  moneyLine,
  moneyQueryOf,
  moved,
  nameIn,
  sumsOf,
  WAYS,
} from './money-moved.ts';
import { type Page, readPage, usePages } from './paging.ts';
import { Curls, Pages } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, now, teller, words } from './state.ts';

const PATH = 'public/payments';
const PAGE = 25;
const MAX_PAGE = 100;
/** So many are read for one page: where few are asked for, the reader is shown those, and may go on. */
const MAX_READS = 10;

const address = (query: MoneyQuery): string => linkTo('payments', undefined, query);

export function PaymentsScreen({ query }: { query: URLSearchParams }) {
  const asked = moneyQueryOf(query, monthUntil(now.peek()));
  const key = JSON.stringify(asked);
  const { nav, money } = words.value;
  const flow = useLoad(key, () =>
    read<FlowResponse>(`public/insights/flow?${new URLSearchParams({ ...journalQuery(asked), by: 'month' })}`),
  );
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>{nav.payments}</h1>
      </div>
      <search class="filters">
        <DaysForm
          days={asked}
          onChange={(days) => {
            location.hash = address({ ...asked, ...days });
          }}
        />
        <nav aria-label={money.how} class="chips">
          {WAYS.map((by) => (
            <a key={by} href={address({ ...asked, by })} aria-current={asked.by === by ? 'true' : undefined}>
              {money.ways[by || 'all']}
            </a>
          ))}
        </nav>
        <Currencies asked={asked} />
      </search>
      {flow.data !== undefined && <Sums flow={flow.data} asked={asked} />}
      <List key={key} asked={asked} />
      <Curls calls={[{ path: `${PATH}?${new URLSearchParams(journalQuery(asked))}` }]} />
    </>
  );
}

/** Those of the year: a month without money of one must not hide the way to it. */
function Currencies({ asked }: { asked: MoneyQuery }) {
  const { data } = useLoad('money-currencies', () => read<FlowResponse>('public/insights/flow?by=month'));
  const known = new Set([...(data?.currencies ?? []).map(({ currency }) => currency), asked.currency].filter(Boolean));
  if (known.size < 2) return null;
  return (
    <nav aria-label={words.value.home.currency} class="chips">
      {['', ...known].map((currency) => (
        <a
          key={currency}
          href={address({ ...asked, currency })}
          aria-current={asked.currency === currency ? 'true' : undefined}
        >
          {currency || words.value.money.ways.all}
        </a>
      ))}
    </nav>
  );
}

function Sums({ flow, asked }: { flow: FlowResponse; asked: MoneyQuery }) {
  const { money } = words.value;
  const { money: text } = teller.value;
  return (
    <div class="panel money-sums" role="status">
      {sumsOf(flow, asked).map(({ received, returned }) => (
        <p key={received.currency}>
          <strong class="open-sum">{money.received(text(received))}</strong>
          {returned !== undefined && returned.value !== 0 && <> · {money.returned(text(returned))}</>}
        </p>
      ))}
      {flow.currencies.length === 0 && <p>{money.empty}</p>}
    </div>
  );
}

async function findMoney(asked: MoneyQuery, limit: number, from?: string): Promise<Page<JournalEntryResponse>> {
  const rows: JournalEntryResponse[] = [];
  let cursor = from;
  for (let reads = 0; reads < MAX_READS && rows.length < limit; reads += 1) {
    const page = await readPage<JournalEntryResponse>(
      PATH,
      { ...journalQuery(asked), limit: String(asked.by === '' ? limit - rows.length : MAX_PAGE) },
      cursor,
    );
    rows.push(...page.rows.filter((entry) => isAskedFor(entry, asked)));
    cursor = page.next;
    if (cursor === undefined) return { rows };
  }
  return { rows, next: cursor };
}

async function readAll(asked: MoneyQuery, goesOn: (count: number) => boolean) {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await findMoney(asked, MAX_PAGE, cursor);
    lines.push(...page.rows.map(moneyLine));
    if (!goesOn(lines.length)) return undefined;
    cursor = page.next;
  } while (cursor !== undefined);
  return { text: `${MONEY_HEAD}${lines.join('')}`, count: lines.length };
}

function List({ asked }: { asked: MoneyQuery }) {
  const pages = usePages((cursor) => findMoney(asked, PAGE, cursor));
  const { list, money } = words.value;
  return (
    <>
      {pages.rows.length > 0 && (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">{list.customer}</th>
              <th scope="col">{money.how}</th>
              <th scope="col" class="sum">
                {money.amount}
              </th>
              <th scope="col">{money.day}</th>
            </tr>
          </thead>
          <tbody>
            {pages.rows.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      <div class="after-list">
        <Pages pages={pages} empty={money.empty} />
        {pages.rows.length > 0 && (
          <CsvDownload
            name={`payments-${asked.from}`}
            progress={money.csvProgress}
            done={money.csvDone}
            read={(goesOn) => readAll(asked, goesOn)}
          />
        )}
      </div>
    </>
  );
}

function Row({ entry }: { entry: JournalEntryResponse }) {
  const { day, kind, collection, reference, method, transaction, by } = entry;
  const { money, statement } = words.value;
  const texts = teller.value;
  const who = by?.name ?? (isByHand(entry) ? money.ways.hand : money.ways.online);
  return (
    <tr>
      <td class="who-cell">
        <a href={linkTo('collections', collection)}>
          <strong>{nameIn(entry) || money.erased}</strong>
          <span class="small reference">{reference}</span>
        </a>
      </td>
      <td class="status-cell">
        {kind !== 'received' && <span class="status">{statement.kinds[kind]}</span>}{' '}
        {[methodText(texts.words, method), who].filter(Boolean).join(' · ')}
        {transaction !== undefined && <span class="small reference">{transaction}</span>}
      </td>
      <td class="sum">
        <span class="open-sum">{texts.money(moved(entry))}</span>
      </td>
      <td class="date-cell">
        <time dateTime={day}>{dateIn(language.value)(noonOf(day))}</time>
      </td>
    </tr>
  );
}
