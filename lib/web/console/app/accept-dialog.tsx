/** Accepts what a customer says was paid: as a payment that is recorded already, or as one to record. */
import { useSignal } from '@preact/signals';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { dayIn, methodText } from '#lib/web/console/format.ts';
import { type Claim, paymentsMeant } from '#lib/web/console/recorded-payments.ts';
import { Choice } from '#lib/web/kit/field.tsx';
import { AmountField } from './amount-field.tsx';
import { ask, read } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { useLoad } from './load.ts';
import { Trouble } from './parts.tsx';
import { language, said, teller, words } from './state.ts';
import { TooMuch } from './too-much.tsx';
import { valueOfAmount } from './typed-values.ts';

type Props = { collection: CollectionResponse; claim: Claim; reload: () => Promise<void>; onClose: () => void };

const NEW = 'new';

export function AcceptDialog({ collection, claim, reload, onClose }: Props) {
  const { id, amount, balance } = collection;
  const path = `public/collections/${id}`;
  const { data, problem, reload: again } = useLoad(id, () => read<PaymentResponse[]>(`${path}/payments`));
  const { payments, likely } = paymentsMeant(claim, collection, data ?? []);
  // What is recorded already is most often a part of what the customer speaks of.
  const left = balance.outstanding.value;
  const sum = useSignal(String(left > 0 ? Math.min(claim.amount.value, left) : claim.amount.value));
  const isConfirmed = useSignal(false);
  const chosen = useSignal<string | undefined>(undefined);
  const { action: title, intro, recordedIntro, done, isRecorded, which, another } = words.value.answers.accepted;
  const meant = chosen.value ?? likely?.id ?? NEW;
  const { currency } = amount;
  const value = valueOfAmount(sum.value, currency);
  const excess = meant === NEW ? Number((value - left).toFixed(4)) : 0;
  const send = async () => {
    const payment = { amount: { value, currency: amount.currency } };
    const recording = value === claim.amount.value ? {} : { payment };
    const body = { decision: 'accepted', ...(meant === NEW ? recording : { paymentId: meant }) };
    await ask('POST', `${path}/claims/${claim.id}`, { body });
    said.value = meant === NEW ? done : isRecorded;
    await reload();
  };
  return (
    <ActionDialog
      {...{ title, submit: title, send, onClose }}
      intro={meant === NEW ? intro : recordedIntro}
      isReady={data !== undefined && (excess <= 0 || isConfirmed.value)}
      onRefused={() => void reload()}
    >
      {(faults) => (
        <>
          {problem !== undefined && <Trouble problem={problem} retry={() => void again()} />}
          {payments.length > 0 && (
            <Choice
              name="paymentId"
              label={which}
              options={{
                ...Object.fromEntries(payments.map((payment) => [payment.id, textOf(payment)])),
                [NEW]: another,
              }}
              value={meant}
              fault={faults['paymentId']}
              onInput={(to) => {
                chosen.value = to;
              }}
            />
          )}
          {meant === NEW && (
            <AmountField
              label={words.value.payment.amount(amount.currency)}
              value={sum.value}
              currency={amount.currency}
              fault={faults['payment.amount.value'] ?? faults['payment.amount']}
              onInput={(text) => {
                sum.value = text;
                isConfirmed.value = false;
              }}
            />
          )}
          {excess > 0 && (
            <TooMuch
              excess={teller.value.money({ value: excess, currency })}
              sum={teller.value.money({ value, currency })}
              isConfirmed={isConfirmed}
            />
          )}
        </>
      )}
    </ActionDialog>
  );
}

function textOf({ amount, method, paidAt, provider }: PaymentResponse): string {
  const { money, words: told } = teller.value;
  const day = dayIn(language.value)(Date.parse(paidAt));
  return [money(amount), day, methodText(told, method), provider ?? words.value.one.byHand].filter(Boolean).join(' · ');
}
