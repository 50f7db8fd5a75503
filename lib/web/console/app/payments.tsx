/** What was paid and what went back, with what was left after each. */

import type { PaymentResponse } from '#lib/contract/payment.ts';
import { methodText } from '#lib/web/console/telling.ts';
import { Panel } from '#lib/web/kit/parts.tsx';
import { balancesOf, type Detail } from './detail.ts';
import { At } from './parts.tsx';
import { teller, words } from './state.ts';

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
