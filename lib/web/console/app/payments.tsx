/** What was paid and what went back, with what was left after each. */
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { awayIn, dayIn, instantIn, methodText } from '#lib/web/console/format.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { balancesOf, type Detail, type NextMessage, nextMessage } from './detail.ts';
import { At } from './parts.tsx';
import { language, now, teller, words } from './state.ts';

export function NextMessageLine({ detail }: { detail: Detail }) {
  const next = nextMessage(detail);
  return (
    <div class="next">
      <p>
        <strong>{words.value.one.next}</strong> {textOf(next)}
      </p>
      {next.kind === 'planned' && (
        <p class="small">
          {words.value.one.nextWhy(next.slot.slot, detail.plan.slots.length, teller.value.why(next.slot))}
        </p>
      )}
      <PromiseLine promise={detail.plan.promise} />
    </div>
  );
}

function textOf(next: NextMessage): string {
  const { nextAt, noNext } = words.value.one;
  const instant = instantIn(language.value);
  if (next.kind === 'planned') {
    const channel = teller.value.words.channels[next.slot.channel];
    return nextAt(channel, instant(next.at), awayIn(language.value, next.at, now.value));
  }
  return next.kind === 'paused' ? noNext.pausedUntil(instant(next.until)) : noNext[next.why];
}

function PromiseLine({ promise }: { promise: Detail['plan']['promise'] }) {
  if (promise === undefined) return null;
  const { promised, promiseBroken } = words.value.one;
  const day = dayIn(language.value)(Date.parse(promise.payBy));
  return promise.brokenAt === undefined ? (
    <p class="promise">{promised(day)}</p>
  ) : (
    <p class="promise broken">{promiseBroken(day)}</p>
  );
}

export function Payments({ detail: { collection, payments } }: { detail: Detail }) {
  const { payments: title, noPayments } = words.value.one;
  const balances = balancesOf(collection, payments);
  return (
    <Panel title={title}>
      {payments.length === 0 ? (
        <p class="small">{noPayments}</p>
      ) : (
        <ul class="ledger">
          {payments.map((payment, index) => (
            <Row key={payment.id} payment={payment} balance={balances[index] ?? null} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ payment, balance }: { payment: PaymentResponse; balance: number | null }) {
  const { kind, amount, method, transaction, paidAt, provider, note } = payment;
  const { one, kinds } = words.value;
  const { money, words: told } = teller.value;
  const how = [methodText(told, method), provider ?? one.byHand, transaction, note].filter(Boolean).join(' · ');
  return (
    <li>
      <div class="row">
        <strong>{kinds[kind] ?? kind}</strong>
        <span class="sum">{money(amount)}</span>
      </div>
      <p class="small">
        <At at={Date.parse(paidAt)} />
        {' · '}
        {balance === null ? one.notCounted : one.balance(money({ ...amount, value: balance }))}
      </p>
      <p class="small">{how}</p>
    </li>
  );
}
