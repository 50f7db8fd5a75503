/** A figure of the first screen: its picture, the same numbers as a table with links to what is behind them, and as a file. */
import type { ComponentChildren } from 'preact';
import { csvLine, UTF8_MARK } from '#lib/web/console/collections-csv.ts';
import { Button, Hidden, Panel } from '#lib/web/kit/parts.tsx';
import { saveCsv } from './save-csv.ts';
import { words } from './state.ts';

/** `value`: as it stands in the file. */
export type Cell = { text: string; value: string | number; href?: string | undefined; title?: string | undefined };

/** The first cell of a row names it. `shares`: how long the bar of each row is, of 1. */
type Numbers = {
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
  shares?: readonly number[] | undefined;
  /** Each row is worse than the one before. */
  isWorsening?: boolean;
};

type Props = {
  title: string;
  /** Over the whole width of the screen. */
  isWide?: boolean;
  /** Of the file. */
  name: string;
  numbers: Numbers;
  intro?: string | undefined;
  /** Said in place of numbers that are not there yet. */
  empty: string;
  /** Without a picture the table itself is shown. */
  children?: ComponentChildren;
  below?: ComponentChildren;
};

export function Figure({ title, name, numbers, intro, empty, children, below, isWide = false }: Props) {
  const { home } = words.value;
  if (numbers.rows.length === 0) {
    return (
      <Panel title={title} isWide={isWide}>
        <p class="small">{empty}</p>
      </Panel>
    );
  }
  const save = () => {
    const lines = [numbers.head, ...numbers.rows.map((row) => row.map(({ value }) => value))];
    saveCsv(name, `${UTF8_MARK}${lines.map(csvLine).join('')}`);
  };
  const download = (
    <Button look="quiet" onClick={save}>
      {home.csv} <Hidden>{title}</Hidden>
    </Button>
  );
  return (
    <Panel title={title} aside={download} isWide={isWide}>
      {intro !== undefined && <p class="small">{intro}</p>}
      {children === undefined ? (
        <NumbersTable title={title} numbers={numbers} />
      ) : (
        <>
          {children}
          <details class="fold numbers-fold">
            <summary>{home.asTable}</summary>
            <NumbersTable title={title} numbers={numbers} />
          </details>
        </>
      )}
      {below}
    </Panel>
  );
}

function NumbersTable({
  title,
  numbers: { head, rows, shares, isWorsening = false },
}: {
  title: string;
  numbers: Numbers;
}) {
  return (
    <div class="numbers-frame">
      <table class={isWorsening ? 'numbers worsening' : 'numbers'}>
        <caption class="hidden-text">{title}</caption>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], index) => (
            <tr key={index}>
              <th scope="row">
                {first !== undefined && <Shown cell={first} />}
                {shares !== undefined && (
                  <span
                    class="bar"
                    style={{ '--share': shares[index], '--row': index / Math.max(1, rows.length - 1) }}
                  />
                )}
              </th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]} class="sum" title={cell.title}>
                  <Shown cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Shown = ({ cell: { text, href } }: { cell: Cell }) =>
  href === undefined ? <span>{text}</span> : <a href={href}>{text}</a>;
