/** One line of a file of collections: what is understood of it, and what came of it. */
import { noonOf } from '#lib/web/console/due-date.ts';
import { dateIn } from '#lib/web/console/format.ts';
import { COLUMNS, type ImportRow, isoDayOf } from '#lib/web/console/import-rows.ts';
import type { Outcome } from './import.ts';
import { linkTo } from './route.ts';
import { country, language, teller, words } from './state.ts';
import { valueOfAmount } from './typed-amount.ts';

export function ImportLine({ row: { line, cells }, outcome }: { row: ImportRow; outcome: Outcome }) {
  const { importing: texts } = words.value;
  const { reference, firstName, lastName } = cells;
  return (
    <li>
      <div class="row">
        <strong>
          {firstName} {lastName}
        </strong>
        <span class="sum">{sumOf(cells)}</span>
      </div>
      <p class="small">{[texts.line(line), reference, dayOf(cells)].filter(Boolean).join(' · ')}</p>
      {outcome.kind === 'faulty' ? (
        <ul class="fault">
          {Object.entries(outcome.faults).map(([path, text]) => (
            <li key={path}>{[columnOf(path), text].filter(Boolean).join(': ')}</li>
          ))}
        </ul>
      ) : (
        <p class="small">
          {'id' in outcome ? (
            <a href={linkTo('collections', outcome.id)}>{texts.outcomes[outcome.kind]}</a>
          ) : (
            texts.outcomes[outcome.kind]
          )}
          {outcome.kind === 'ready' && outcome.note !== undefined && ` · ${outcome.note}`}
        </p>
      )}
    </li>
  );
}

/** As it is understood, so that the reader can see whether it is meant; what is not understood as it is written. */
function sumOf({ amount, currency }: ImportRow['cells']): string {
  const value = valueOfAmount(amount, currency);
  const code = currency.toUpperCase();
  return value > 0 && /^[A-Z]{3}$/.test(code) ? teller.value.money({ value, currency: code }) : `${amount} ${currency}`;
}

/** As {@link sumOf}. */
function dayOf({ dueDate }: ImportRow['cells']): string {
  const noon = noonOf(isoDayOf(dueDate, country.value));
  return Number.isNaN(noon) ? dueDate : dateIn(language.value)(noon);
}

/** The column that a path of the body comes from. */
const columnOf = (path: string): string => COLUMNS.find((column) => path.split('.').includes(column)) ?? path;
