/** What a customer owes, and how the customer can be reached. */
import { noonOf } from '#lib/web/console/due-date.ts';
import { dateIn } from '#lib/web/console/format.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import type { Customer } from './customers.ts';
import { At } from './parts.tsx';
import { language, teller, words } from './state.ts';

/** One sum for each currency: no two are added. */
export function Sums({ customer: { open, nextMessageAt, pausedSince } }: { customer: Customer }) {
  const { customers, home } = words.value;
  const { money } = teller.value;
  return (
    <>
      <dl class="sums">
        {open.length === 0 && (
          <div class="left">
            <dt>{home.owed}</dt>
            <dd>{customers.nothing}</dd>
          </div>
        )}
        {open.map(({ currency, outstanding, count, oldestDueDate }) => {
          const text = money({ value: outstanding, currency });
          return (
            <div key={currency} class="left open-sum">
              <dt>{home.owed}</dt>
              <dd style={{ '--length': text.length }}>{text}</dd>
              <dd class="small">
                {home.collections(count)}
                {oldestDueDate !== null && `, ${customers.oldestDue(dateIn(language.value)(noonOf(oldestDueDate)))}`}
              </dd>
            </div>
          );
        })}
      </dl>
      <p>
        <strong>{words.value.one.next}</strong>{' '}
        {nextMessageAt === null ? customers.noNext : <At at={Date.parse(nextMessageAt)} />}
        {pausedSince !== undefined && (
          <>
            {' '}
            {customers.pausedSince} <At at={Date.parse(pausedSince)} />.
          </>
        )}
      </p>
    </>
  );
}

/** How the customer can be reached, and how not any more, in words. */
export function Reach({ customer }: { customer: Customer }) {
  const { phone, email, optedOut, unreachable, lastHeardAt, lastMessageAt } = customer;
  const { one, customers } = words.value;
  const { channels } = teller.value.words;
  const names = (Object.keys(channels) as (keyof typeof channels)[]).filter((channel) => optedOut[channel]);
  return (
    <Panel title={one.contact}>
      <dl class="facts">
        <dt>{one.phone}</dt>
        <dd>
          <a href={`tel:${phone}`}>{phone}</a>
        </dd>
        <dt>{one.email}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>{customers.heard}</dt>
        <dd>{lastHeardAt === null ? customers.never : <At at={Date.parse(lastHeardAt)} />}</dd>
        <dt>{customers.written}</dt>
        <dd>{lastMessageAt === null ? customers.never : <At at={Date.parse(lastMessageAt)} />}</dd>
      </dl>
      {names.map((channel) => (
        <p key={channel} class="notice bad">
          {customers.optedOut(channels[channel])}
        </p>
      ))}
      {unreachable.map(({ channel, reason, until }) => (
        <p key={channel} class="notice wait">
          {customers.unreachable(channels[channel], customers.failures[reason] ?? reason.replaceAll('_', ' '))}
          {until !== null && (
            <>
              {' '}
              {customers.until} <At at={Date.parse(until)} />
            </>
          )}
        </p>
      ))}
    </Panel>
  );
}
