/** Small parts that every screen uses. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { curl } from '#lib/web/kit/curl.ts';
import { now } from './state.ts';
import { exactInstant, relative, shortInstant } from './time.ts';

type ButtonProps = {
  children: ComponentChildren;
  onClick?: () => void;
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  disabled?: boolean;
  submit?: boolean;
  title?: string;
  pressed?: boolean;
};

export function Button({ children, onClick, look = 'plain', disabled = false, submit, title, pressed }: ButtonProps) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      class={`button ${look}`}
      disabled={disabled}
      onClick={onClick}
      title={title}
      aria-pressed={pressed}
    >
      {children}
    </button>
  );
}

/** How long ago, or in how long; the exact time is in the title. */
export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactInstant(at)}>
      {relative(at, now.value)}
    </time>
  );
}

/** The time itself; how far away it is is in the title. */
export function At({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={`${exactInstant(at)} (${relative(at, now.value)})`}>
      {shortInstant(at)}
    </time>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** A part of the screen with its heading. */
export function Panel({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="panel">
      <header class="panel-head">
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Text to take along, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const isCopied = useSignal(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => {
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, 2000);
    });
  };
  return (
    <div class="copyable">
      <pre>{text}</pre>
      <Button look="quiet" onClick={copy}>
        {isCopied.value ? 'Copied' : 'Copy'}
        <span class="quiet-voice"> {label}</span>
      </Button>
    </div>
  );
}

/** A call, folded away until somebody wants it. */
export function Curl({ title, ...call }: { title: string } & Parameters<typeof curl>[0]) {
  return (
    <details class="fold">
      <summary>{title}</summary>
      <Copyable text={curl(call)} label={title} />
    </details>
  );
}

export function Status({ status }: { status: string }) {
  return <span class={`status ${status}`}>{status}</span>;
}
