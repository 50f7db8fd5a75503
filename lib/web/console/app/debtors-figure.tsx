/** Who owes most, in one currency. */
import { noonOf } from '#lib/web/console/due-date.ts';
import { dateIn } from '#lib/web/console/format.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { read } from './api.ts';
import { nameOf } from './collection-table.tsx';
import { type Customer, customersQueryOf } from './customers.ts';
import { type Cell, Figure } from './figure.tsx';
import { useLoad } from './load.ts';
import { Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, teller, words } from './state.ts';

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
    const open = customer.open.find((each) => each.currency === currency);
    return open === undefined ? [] : [{ customer, ...open }];
  });
  const most = Math.max(1, ...owed.map(({ outstanding }) => outstanding));
  const day = dateIn(language.value);
  return (
    <Figure
      title={customers.whoOwes}
      name={`customers-${currency}`}
      numbers={{
        head: [words.value.list.customer, home.owed, home.count, customers.oldest],
        rows: owed.map(({ customer, outstanding, count, oldestDueDate }): Cell[] => [
          { text: nameOf(customer), value: nameOf(customer), href: linkTo('customers', customer.id) },
          { text: teller.value.money({ value: outstanding, currency }), value: outstanding },
          { text: String(count), value: count },
          { text: oldestDueDate === null ? '–' : day(noonOf(oldestDueDate)), value: oldestDueDate ?? '' },
        ]),
        shares: owed.map(({ outstanding }) => outstanding / most),
      }}
      empty={home.nothingOwed}
      below={<a href={linkTo('customers', undefined, order)}>{customers.back}</a>}
    />
  );
}
