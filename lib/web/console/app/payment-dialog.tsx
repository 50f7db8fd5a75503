/** Records money that reached the merchant in another way, once: all tries of one dialog have one key. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import type { ActionProps } from './actions.tsx';
import { ask } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { now, teller, words } from './state.ts';
import { dayOf, instantOf, numberOf } from './typed-values.ts';

const METHODS = ['cash', 'bank_transfer', 'cheque', 'card', 'mobile_money', 'other'] as const;

type Draft = { amount: string; method: string; day: string; note: string };

export function PaymentDialog({ collection, done, reload, onClose }: ActionProps) {
  const { id, amount, balance } = collection;
  const { currency } = amount;
  const today = dayOf(now.peek());
  const draft = useSignal<Draft>({
    amount: String(balance.outstanding.value || ''),
    method: 'cash',
    day: today,
    note: '',
  });
  const key = useMemo(() => crypto.randomUUID(), []);
  const change = (changed: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changed };
  };
  const { payment } = words.value;
  const send = async () => {
    const body = bodyOf(draft.value, currency, today);
    await ask('POST', `public/collections/${id}/payments`, { body, key });
    await done(payment.done(teller.value.money(body.amount)));
  };
  const { title, intro, submit } = payment;
  const methods = Object.fromEntries(METHODS.map((method) => [method, teller.value.words.methods[method] ?? method]));
  return (
    <ActionDialog {...{ title, intro, submit, send, onClose }} onRefused={reload}>
      {(faults) => (
        <>
          <Field
            name="amount"
            label={payment.amount(currency)}
            inputMode="decimal"
            value={draft.value.amount}
            fault={faults['amount.value'] ?? faults['amount']}
            onInput={(value) => change({ amount: value })}
          />
          <div class="pair">
            <Choice
              name="method"
              label={payment.method}
              options={methods}
              value={draft.value.method}
              fault={faults['method']}
              onInput={(method) => change({ method })}
            />
            <Field
              name="paidAt"
              label={payment.day}
              type="date"
              max={today}
              value={draft.value.day}
              fault={faults['paidAt']}
              onInput={(day) => change({ day })}
            />
          </div>
          <Field
            name="note"
            label={payment.note}
            maxLength={500}
            value={draft.value.note}
            fault={faults['note']}
            onInput={(note) => change({ note })}
          />
        </>
      )}
    </ActionDialog>
  );
}

/** Money of an earlier day came at noon; the service knows what time it is now. */
const bodyOf = ({ amount, method, day, note }: Draft, currency: string, today: string) => ({
  amount: { value: numberOf(amount), currency },
  method,
  ...(day !== today && { paidAt: instantOf(`${day}T12:00`) }),
  ...(note.trim() !== '' && { note: note.trim() }),
});
