/** What was paid and what went back, with what was left after each. What was recorded by mistake is taken back here. */
import { useSignal } from '@preact/signals';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { entryNameOf } from '#lib/domain/payment/entry-name.ts';
import { takesBack } from '#lib/domain/payment/receipt.ts';
import { awayIn, dayIn, instantIn, lastMoment, methodText } from '#lib/web/console/format.ts';
import { canTakeBack, isTakenBack, isTakingBack } from '#lib/web/console/recorded-payments.ts';
import { isPayable } from '#lib/web/console/timeline.ts';
import { Field } from '#lib/web/kit/field.tsx';
import { Button, Hidden, Panel } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import { balancesOf, type Detail, type NextMessage, nextMessage } from './detail.ts';
import { ActionDialog } from './dialog.tsx';
import { At } from './parts.tsx';
import { linkTo } from './route.ts';
import { language, may, now, said, teller, words } from './state.ts';

export function NextMessageLine({ detail }: { detail: Detail }) {
  const next = nextMessage(detail);
  return (
    <div class="next">
      <p>
        <strong>{words.value.one.next}</strong> {textOf(next)}
        {next.kind === 'none' && next.why === 'customerPaused' && (
          <>
            {' '}
            <a href={linkTo('customers', detail.collection.contact.id)}>{words.value.customers.open}</a>
          </>
        )}
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
  const day = dayIn(language.value)(lastMoment(promise.payBy));
  return promise.brokenAt === undefined ? (
    <p class="promise">{promised(day)}</p>
  ) : (
    <p class="promise broken">{promiseBroken(day)}</p>
  );
}

type PaymentsProps = { detail: Detail; reload: () => Promise<void> };

export function Payments({ detail: { collection, payments }, reload }: PaymentsProps) {
  const { payments: title, noPayments } = words.value.one;
  const balances = balancesOf(collection, payments);
  const chosen = useSignal<PaymentResponse | undefined>(undefined);
  const takeBack = (payment: PaymentResponse) =>
    may('agent') && canTakeBack(payment, payments)
      ? () => {
          chosen.value = payment;
        }
      : undefined;
  return (
    <Panel title={title}>
      {payments.length === 0 ? (
        <p class="small">{noPayments}</p>
      ) : (
        <ul class="ledger">
          {payments.map((payment, index) => (
            <Row
              key={payment.id}
              collection={collection.id}
              payment={payment}
              balance={balances[index] ?? null}
              isTakenBack={isTakenBack(payment, payments)}
              takeBack={takeBack(payment)}
            />
          ))}
        </ul>
      )}
      {chosen.value !== undefined && (
        <TakeBackDialog
          payment={chosen.value}
          collection={collection}
          reload={reload}
          onClose={() => {
            chosen.value = undefined;
          }}
        />
      )}
    </Panel>
  );
}

type TakeBackProps = {
  payment: PaymentResponse;
  collection: Detail['collection'];
  reload: () => Promise<void>;
  onClose: () => void;
};

function TakeBackDialog({ payment, collection, reload, onClose }: TakeBackProps) {
  const reason = useSignal('');
  const { takeBack } = words.value;
  const { amount, method } = payment;
  const sum = teller.value.money(amount);
  const send = async () => {
    const body = { kind: 'refund', amount, method, transaction: takesBack(payment.id), note: reason.value.trim() };
    await ask('POST', `public/collections/${collection.id}/payments`, { body });
    said.value = takeBack.done(sum);
    await reload();
  };
  const { intro, submit } = takeBack;
  const isReady = reason.value.trim() !== '';
  return (
    <ActionDialog {...{ intro, submit, isReady, send, onClose }} title={takeBack.title(sum)} onRefused={reload}>
      {(faults) => (
        <>
          <Field
            name="note"
            label={takeBack.reason}
            maxLength={500}
            required
            value={reason.value}
            fault={faults['note']}
            onInput={(text) => {
              reason.value = text;
            }}
          />
          {!isPayable(collection) && <p class="small">{takeBack.stays}</p>}
        </>
      )}
    </ActionDialog>
  );
}

type RowProps = {
  collection: string;
  payment: PaymentResponse;
  balance: number | null;
  isTakenBack: boolean;
  takeBack: (() => void) | undefined;
};

function Row({ collection, payment, balance, isTakenBack: isUndone, takeBack }: RowProps) {
  const { kind, amount, method, transaction, paidAt, provider, reason, note } = payment;
  const { one, kinds } = words.value;
  const { money, words: told } = teller.value;
  const isUndoing = isTakingBack(payment);
  const how = [
    methodText(told, method),
    provider ?? one.byHand,
    !isUndoing && transaction,
    reason?.replaceAll('_', ' '),
    note,
    isUndone && one.wasTakenBack,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <div class="row">
        <strong>{isUndoing ? one.takenBack : (kinds[entryNameOf(kind, amount.value < 0)] ?? kind)}</strong>
        <span class="sum">{money(amount)}</span>
      </div>
      <p class="small">
        <At at={Date.parse(paidAt)} />
        {' · '}
        {balance === null ? one.notCounted : one.balance(money({ ...amount, value: balance }))}
      </p>
      <p class="small">{how}</p>
      {kind === 'payment' && payment.counts && (
        <a href={linkTo('receipt', collection, { payment: payment.id })}>{words.value.statement.receipt}</a>
      )}
      {takeBack !== undefined && (
        <Button look="quiet" onClick={takeBack}>
          {words.value.takeBack.action}
          <Hidden> {money(amount)}</Hidden>
        </Button>
      )}
    </li>
  );
}
