/** Small parts that every screen of the console uses, in the reader's language, beside those of the kit. */
import { awayIn, exactIn, instantIn } from '#lib/web/console/format.ts';
import { curl } from '#lib/web/kit/curl.ts';
import { Button, CopyButton, Empty, Instant } from '#lib/web/kit/parts.tsx';
import type { Problem } from './load.ts';
import { language, now, session, words } from './state.ts';

/** The time itself; how far away it is, and all the rest, is in the title. */
export function At({ at }: { at: number }) {
  const lang = language.value;
  return (
    <Instant at={at} title={`${exactIn(lang)(at)} (${awayIn(lang, at, now.value)})`}>
      {instantIn(lang)(at)}
    </Instant>
  );
}

export const Status = ({ status }: { status: string }) => (
  <span class={`status ${status}`}>{words.value.status[status] ?? status}</span>
);

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

type PagesProps = {
  pages: {
    rows: readonly unknown[];
    next?: string | undefined;
    isLoading: boolean;
    problem?: Problem;
    more: () => void;
  };
  empty: string;
};

/** What stands below a list that is read page by page: that it is empty, being read, in trouble, or longer. */
export function Pages({ pages: { rows, next, isLoading, problem, more }, empty }: PagesProps) {
  const isEmpty = !isLoading && problem === undefined && next === undefined && rows.length === 0;
  return (
    <>
      {/* It is there from the beginning: what comes into it later is announced. */}
      <div role="status">
        {isLoading && <p class="loading">{words.value.loading}</p>}
        {isEmpty && <Empty title={empty} />}
      </div>
      {!isLoading && problem !== undefined && <Trouble problem={problem} retry={more} />}
      {!isLoading && problem === undefined && next !== undefined && (
        <Button onClick={more}>{words.value.list.more}</Button>
      )}
    </>
  );
}

export const Copy = ({ text, label = words.value.copy }: { text: string; label?: string }) => (
  <CopyButton text={text} copied={words.value.copied}>
    {label}
  </CopyButton>
);

type Call = { method?: string; path: string; body?: unknown };

/** The calls that a screen shows, folded away until a developer wants them. */
export function Curls({ calls }: { calls: readonly Call[] }) {
  const { asCurl, asCurlHint } = words.value;
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
          <Copy text={line} />
        </div>
      ))}
    </details>
  );
}
