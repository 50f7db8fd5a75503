/** The dialogs by which a merchant asks for less: the rest is written off, or a credit is given. */
import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { WRITE_OFF_REASONS } from '#lib/domain/transitions.ts';
import { Choice, Field } from '#lib/web/kit/field.tsx';
import { AmountField } from './amount-field.tsx';
import { ask } from './api.ts';
import type { ActionProps } from './detail.ts';
import { ActionDialog } from './dialog.tsx';
import type { Faults } from './faults.ts';
import { teller, words } from './state.ts';
import { valueOfAmount } from './typed-values.ts';

const CREDIT_REASONS = ['discount', 'returned_goods', 'goodwill', 'mistake', 'other'] as const;

type ReasonProps = { reason: Signal<string>; codes: readonly string[]; note: Signal<string>; faults: Faults };

function Reason({ reason, codes, note, faults }: ReasonProps) {
  const { reason: label, reasons, note: noteLabel } = words.value.less;
  return (
    <>
      <Choice
        name="reason"
        label={label}
        options={Object.fromEntries(codes.map((code) => [code, reasons[code] ?? code]))}
        value={reason.value}
        onInput={(code) => {
          reason.value = code;
        }}
      />
      <Field
        name="note"
        label={noteLabel}
        maxLength={500}
        value={note.value}
        fault={faults['note']}
        onInput={(text) => {
          note.value = text;
        }}
      />
    </>
  );
}

const noteOf = (note: Signal<string>) => (note.value.trim() === '' ? {} : { note: note.value.trim() });

export function WriteOffDialog({ collection: { id, balance }, done, reload, onClose }: ActionProps) {
  const reason = useSignal<string>(WRITE_OFF_REASONS[0]);
  const note = useSignal('');
  const { title, intro, submit, done: text } = words.value.writeOff;
  const sum = teller.value.money(balance.outstanding);
  const send = async () => {
    const body = { status: 'cancelled', reason: reason.value, ...noteOf(note) };
    await ask('PATCH', `public/collections/${id}/status`, { body });
    await done(text(sum));
  };
  return (
    <ActionDialog {...{ submit, send, onClose }} title={title(sum)} intro={intro} look="danger" onRefused={reload}>
      {(faults) => <Reason {...{ reason, note, faults }} codes={WRITE_OFF_REASONS} />}
    </ActionDialog>
  );
}

export function CreditDialog({ collection: { id, amount }, done, reload, onClose }: ActionProps) {
  const typed = useSignal('');
  const reason = useSignal<string>(CREDIT_REASONS[0]);
  const note = useSignal('');
  const { title, intro, label, submit, done: text } = words.value.credit;
  const value = valueOfAmount(typed.value, amount.currency);
  // Of this dialog: an answer that is lost, and a second click, give no second credit.
  const key = useMemo(() => crypto.randomUUID(), []);
  const send = async () => {
    const credited = { value, currency: amount.currency };
    const body = { amount: credited, reason: reason.value, ...noteOf(note) };
    await ask('POST', `public/collections/${id}/credits`, { body, key });
    await done(text(teller.value.money(credited)));
  };
  return (
    <ActionDialog {...{ title, intro, submit, send, onClose }} onRefused={reload}>
      {(faults) => (
        <>
          <AmountField
            label={label(amount.currency)}
            value={typed.value}
            currency={amount.currency}
            required
            fault={faults['amount.value']}
            onInput={(text) => {
              typed.value = text;
            }}
          />
          <Reason {...{ reason, note, faults }} codes={CREDIT_REASONS} />
        </>
      )}
    </ActionDialog>
  );
}
