/** What was paid for a collection, and the sandbox provider at which it can be paid, refunded or disputed. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { Button, Empty, Panel } from '#lib/web/kit/parts.tsx';
import { attempt, local } from './api.ts';
import { At, Curl } from './parts.tsx';
import { refresh } from './refresh.ts';
import { demo, said } from './state.ts';
import { methodText, money } from './time.ts';

type Props = { collection: CollectionResponse; payments: readonly PaymentResponse[] };

export function Payments({ collection, payments }: Props) {
  return (
    <Panel title="Payments">
      {payments.length === 0 ? (
        <Empty title="Nothing is paid yet." />
      ) : (
        <ul class="ledger">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      <Sandbox collection={collection} />
    </Panel>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund that failed',
  chargeback: 'Chargeback',
  chargeback_reversed: 'Chargeback won back',
  reversal: 'Reversal',
  rejected: 'Rejected payment',
};

/** What can happen at the provider to money that was paid there. */
const RETURNS = [
  { label: 'Refund it', path: 'sandbox/refunds', body: {} },
  { label: 'Dispute it', path: 'sandbox/disputes', body: {} },
  { label: 'Lose the dispute', path: 'sandbox/disputes', body: { status: 'lost' } },
  { label: 'Win the dispute', path: 'sandbox/disputes', body: { status: 'won' } },
];

function PaymentRow({ payment }: { payment: PaymentResponse }) {
  const { kind, amount, method, transaction, paidAt, standing, provider } = payment;
  const account = demo.value?.account;
  return (
    <li>
      <div class="row">
        <strong>{KINDS[kind] ?? kind}</strong>
        <span class="sum">{money(amount)}</span>
        <span class="when">
          <At at={Date.parse(paidAt)} />
        </span>
      </div>
      <p class="small">
        {[methodText(method), provider ?? 'recorded by hand', standing, transaction].filter(Boolean).join(' · ')}
      </p>
      {kind === 'payment' && provider !== null && (
        <details class="fold">
          <summary>Send it back</summary>
          <div class="buttons">
            {RETURNS.map(({ label, path, body }) => (
              <Button key={label} onClick={() => happen(`${label}: done.`, path, { account, transaction, ...body })}>
                {label}
              </Button>
            ))}
          </div>
        </details>
      )}
    </li>
  );
}

const happen = (words: string, path: string, body: object): void =>
  void attempt(async () => {
    await local('POST', path, body);
    said.value = words;
    await refresh();
  });

const WEBHOOKS = {
  sent: 'Its webhook comes',
  lost: 'Its webhook is lost',
  forged: 'Its webhook has a bad signature',
};

const WEBHOOK_FIELDS = { sent: {}, lost: { webhook: false }, forged: { signature: 'bad' } };

function Sandbox({ collection: { id, balance, amount } }: Pick<Props, 'collection'>) {
  const { currency } = amount;
  const sum = useSignal(String(balance.outstanding.value || amount.value));
  const webhook = useSignal<keyof typeof WEBHOOKS>('sent');
  const body = { collectionId: id, amount: { value: Number(sum.value), currency }, ...WEBHOOK_FIELDS[webhook.value] };
  const pay = (event: Event) => {
    event.preventDefault();
    happen('It was paid at the sandbox provider.', 'sandbox/payments', body);
  };
  return (
    <details class="fold">
      <summary>Pay it at the sandbox, without the page</summary>
      <form class="inline" onSubmit={pay}>
        <Field
          name="amount"
          label={`Amount in ${currency}`}
          inputMode="decimal"
          value={sum.value}
          onInput={(value) => {
            sum.value = value;
          }}
        />
        <Choice
          name="webhook"
          label="Webhook"
          options={WEBHOOKS}
          value={webhook.value}
          onInput={(value) => {
            webhook.value = value as keyof typeof WEBHOOKS;
          }}
        />
        <Button submit>Pay</Button>
      </form>
      <Curl title="As curl" method="POST" url={`${demo.value?.baseUrl}/_local/sandbox/payments`} body={body} />
    </details>
  );
}
