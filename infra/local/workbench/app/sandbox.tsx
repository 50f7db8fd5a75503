/** The person's collections, each with what can happen to its money at the sandbox provider. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { Choice } from '#lib/web/kit/field.tsx';
import { Button, Panel } from '#lib/web/kit/parts.tsx';
import { api, attempt, local } from './api.ts';
import { ConsoleLink, Curl, Status } from './parts.tsx';
import { refresh } from './refresh.ts';
import { demo, said } from './state.ts';
import { money } from './time.ts';

export const PersonCollections = ({ list }: { list: readonly CollectionResponse[] }) => (
  <Panel title="Collections" aside={<ConsoleLink>All of them in the console</ConsoleLink>}>
    <ul class="ledger">
      {list.toReversed().map((collection) => (
        <Row key={collection.id} collection={collection} />
      ))}
    </ul>
  </Panel>
);

function Row({ collection }: { collection: CollectionResponse }) {
  const { id, reference, amount, balance, status, payable } = collection;
  const link = payable.options.flatMap((option) => ('link' in option ? [option.link] : []))[0];
  const { baseUrl = '', apiKey = '' } = demo.value ?? {};
  return (
    <li>
      <div class="row">
        <ConsoleLink screen={`collections/${id}`}>{reference}</ConsoleLink>
        <Status status={status} />
        <span class="sum">{money(balance.outstanding)}</span>
      </div>
      <p class="small">
        to pay of {money(amount)}
        {link !== undefined && (
          <>
            {' · '}
            <a href={link} target="_blank" rel="noopener noreferrer">
              payment page
            </a>
          </>
        )}
      </p>
      <AtSandbox collection={collection} />
      <Curl
        title="Its plan, with every text and reason, as curl"
        url={`${baseUrl}/public/collections/${id}/follow-ups`}
        apiKey={apiKey}
      />
    </li>
  );
}

const PAYMENTS = {
  paid: { label: 'It is paid', body: {} },
  lost: { label: 'It is paid, and the webhook is lost', body: { webhook: false } },
  forged: { label: 'It is paid, and the webhook has a bad signature', body: { signature: 'bad' } },
};

/** Of the last payment. */
const RETURNS = {
  refund: { label: 'Its payment is refunded', path: 'refunds', body: {} },
  dispute: { label: 'Its payment is disputed', path: 'disputes', body: {} },
  disputeLost: { label: 'The dispute is lost', path: 'disputes', body: { status: 'lost' } },
  disputeWon: { label: 'The dispute is won', path: 'disputes', body: { status: 'won' } },
};

const HAPPENINGS = { ...PAYMENTS, ...RETURNS };

type Happening = keyof typeof HAPPENINGS;

const LABELS = Object.fromEntries(Object.entries(HAPPENINGS).map(([name, { label }]) => [name, label]));

const isPayment = (happening: Happening): happening is keyof typeof PAYMENTS => happening in PAYMENTS;

function AtSandbox({ collection }: { collection: CollectionResponse }) {
  const chosen = useSignal<Happening>('paid');
  const happen = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const { path, body } = await callOf(chosen.value, collection);
      await local('POST', path, body);
      said.value = `${HAPPENINGS[chosen.value].label}: done.`;
      await refresh();
    });
  };
  return (
    <details class="fold">
      <summary>At the sandbox provider</summary>
      <form class="inline" onSubmit={happen}>
        <Choice
          name={`happens-${collection.id}`}
          label="What happens"
          options={LABELS}
          value={chosen.value}
          onInput={(value) => {
            chosen.value = value as Happening;
          }}
        />
        <Button submit>Let it happen</Button>
      </form>
    </details>
  );
}

/** A sum that is paid already can be paid again: it is the customer's mistake then. */
async function callOf(happening: Happening, { id, balance, amount }: CollectionResponse) {
  if (isPayment(happening)) {
    const value = balance.outstanding.value || amount.value;
    const paid = { collectionId: id, amount: { value, currency: amount.currency } };
    return { path: 'sandbox/payments', body: { ...paid, ...PAYMENTS[happening].body } };
  }
  const payments = await api<PaymentResponse[]>('GET', `collections/${id}/payments`);
  const last = payments.findLast(({ kind, provider }) => kind === 'payment' && provider !== null);
  const { path, body } = RETURNS[happening];
  return { path: `sandbox/${path}`, body: { account: demo.value?.account, transaction: last?.transaction, ...body } };
}
