/** The dialogs that correct what is owed and until when, and open a collection again. */
import { useSignal } from '@preact/signals';
import { AmountField } from './amount-field.tsx';
import { ask } from './api.ts';
import type { ActionProps } from './detail.ts';
import { ActionDialog } from './dialog.tsx';
import { now, words } from './state.ts';
import { dayOf, daysAfter, endOfDay, valueOfAmount } from './typed-values.ts';
import { DayField } from './until-dialogs.tsx';

export function AmountDialog({ collection: { id, amount }, done, reload, onClose }: ActionProps) {
  const typed = useSignal(String(amount.value));
  const { amount: texts } = words.value;
  const value = valueOfAmount(typed.value, amount.currency);
  const send = async () => {
    await ask('PATCH', `public/collections/${id}`, { body: { amount: { value, currency: amount.currency } } });
    await done(texts.done);
  };
  const { title, intro, submit } = texts;
  return (
    <ActionDialog {...{ title, intro, submit, isReady: value !== amount.value, send, onClose }} onRefused={reload}>
      {(faults) => (
        <AmountField
          label={texts.label(amount.currency)}
          value={typed.value}
          currency={amount.currency}
          fault={faults['amount.value'] ?? faults['amount']}
          onInput={(text) => {
            typed.value = text;
          }}
        />
      )}
    </ActionDialog>
  );
}

export function DueDialog({ collection: { id, dueDate }, done, reload, onClose }: ActionProps) {
  const day = useSignal(dueDate ?? dayOf(daysAfter(now.peek(), 7)));
  const { due } = words.value;
  const send = async () => {
    await ask('PATCH', `public/collections/${id}`, { body: { dueDate: day.value } });
    await done(due.done);
  };
  const { title, intro, submit } = due;
  const isReady = day.value !== '' && day.value !== dueDate;
  return (
    <ActionDialog {...{ title, intro, submit, isReady, send, onClose }} onRefused={reload}>
      {(faults) => <DayField label={due.label} name="dueDate" day={day} faults={faults} />}
    </ActionDialog>
  );
}

const MINUTE = 60_000;

export function ReopenDialog({ collection: { id, dueDate = '' }, done, reload, onClose }: ActionProps) {
  const inAWeek = dayOf(daysAfter(now.peek(), 7));
  const day = useSignal(dueDate > inAWeek ? dueDate : inAWeek);
  const { reopen } = words.value;
  const send = async () => {
    const extendBy = Math.ceil((Date.parse(endOfDay(day.value)) - now.peek()) / MINUTE);
    await ask('POST', `public/collections/${id}/reopen`, { body: { extendBy } });
    await done(reopen.done);
  };
  const { title, intro, submit } = reopen;
  return (
    <ActionDialog {...{ title, intro, submit, isReady: day.value !== '', send, onClose }} onRefused={reload}>
      {(faults) => <DayField label={reopen.until} name="extendBy" min={now.value} day={day} faults={faults} />}
    </ActionDialog>
  );
}
