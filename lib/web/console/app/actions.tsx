/** What a member can do with a collection: only what the role and the status allow is there. */
import { type Signal, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isPayable } from '#lib/web/console/timeline.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { ask } from './api.ts';
import type { ActionProps, Detail } from './detail.ts';
import { ActionDialog, Refused } from './dialog.tsx';
import { CreditDialog, WriteOffDialog } from './less-dialogs.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import { may, said, teller, words } from './state.ts';
import { AmountDialog, DueDialog, ReopenDialog } from './terms-dialogs.tsx';
import { ContactDialog, ExtendDialog, PauseDialog, PromiseDialog } from './until-dialogs.tsx';
import { WriteDialog } from './write-dialog.tsx';

const DIALOGS = {
  remind: RemindDialog,
  payment: PaymentDialog,
  promise: PromiseDialog,
  pause: PauseDialog,
  write: WriteDialog,
  contact: ContactDialog,
  amount: AmountDialog,
  due: DueDialog,
  extend: ExtendDialog,
  reopen: ReopenDialog,
  credit: CreditDialog,
  writeOff: WriteOffDialog,
  complete: (props: ActionProps) => <StatusDialog {...props} status="completed" words="complete" />,
  cancel: (props: ActionProps) => <StatusDialog {...props} status="cancelled" words="cancel" />,
} satisfies Record<string, FunctionComponent<ActionProps>>;

type Name = keyof typeof DIALOGS;

type Props = { detail: Detail; reload: () => Promise<void> };

export function Actions({ detail, reload }: Props) {
  const { collection, plan } = detail;
  const open = useSignal<Name | undefined>(undefined);
  const done = async (text: string) => {
    said.value = text;
    await reload();
  };
  const Opened = open.value === undefined ? undefined : DIALOGS[open.value];
  const isOpen = isPayable(collection);
  const more = moreFor(collection);
  // First comes what the customer said: it has the main button then.
  const isAsked = [...(collection.claims ?? []), ...(collection.disputes ?? [])].some(
    ({ status }) => status === 'open',
  );
  return (
    <div class="actions">
      {isOpen && plan.enabled && <Opener name="remind" open={open} look={isAsked ? 'plain' : 'main'} />}
      {(collection.status === 'expired' || collection.status === 'cancelled') && (
        <Opener name="reopen" open={open} look="main" />
      )}
      <Opener name="payment" open={open} />
      <Opener name="write" open={open} />
      {isOpen && <Opener name="promise" open={open} />}
      {isOpen && plan.promise !== undefined && plan.promise.brokenAt === undefined && (
        <AtOnce name="withdraw" method="DELETE" path={`${collection.id}/promise`} done={done} />
      )}
      {isOpen &&
        plan.enabled &&
        plan.paused?.of !== 'customer' &&
        (plan.paused ? (
          <AtOnce name="resume" method="POST" path={`${collection.id}/follow-ups/resume`} done={done} />
        ) : (
          <Opener name="pause" open={open} />
        ))}
      {more.length > 0 && (
        <Menu
          title={words.value.dialog.more}
          items={more.map((name) => ({ name, label: words.value[name].action }))}
          onChoose={(name) => {
            open.value = name;
          }}
        />
      )}
      {Opened !== undefined && (
        <Opened
          collection={collection}
          done={done}
          reload={() => void reload()}
          onClose={() => {
            open.value = undefined;
          }}
        />
      )}
    </div>
  );
}

/** What is seldom done; only an admin asks for less, or for nothing any more. */
function moreFor(collection: Detail['collection']): Name[] {
  const isOpen = isPayable(collection);
  const terms: Name[] = isOpen ? ['contact', 'amount', 'due', 'extend', 'complete'] : [];
  if (!may('admin')) return terms;
  const credit: Name[] = collection.status === 'cancelled' ? [] : ['credit'];
  const isOwed = isOpen || collection.status === 'expired';
  return [...terms, ...credit, ...(isOwed ? (['writeOff'] as const) : []), ...(isOpen ? (['cancel'] as const) : [])];
}

type OpenerProps = { name: Name; open: Signal<Name | undefined>; look?: 'main' | 'plain' | 'quiet' };

const Opener = ({ name, open, look = 'plain' }: OpenerProps) => (
  <Button
    look={look}
    onClick={() => {
      open.value = name;
    }}
  >
    {words.value[name].action}
  </Button>
);

type AtOnceProps = {
  name: 'resume' | 'withdraw';
  method: 'POST' | 'DELETE';
  path: string;
  done: ActionProps['done'];
};

/** What needs no question. */
function AtOnce({ name, method, path, done }: AtOnceProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const { action, done: text } = words.value[name];
  const send = async () => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await ask(method, `public/collections/${path}`);
      await done(text);
    } catch (error) {
      problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <Button disabled={isBusy.value} onClick={() => void send()}>
        {action}
      </Button>
      {problem.value !== undefined && <Refused problem={problem.value} />}
    </>
  );
}

type StatusProps = ActionProps & { status: 'completed' | 'cancelled'; words: 'complete' | 'cancel' };

function StatusDialog({ collection, status, words: name, done, reload, onClose }: StatusProps) {
  const { id, balance } = collection;
  const { title, intro, submit, done: text } = words.value[name];
  const isPartial = status === 'completed' && balance.received.value > 0 && balance.outstanding.value > 0;
  const send = async () => {
    await ask('PATCH', `public/collections/${id}/status`, { body: { status } });
    await done(text);
  };
  const look = status === 'cancelled' ? 'danger' : 'main';
  return (
    <ActionDialog {...{ title, intro, submit, look, send, onClose }} onRefused={reload}>
      {() =>
        isPartial && (
          <p class="notice wait">{words.value.complete.notReceived(teller.value.money(balance.outstanding))}</p>
        )
      }
    </ActionDialog>
  );
}

type MenuProps<Name extends string> = {
  title: string;
  /** What it is of, for a screen reader, where there are several. */
  of?: string;
  items: readonly { name: Name; label: string }[];
  onChoose: (name: Name) => void;
};

export function Menu<Name extends string>({ title, of, items, onChoose }: MenuProps<Name>) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (details.current !== null) details.current.open = false;
  };
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!details.current?.contains(target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      const { current } = details;
      if (!current?.open || !current.contains(document.activeElement)) return;
      if (event.key === 'Escape') {
        current.querySelector('summary')?.focus();
        close();
      }
      const buttons = [...current.querySelectorAll<HTMLElement>('.pop button')];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details class="over more" ref={details}>
      <summary class="button plain" aria-label={of && `${title}: ${of}`}>
        {title}
      </summary>
      <div class="pop">
        {items.map(({ name, label }) => (
          <Button
            key={name}
            look="quiet"
            onClick={() => {
              // The dialog gives the focus back to what opened it: to this, because the menu is closed then.
              details.current?.querySelector('summary')?.focus();
              close();
              onChoose(name);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </details>
  );
}
