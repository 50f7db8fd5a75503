/** Records money that reached the merchant in another way, once: all tries of one dialog have one key. More than is left is asked about. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { awayIn } from '#lib/web/console/format.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { AmountField } from './amount-field.tsx';
import { ask, read } from './api.ts';
import { type ActionProps, type HandEntry, recentlyRecorded } from './detail.ts';
import { ActionDialog } from './dialog.tsx';
import { type Faults, Unsure } from './faults.ts';
import { language, now, teller, words } from './state.ts';
import { TooMuch } from './too-much.tsx';
import { dayOf, instantOf, valueOfAmount } from './typed-values.ts';

const METHODS = ['cash', 'bank_transfer', 'cheque', 'card', 'mobile_money', 'other'] as const;

export type PaymentDraft = { amount: string; method: string; day: string; note: string };

export function PaymentDialog({ collection, done, reload, onClose }: ActionProps) {
  const { id, amount, balance } = collection;
  const { currency } = amount;
  const today = dayOf(now.peek());
  const draft = useSignal<PaymentDraft>({
    amount: String(balance.outstanding.value || ''),
    method: 'cash',
    day: today,
    note: '',
  });
  const key = useMemo(() => crypto.randomUUID(), []);
  const recorded = useSignal(recentlyRecorded(collection, now.peek()));
  const isConfirmed = useSignal(false);
  const change = (changed: Partial<PaymentDraft>) => {
    draft.value = { ...draft.value, ...changed };
    isConfirmed.value = false;
  };
  const { payment } = words.value;
  const value = valueOfAmount(draft.value.amount, currency);
  const excess = Number((value - balance.outstanding.value).toFixed(4));
  const send = async () => {
    const fresh = recentlyRecorded(await read<CollectionResponse>(`public/collections/${id}`), now.peek());
    const isNew = fresh[0] !== undefined && fresh[0].id !== recorded.value[0]?.id;
    recorded.value = fresh;
    if (isNew) throw new Unsure(payment.meanwhile);
    const body = bodyOf(draft.value, currency, today);
    await ask('POST', `public/collections/${id}/payments`, { body, key });
    await done(payment.done(teller.value.money(body.amount)));
  };
  const { title, intro, submit } = payment;
  return (
    <ActionDialog
      {...{ title, intro, submit, send, onClose }}
      isReady={excess <= 0 || isConfirmed.value}
      onRefused={reload}
    >
      {(faults) => (
        <>
          <Recorded entries={recorded.value} />
          <AmountField
            label={payment.amount(currency)}
            value={draft.value.amount}
            currency={currency}
            fault={faults['amount.value'] ?? faults['amount']}
            onInput={(amount) => change({ amount })}
          />
          {excess > 0 && (
            <TooMuch
              excess={teller.value.money({ value: excess, currency })}
              sum={teller.value.money({ value, currency })}
              isConfirmed={isConfirmed}
            />
          )}
          <HowPaid {...{ today, faults, change }} draft={draft.value} />
        </>
      )}
    </ActionDialog>
  );
}

type HowPaidProps = {
  today: string;
  draft: PaymentDraft;
  faults: Faults;
  change: (changed: Partial<PaymentDraft>) => void;
};

/** In which way, when, and what else is to be said of it. */
export function HowPaid({ today, draft: { method, day, note }, faults, change }: HowPaidProps) {
  const { payment } = words.value;
  const methods = Object.fromEntries(METHODS.map((each) => [each, teller.value.words.methods[each] ?? each]));
  return (
    <>
      <div class="pair">
        <Choice
          name="method"
          label={payment.method}
          options={methods}
          value={method}
          fault={faults['method']}
          onInput={(value) => change({ method: value })}
        />
        <Field
          name="paidAt"
          label={payment.day}
          type="date"
          max={today}
          value={day}
          fault={faults['paidAt']}
          onInput={(value) => change({ day: value })}
        />
      </div>
      <Field
        name="note"
        label={payment.note}
        maxLength={500}
        value={note}
        fault={faults['note']}
        onInput={(value) => change({ note: value })}
      />
    </>
  );
}

/** The same money may have been recorded by somebody else. */
function Recorded({ entries: [last] }: { entries: readonly HandEntry[] }) {
  if (last === undefined) return null;
  const { at, amount, by } = last;
  const away = awayIn(language.value, at, now.value);
  return <p class="notice wait">{words.value.payment.recent(teller.value.money(amount), away, by)}</p>;
}

/** Money of an earlier day came at noon; the service knows what time it is now. */
export const bodyOf = ({ amount, method, day, note }: PaymentDraft, currency: string, today: string) => ({
  amount: { value: valueOfAmount(amount, currency), currency },
  method,
  ...(day !== today && { paidAt: instantOf(`${day}T12:00`) }),
  ...(note.trim() !== '' && { note: note.trim() }),
});
