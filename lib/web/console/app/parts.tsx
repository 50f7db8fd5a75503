/** Small parts that every screen uses. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { awayIn, exactIn, instantIn } from '#lib/web/console/format.ts';
import { curl } from '#lib/web/kit/curl.ts';
import type { Problem } from './load.ts';
import { language, now, session, words } from './state.ts';

type ButtonProps = {
  children: ComponentChildren;
  onClick?: () => void;
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  disabled?: boolean;
  submit?: boolean;
};

export const Button = ({ children, onClick, look = 'plain', disabled = false, submit }: ButtonProps) => (
  <button type={submit ? 'submit' : 'button'} class={`button ${look}`} disabled={disabled} onClick={onClick}>
    {children}
  </button>
);

/** The time itself; how far away it is, and all the rest, is in the title. */
export function At({ at }: { at: number }) {
  const lang = language.value;
  return (
    <time dateTime={new Date(at).toISOString()} title={`${exactIn(lang)(at)} (${awayIn(lang, at, now.value)})`}>
      {instantIn(lang)(at)}
    </time>
  );
}

export const Status = ({ status }: { status: string }) => (
  <span class={`status ${status}`}>{words.value.status[status] ?? status}</span>
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

export function Panel({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What could not be read, with a way on. */
export function Trouble({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div class="trouble" role="alert">
      <p>{words.value[problem]}</p>
      {problem === 'unreachable' && <Button onClick={retry}>{words.value.retry}</Button>}
    </div>
  );
}

export const Loading = () => (
  <p class="loading" role="status">
    {words.value.loading}
  </p>
);

export function CopyButton({ text, children }: { text: string; children: ComponentChildren }) {
  const isCopied = useSignal(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(() => {
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, 2000);
    });
  return <Button onClick={copy}>{isCopied.value ? words.value.copied : children}</Button>;
}

type Call = { method?: string; path: string; body?: unknown };

/** The calls that a screen shows, folded away until a developer wants them. */
export function Curls({ calls }: { calls: readonly Call[] }) {
  const { asCurl, asCurlHint, copy } = words.value;
  if (typeof session.value === 'string') return null;
  const { baseUrl } = session.value;
  const text = calls.map(({ path, ...call }) => curl({ ...call, url: `'${baseUrl}/${path}'`, apiKey: 'YOUR_API_KEY' }));
  return (
    <details class="fold curl">
      <summary>{asCurl}</summary>
      <p class="small">{asCurlHint}</p>
      {text.map((line) => (
        <div class="copyable" key={line}>
          <pre>{line}</pre>
          <CopyButton text={line}>{copy}</CopyButton>
        </div>
      ))}
    </details>
  );
}
