/** The figures of money on the first screen: what is owed and since when, and what was asked and received. */

import type { StandardAge } from '#lib/domain/insights/age.ts';
import { dateIn, noonOf, shortDayIn } from '#lib/web/console/format.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { linkToActivity } from './activity.ts';
import { read } from './api.ts';
import { nameOf } from './collection-table.tsx';
import { type Customer, customersQueryOf } from './customers.ts';
import { type Cell, Figure } from './figure.tsx';
import type { AgeFilter } from './filter.ts';
import { bookIn, type FlowStep, type Home, type Money, receivedIn, returnedIn, stepsIn } from './home.ts';
import { LinePicture } from './line-picture.tsx';
import { useLoad } from './load.ts';
import { Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, teller, words } from './state.ts';

/** The unpaid collections of the currency, of one age or all. */
export const unpaid = (currency: string, age: AgeFilter | '' = ''): string =>
  linkTo('collections', undefined, { status: 'unpaid', currency, age });

type Props = { home: Home; currency: string };

export function AgesFigure({ home, currency }: Props) {
  const { home: texts } = words.value;
  const { money } = teller.value;
  const book = bookIn(home, currency);
  if (book === undefined) return null;
  const most = Math.max(1, ...book.byAge.map(({ amount }) => amount.value));
  const rows = book.byAge.map(({ age, amount, count }): Cell[] => [
    { text: texts.ages[age as StandardAge], value: age, href: unpaid(currency, age as StandardAge) },
    sumCell(amount),
    { text: String(count), value: count },
  ]);
  const shares = book.byAge.map(({ amount }) => amount.value / most);
  const nothing = { amount: { value: 0, currency }, count: 0 };
  const { promised = nothing, disputed = nothing, expiredUnpaid = nothing } = book;
  const parts = [
    { name: texts.promised, of: promised, type: 'promise.made' },
    { name: texts.disputed, of: disputed, type: 'payment.disputed' },
  ] as const;
  return (
    <Figure
      title={texts.byAge}
      name={`owed-${currency}`}
      numbers={{ head: [texts.age, texts.owed, texts.count], rows, shares, isWorsening: true }}
      intro={texts.byAgeHint}
      empty={texts.nothingOwed}
      below={
        <p class="of-it">
          {texts.ofIt}{' '}
          {parts.map(({ name, of, type }) => (
            <a key={type} href={linkToActivity({ type, currency })}>
              {name} {money(of.amount)} ({of.count})
            </a>
          ))}
          <a href={linkTo('collections', undefined, { status: 'expired', currency })}>
            {texts.expired} {money(expiredUnpaid.amount)} ({expiredUnpaid.count})
          </a>
        </p>
      }
    />
  );
}

const sumCell = (amount: Money, href?: string): Cell => ({
  text: teller.value.money(amount),
  value: amount.value,
  href,
});

export function WeeksFigure({ home, currency }: Props) {
  const { home: texts } = words.value;
  const steps = stepsIn(home.weeks, currency);
  const day = shortDayIn(language.value);
  const lines = [
    { name: texts.asked, look: 'asked', values: steps.map(({ asked }) => asked.value) },
    { name: texts.received, look: 'received', values: steps.map((step) => receivedIn(step).value) },
  ];
  const compact = new Intl.NumberFormat(language.value, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <Figure
      isWide
      title={texts.byWeek}
      name={`weeks-${currency}`}
      numbers={{
        head: [texts.week, texts.asked, texts.onlineHead, texts.byHandHead, texts.returned, texts.closing],
        rows: steps.map((step) => weekRow(step, currency, day(noonOf(step.from)))),
      }}
      empty={texts.nothingOwed}
    >
      <LinePicture
        title={texts.byWeekPicture(currency)}
        labels={steps.map(({ from }) => day(noonOf(from)))}
        lines={lines}
        exact={(value) => teller.value.money({ value, currency })}
        short={(value) => compact.format(value)}
      />
    </Figure>
  );
}

function weekRow(step: FlowStep, currency: string, name: string): Cell[] {
  const { from, to, asked, received, closing } = step;
  const paid = (by?: 'online' | 'hand') => linkTo('payments', undefined, { currency, by, from, to });
  return [
    { text: name, value: from },
    sumCell(asked, linkTo('collections', undefined, { currency, from, to })),
    sumCell(received.online, paid('online')),
    sumCell(received.byHand, paid('hand')),
    sumCell(returnedIn(step), paid()),
    sumCell(closing.amount),
  ];
}

const SHOWN = '7';

export function DebtorsFigure({ currency }: { currency: string }) {
  const { home, customers } = words.value;
  const order = { q: '', order: 'outstanding', currency } as const;
  const query = new URLSearchParams({ ...customersQueryOf(order), limit: SHOWN });
  const { data, problem, reload } = useLoad(`debtors-${currency}`, () => read<Customer[]>(`public/customers?${query}`));
  if (data === undefined) {
    return (
      <Panel title={customers.whoOwes}>
        {problem === undefined ? <Loading /> : <Trouble problem={problem} retry={() => void reload()} />}
      </Panel>
    );
  }
  const owed = data.flatMap((customer) => {
    const sum = customer.owed.find(({ amount }) => amount.currency === currency);
    const { oldestDueDate = null } = customer.open.find((each) => each.currency === currency) ?? {};
    return sum === undefined ? [] : [{ customer, owes: sum.amount.value, count: sum.count, oldestDueDate }];
  });
  const most = Math.max(1, ...owed.map(({ owes }) => owes));
  const day = dateIn(language.value);
  return (
    <Figure
      title={customers.whoOwes}
      name={`customers-${currency}`}
      numbers={{
        head: [words.value.list.customer, home.owed, home.count, customers.oldest],
        rows: owed.map(({ customer, owes, count, oldestDueDate }): Cell[] => [
          { text: nameOf(customer), value: nameOf(customer), href: linkTo('customers', customer.id) },
          { text: teller.value.money({ value: owes, currency }), value: owes },
          { text: String(count), value: count },
          { text: oldestDueDate === null ? '–' : day(noonOf(oldestDueDate)), value: oldestDueDate ?? '' },
        ]),
        shares: owed.map(({ owes }) => owes / most),
      }}
      empty={home.nothingOwed}
      below={<a href={linkTo('customers', undefined, order)}>{customers.back}</a>}
    />
  );
}
