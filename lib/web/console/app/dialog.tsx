/** A dialog in which a member decides: it sends once, says what was refused, and gives the focus back. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { instantIn } from '#lib/web/console/format.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { Refusal } from './api.ts';
import { type Faults, faultsOf, reasonOf, Unsure } from './faults.ts';
import { linkTo } from './route.ts';
import { language, words } from './state.ts';

function NotNow({ refusal }: { refusal: Refusal }) {
  const { title, reasons, firstAt: first } = words.value.notNow;
  const [{ reason = '', firstAt } = {}] = refusal.faults as readonly { reason?: string; firstAt?: string }[];
  return (
    <div class="notice wait" role="alert">
      <p>
        <strong>{title}.</strong> {reasons[reason] ?? ''}
      </p>
      {firstAt !== undefined && <p>{first(instantIn(language.value)(Date.parse(firstAt)))}</p>}
    </div>
  );
}

type DialogProps = { title: string; onClose: () => void; children: ComponentChildren };

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // At once: what has the focus now opened it.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    selectNumber();
    return () => giveBack(opener);
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  );
}

/** A sum that stands there is typed over, and not after. */
function selectNumber(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.inputMode === 'decimal') activeElement.select();
}

/** What opened the dialog may be gone, as a button is after its action: then the heading of the screen has the focus. */
function giveBack(opener: Element | null): void {
  setTimeout(() => {
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener.checkVisibility();
    const target = isThere ? opener : document.querySelector<HTMLElement>('h1');
    target?.focus();
  });
}

type ActionProps = {
  title: string;
  intro?: string;
  submit: string;
  look?: 'main' | 'danger';
  /** While it is false there is nothing to send. */
  isReady?: boolean;
  /** A dialog that sends keeps what is typed until the service has answered. */
  send: () => Promise<void>;
  /** After what was refused, too: the collection may have changed. */
  onRefused: () => void;
  onClose: () => void;
  faultWords?: Faults;
  children?: (faults: Faults) => ComponentChildren;
};

export function ActionDialog(props: ActionProps) {
  const { title, intro, submit, look = 'main', isReady = true, send, onRefused, onClose, faultWords, children } = props;
  const isBusy = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const act = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await send();
      onClose();
    } catch (error) {
      problem.value = error;
      if (error instanceof Refusal && error.status !== 400) onRefused();
    } finally {
      isBusy.value = false;
    }
  };
  const failed = problem.value;
  const faults = failed instanceof Refusal ? faultsOf(failed, faultWords) : {};
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event) => void act(event)} noValidate>
        {intro !== undefined && <p class="intro">{intro}</p>}
        {children?.(faults)}
        {failed !== undefined && <Refused problem={failed} faults={faults} />}
        <div class="buttons">
          <Button submit look={look} disabled={isBusy.value || !isReady}>
            {failed === undefined || failed instanceof Refusal || failed instanceof Unsure
              ? submit
              : words.value.dialog.again}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.value.dialog.back}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is refused because of a change that the reader had not seen. */
const CHANGED: readonly string[] = ['invalid_transition', 'refund_exceeds_received'];

/** What stands in the way, in words. */
export function Refused({ problem, faults = {} }: { problem: unknown; faults?: Faults }) {
  const { dialog } = words.value;
  if (!(problem instanceof Refusal)) {
    return (
      <p class={`notice ${problem instanceof Unsure ? 'wait' : 'bad'}`} role="alert">
        {reasonOf(problem)}
      </p>
    );
  }
  if (problem.code === 'not_now') return <NotNow refusal={problem} />;
  return (
    <div class="notice bad" role="alert">
      <p>{reasonOf(problem)}</p>
      {problem.existing !== undefined && (
        <p>
          <a href={linkTo('collections', problem.existing)}>{dialog.openExisting}</a>
        </p>
      )}
      {problem.status === 409 && CHANGED.includes(problem.code) && <p>{dialog.changed}</p>}
      {/* What is not beside a field. */}
      {faults[''] !== undefined && <p>{faults['']}</p>}
    </div>
  );
}
