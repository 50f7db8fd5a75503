/** The four sums that answer the first questions: what is owed, what of it is late, what has come, and who owes most. */
import type { ComponentChildren } from 'preact';
import { shareIn } from '#lib/web/console/format.ts';
import { read } from './api.ts';
import { nameOf } from './collection-table.tsx';
import { type Customer, customersQueryOf } from './customers.ts';
import { bookIn, changeIn, type Home, lateIn, monthUntil, receivedIn, stepsIn } from './home.ts';
import { useLoad } from './load.ts';
import { unpaid } from './money-figures.tsx';
import { linkTo } from './route.ts';
import { language, now, teller, words } from './state.ts';

type Props = { home: Home; currency: string };

export function Tiles({ home, currency }: Props) {
  const { home: texts } = words.value;
  const { money } = teller.value;
  const book = bookIn(home, currency);
  const none = { value: 0, currency };
  const late = book === undefined ? { amount: none, count: 0 } : lateIn(book);
  const [step] = stepsIn(home.month, currency);
  const received = step === undefined ? none : receivedIn(step);
  const month = { currency, ...monthUntil(now.value) };
  const change = changeIn(home.lately, currency);
  const [before] = stepsIn(home.monthBefore, currency);
  const owed = book?.outstanding.value ?? 0;
  return (
    <dl class="tiles">
      <Tile name={texts.owed} text={money(book?.outstanding ?? none)} href={unpaid(currency)}>
        {texts.ofCollections(book?.count ?? 0, book?.customers ?? 0)}
        {change !== undefined && change.value !== 0 && (
          <>
            <br />
            {change.value > 0 ? texts.more(money(change)) : texts.less(money({ ...change, value: -change.value }))}
          </>
        )}
      </Tile>
      <Tile
        name={texts.late}
        text={money(late.amount)}
        href={unpaid(currency, 'late')}
        look={late.count > 0 ? 'bad' : ''}
      >
        {texts.collections(late.count)}
        {owed > 0 && (
          <>
            <br />
            {texts.lateShare(shareIn(language.value)(late.amount.value / owed))}
          </>
        )}
      </Tile>
      <Tile name={texts.receivedMonth} text={money(received)} href={linkTo('payments', undefined, month)}>
        <a href={linkTo('payments', undefined, { ...month, by: 'online' })}>
          {texts.online(money(step?.received.online ?? none))}
        </a>
        <br />
        <a href={linkTo('payments', undefined, { ...month, by: 'hand' })}>
          {texts.byHand(money(step?.received.byHand ?? none))}
        </a>
        <br />
        {texts.monthBefore(money(before === undefined ? none : receivedIn(before)))}
      </Tile>
      <MostTile currency={currency} />
    </dl>
  );
}

/** Who owes most: the first of the figure below. */
function MostTile({ currency }: { currency: string }) {
  const { customers, home } = words.value;
  const query = new URLSearchParams({ ...customersQueryOf({ q: '', order: 'outstanding', currency }), limit: '1' });
  const { data } = useLoad(`most-${currency}`, () => read<Customer[]>(`public/customers?${query}`));
  const [customer] = data ?? [];
  const sum = customer?.owed.find(({ amount }) => amount.currency === currency);
  const isNobody = customer === undefined || sum === undefined;
  return (
    <Tile
      name={customers.whoOwes}
      text={isNobody ? '–' : teller.value.money(sum.amount)}
      href={isNobody ? linkTo('customers') : linkTo('customers', customer.id)}
    >
      {isNobody ? data && home.nothingOwed : nameOf(customer)}
    </Tile>
  );
}

type TileProps = { name: string; text: string; href: string; look?: string; children: ComponentChildren };

const Tile = ({ name, text, href, look = '', children }: TileProps) => (
  <div class={`panel tile ${look}`}>
    <dt>{name}</dt>
    <dd>
      <a href={href} class="tile-sum" style={{ '--length': text.length }}>
        {text}
      </a>
      <span class="small">{children}</span>
    </dd>
  </div>
);
