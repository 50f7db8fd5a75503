/** Records one payment over several debts of a customer, the oldest first; what is recorded once stays so, however often it is tried. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { owedOf, shared } from '#lib/web/console/share-payment.ts';
import { Choice } from '#lib/web/kit/field.tsx';
import { AmountField } from './amount-field.tsx';
import { ask } from './api.ts';
import { ActionDialog } from './dialog.tsx';
import { bodyOf, HowPaid, type PaymentDraft } from './payment-dialog.tsx';
import { now, said, teller, words } from './state.ts';
import { dayOf, valueOfAmount } from './typed-values.ts';

type Props = {
  collections: readonly CollectionResponse[];
  currencies: readonly string[];
  reload: () => Promise<void>;
  onClose: () => void;
};

export function ShareDialog({ collections: current, currencies, reload, onClose }: Props) {
  // As they were when it was opened: what is recorded meanwhile must not move the rest to other debts.
  const collections = useMemo(() => current, []);
  const key = useMemo(() => crypto.randomUUID(), []);
  const today = dayOf(now.peek());
  const currency = useSignal(currencies[0] ?? '');
  const draft = useSignal<PaymentDraft>({ amount: '', method: 'bank_transfer', day: today, note: '' });
  /** Once it is sent, nothing of it changes. */
  const isSent = useSignal(false);
  const { payment, share } = words.value;
  const { shares, rest } = shared(
    valueOfAmount(draft.value.amount, currency.value),
    owedOf(collections, currency.value),
  );
  const money = (value: number) => teller.value.money({ value, currency: currency.value });
  const change = (changed: Partial<PaymentDraft>) => {
    if (!isSent.value) draft.value = { ...draft.value, ...changed };
  };
  const send = async () => {
    isSent.value = true;
    for (const { collection, value } of shares) {
      const body = bodyOf({ ...draft.value, amount: String(value) }, currency.value, today);
      await ask('POST', `public/collections/${collection.id}/payments`, { body, key: `${key} ${collection.id}` });
    }
    said.value = payment.done(money(valueOfAmount(draft.value.amount, currency.value)));
    await reload();
    isSent.value = false;
  };
  return (
    <ActionDialog
      title={payment.title}
      intro={share.intro}
      submit={payment.submit}
      isReady={shares.length > 0 && rest === 0}
      {...{ send }}
      onRefused={() => {}}
      onClose={() => {
        // Some of it may be recorded.
        if (isSent.value) void reload();
        onClose();
      }}
    >
      {(faults) => (
        <>
          {currencies.length > 1 && (
            <Choice
              name="currency"
              label={words.value.create.currency}
              options={Object.fromEntries(currencies.map((code) => [code, code]))}
              value={currency.value}
              onInput={(code) => {
                if (!isSent.value) currency.value = code;
              }}
            />
          )}
          <AmountField
            label={payment.amount(currency.value)}
            value={draft.value.amount}
            currency={currency.value}
            fault={faults['amount.value']}
            onInput={(amount) => change({ amount })}
          />
          {shares.length > 0 && (
            <ul class="small">
              {shares.map(({ collection, value }) => (
                <li key={collection.id}>
                  {collection.reference}: {money(value)}{' '}
                  {words.value.list.of(money(collection.balance.outstanding.value))}
                </li>
              ))}
            </ul>
          )}
          {rest > 0 && <p class="notice wait">{share.tooMuch(money(rest))}</p>}
          <HowPaid {...{ today, faults, change }} draft={draft.value} />
        </>
      )}
    </ActionDialog>
  );
}
