/** What a member may print for a customer: the statement of account, and the receipt of one payment. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import type { StatementResponse } from '#lib/contract/statement.ts';
import { receiptNumber, takesBack } from '#lib/domain/payment/receipt.ts';
import { dateIn, longIn, methodText, noonOf } from '#lib/web/console/format.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { read } from './api.ts';
import { nameOf } from './collection-table.tsx';
import { aboutOf } from './detail.ts';
import { type Cell, Figure } from './figure.tsx';
import { DaysForm } from './filters.tsx';
import { sumOf } from './home.ts';
import { useLoad } from './load.ts';
import { daysIn } from './money-moved.ts';
import { Curls, Loading, Trouble } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, now, session, teller, words } from './state.ts';
import { dayOf, daysAfter } from './typed-values.ts';

const STANDARD_DAYS = 90;

const merchantName = (): string => (typeof session.value === 'string' ? '' : session.value.account.name);

const PrintButton = () => (
  <div class="actions">
    <Button look="main" onClick={() => window.print()}>
      {words.value.statement.print}
    </Button>
  </div>
);

export function StatementScreen({ id, query }: { id: string; query: URLSearchParams }) {
  const today = now.peek();
  const { from, to } = daysIn(query, { from: dayOf(daysAfter(today, 1 - STANDARD_DAYS)), to: dayOf(today) });
  const path = `public/customers/${encodeURIComponent(id)}/statement?${new URLSearchParams({ from, to })}`;
  const { data, problem, reload } = useLoad(path, () => read<StatementResponse>(path));
  const { statement, customers } = words.value;
  const day = (date: string) => dateIn(language.value)(noonOf(date));
  return (
    <article class="paper">
      <a class="back" href={linkTo('customers', id)}>
        <span aria-hidden="true">←</span> {customers.open}
      </a>
      <h1 tabIndex={-1}>{statement.title}</h1>
      <search class="filters">
        <DaysForm
          days={{ from, to }}
          onChange={(days) => {
            location.hash = linkTo('statement', id, days);
          }}
        />
      </search>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      {data !== undefined && (
        <>
          <p>
            <strong>{nameOf({ ...data, id, phone: '', email: '' })}</strong>
            <br />
            {merchantName()} · {statement.days(day(data.from), day(data.to))}
          </p>
          {data.currencies.length === 0 && <p class="panel">{statement.nothing}</p>}
          {data.currencies.map((each) => (
            <CurrencyPart key={each.currency} id={id} of={each} />
          ))}
          <PrintButton />
        </>
      )}
      <Curls calls={[{ path }]} />
    </article>
  );
}

type CurrencyStatement = StatementResponse['currencies'][number];

function CurrencyPart({
  id,
  of: { currency, opening, entries, closing, credit },
}: {
  id: string;
  of: CurrencyStatement;
}) {
  const { statement, money: texts } = words.value;
  const { money } = teller.value;
  const sum = (amount: { value: number; currency: string }): Cell => ({ text: money(amount), value: amount.value });
  const none: Cell = { text: '', value: '' };
  const line = (name: string, amount: CurrencyStatement['opening']): Cell[] => [
    { text: name, value: name },
    none,
    none,
    none,
    sum(amount),
  ];
  const rows = entries.map(({ entry, balance }): Cell[] => [
    { text: dateIn(language.value)(noonOf(entry.day)), value: entry.day },
    { text: statement.kinds[entry.kind], value: entry.kind },
    { text: entry.number ?? entry.reference, value: entry.reference, href: linkTo('collections', entry.collection) },
    sum(entry.amount),
    sum(balance),
  ]);
  return (
    <Figure
      isWide
      title={currency}
      name={`statement-${id}-${currency}`}
      numbers={{
        head: [texts.day, texts.what, texts.reference, texts.amount, texts.balance],
        rows: [line(statement.opening, opening), ...rows, line(statement.closing, closing)],
      }}
      empty={statement.nothing}
      below={
        credit.value > 0 && (
          <p>
            {statement.credit}: <strong>{money(credit)}</strong>
          </p>
        )
      }
    />
  );
}

type Paid = { collection: CollectionResponse; payments: PaymentResponse[] };

export function ReceiptScreen({ id, query }: { id: string; query: URLSearchParams }) {
  const path = `public/collections/${encodeURIComponent(id)}`;
  const { data, problem, reload } = useLoad(`receipt-${id}`, async (): Promise<Paid> => {
    const [collection, payments] = await Promise.all([
      read<CollectionResponse>(path),
      read<PaymentResponse[]>(`${path}/payments`),
    ]);
    return { collection, payments };
  });
  const { statement, missing } = words.value;
  const payment = data?.payments.find((each) => each.id === query.get('payment') && each.kind === 'payment');
  return (
    <article class="paper">
      <a class="back" href={linkTo('collections', id)}>
        <span aria-hidden="true">←</span> {data?.collection.reference ?? id}
      </a>
      <h1 tabIndex={-1}>{statement.receipt}</h1>
      {problem !== undefined && <Trouble problem={problem} retry={() => void reload()} />}
      {data === undefined && problem === undefined && <Loading />}
      {data !== undefined && payment === undefined && <p>{missing}</p>}
      {data !== undefined && payment !== undefined && <Receipt {...data} payment={payment} />}
    </article>
  );
}

function Receipt({ collection, payments, payment }: Paid & { payment: PaymentResponse }) {
  const { contact, reference, number } = collection;
  const { statement, list, one, money: texts } = words.value;
  const { money, words: told } = teller.value;
  const left = payments.filter(({ kind, counts, transaction }) => {
    const isOfIt =
      transaction !== null && (transaction === payment.transaction || transaction === takesBack(payment.id));
    return kind !== 'payment' && counts && isOfIt;
  });
  const wentTo = (isMoved: boolean): string | undefined => {
    const value = sumOf(left.filter(({ kind }) => (kind === 'moved') === isMoved).map(({ amount }) => -amount.value));
    return value > 0 ? money({ ...payment.amount, value }) : undefined;
  };
  const facts: [string, string | undefined][] = [
    [statement.number, receiptNumber(payment.id)],
    [texts.paidTo, merchantName()],
    [list.customer, nameOf(contact)],
    [texts.day, longIn(language.value)(Date.parse(payment.paidAt))],
    [texts.how, methodText(told, payment.method)],
    [texts.transaction, payment.recordedBy === 'merchant' ? undefined : (payment.transaction ?? undefined)],
    [one.about, aboutOf(collection)],
    [texts.reference, number ?? reference],
    [one.asked, money(collection.amount)],
    [statement.wentBack, wentTo(false)],
    [words.value.kinds['moved_out'] ?? '', wentTo(true)],
  ];
  return (
    <>
      <section class="panel">
        <p class="paper-sum">{money(payment.amount)}</p>
        <dl class="facts">
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      <PrintButton />
    </>
  );
}
