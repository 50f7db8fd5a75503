/** Small parts that the console and the workbench share. They know no words: who uses them brings the text. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

type ButtonProps = {
  children: ComponentChildren;
  onClick?: () => void;
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  disabled?: boolean;
  submit?: boolean;
  title?: string;
  /** What a screen reader says, where the words do not say of what they are. */
  label?: string;
  pressed?: boolean;
};

export const Button = ({
  children,
  onClick,
  look = 'plain',
  disabled = false,
  submit,
  title,
  label,
  pressed,
}: ButtonProps) => (
  <button
    type={submit ? 'submit' : 'button'}
    class={`button ${look}`}
    disabled={disabled}
    onClick={onClick}
    title={title}
    aria-label={label}
    aria-pressed={pressed}
  >
    {children}
  </button>
);

/** An instant; what `title` says in full is shown when a reader asks for it. */
export const Instant = ({ at, title, children }: { at: number; title: string; children: ComponentChildren }) => (
  <time dateTime={new Date(at).toISOString()} title={title}>
    {children}
  </time>
);

export const Hidden = ({ children }: { children: ComponentChildren }) => <span class="hidden-text">{children}</span>;

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

type PanelProps = { title: string; aside?: ComponentChildren; isWide?: boolean; children: ComponentChildren };

/** A part of the screen with its heading. */
export const Panel = ({ title, aside, isWide = false, children }: PanelProps) => (
  <section class={isWide ? 'panel wide' : 'panel'}>
    <header class="panel-head">
      <h2>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
);

type CopyButtonProps = { text: string; copied: string; look?: ButtonProps['look']; children: ComponentChildren };

const COPIED_SHOWN_MS = 2000;

export function CopyButton({ text, copied, look = 'plain', children }: CopyButtonProps) {
  const isCopied = useSignal(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => {
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, COPIED_SHOWN_MS);
    });
  return (
    <Button look={look} onClick={copy}>
      {isCopied.value ? copied : children}
    </Button>
  );
}
