/** Collections from a CSV file: what is in it is shown and checked first, then each line becomes one. */
import { type Signal, useSignal } from '@preact/signals';
import { dateIn, noonOf } from '#lib/web/console/format.ts';
import {
  COLUMNS,
  decodeFile,
  fileOf,
  type ImportRow,
  isoDayOf,
  MAX_ROWS,
  type ReadFile,
  readFile,
  TEMPLATE,
} from '#lib/web/console/import-rows.ts';
import { Button } from '#lib/web/kit/parts.tsx';
import { check, create, forEach, type Outcome } from './import.ts';
import { linkTo } from './route.ts';
import { saveCsv } from './save-csv.ts';
import { country, language, teller, words } from './state.ts';
import { valueOfAmount } from './typed-values.ts';

type Line = { row: ImportRow; outcome: Outcome };

/** `step`: what is done with the lines now, or was. */
type Import = { lines: readonly Line[]; step: 'checking' | 'checked' | 'creating' | 'created' };

/** Does it with each line, and shows what comes of it. */
async function run(
  state: Signal<Import | undefined>,
  work: typeof check,
  { of, during, after }: { of: readonly ImportRow[]; during: Import['step']; after: Import['step'] },
): Promise<void> {
  // Another file may have been chosen in the meantime.
  const isShown = () => state.value?.lines.some(({ row }) => row === of[0]) ?? false;
  const setStep = (step: Import['step']) => {
    if (state.value) state.value = { ...state.value, step };
  };
  const set = (row: ImportRow, outcome: Outcome) => {
    if (!state.value || !isShown()) return;
    const lines = state.value.lines.map((line) => (line.row === row ? { row, outcome } : line));
    state.value = { ...state.value, lines };
  };
  setStep(during);
  await forEach(of, work, set);
  if (isShown()) setStep(after);
}

export function ImportScreen() {
  const state = useSignal<Import | undefined>(undefined);
  const problem = useSignal('');
  const { importing: texts, one } = words.value;
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
    const read: ReadFile = text === undefined ? { kind: 'workbook' } : readFile(text);
    state.value = undefined;
    problem.value = read.kind === 'rows' ? '' : problemIn(read);
    if (read.kind !== 'rows') return;
    state.value = { lines: read.rows.map((row) => ({ row, outcome: { kind: 'waiting' } })), step: 'checking' };
    await run(state, check, { of: read.rows, during: 'checking', after: 'checked' });
  };
  return (
    <>
      <a class="back" href={linkTo('collections')}>
        <span aria-hidden="true">←</span> {one.back}
      </a>
      <article class="one">
        <div class="head">
          <h1 tabIndex={-1}>{texts.title}</h1>
        </div>
        <div class="panel">
          <p>{texts.intro}</p>
          <p class="small">{texts.columns(COLUMNS.join(', '))}</p>
          <div class="field">
            <label for="import-file">{texts.file}</label>
            <input
              id="import-file"
              type="file"
              accept=".csv,text/csv"
              disabled={state.value?.step === 'creating'}
              // The same file may be chosen again, corrected.
              onClick={({ currentTarget }) => {
                currentTarget.value = '';
              }}
              onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
            />
          </div>
          <div class="buttons">
            <Button look="quiet" onClick={() => saveCsv('new-collections', TEMPLATE)}>
              {texts.template}
            </Button>
          </div>
          {problem.value !== '' && (
            <p class="notice bad" role="alert">
              {problem.value}
            </p>
          )}
        </div>
        {state.value !== undefined && <Lines state={state} found={state.value} />}
      </article>
    </>
  );
}

function problemIn(read: Exclude<ReadFile, { kind: 'rows' }>): string {
  const { missing, twiceNamed, tooMany, workbook, empty } = words.value.importing;
  const names = 'columns' in read ? read.columns.join(', ') : '';
  const texts = { missing: missing(names), twice: twiceNamed(names), too_many: tooMany(MAX_ROWS), workbook, empty };
  return texts[read.kind];
}

const createOnce = (row: ImportRow) => create(row, crypto.randomUUID());

const isFaulty = ({ outcome }: Line): boolean => outcome.kind === 'faulty';

function Lines({ state, found: { lines, step } }: { state: Signal<Import | undefined>; found: Import }) {
  const { importing: texts } = words.value;
  const of = (kind: Outcome['kind']) => lines.filter(({ outcome }) => outcome.kind === kind).map(({ row }) => row);
  const [ready, unanswered] = [of('ready'), of('unanswered')];
  const open = lines.filter(({ outcome }) => outcome.kind === 'faulty' || outcome.kind === 'unanswered');
  const toCreate = step === 'created' ? unanswered : ready;
  const isBusy = step === 'checking' || step === 'creating';
  const counted = { ready: ready.length, created: of('created').length, exist: of('exists').length, open: open.length };
  return (
    <section class="panel" aria-label={texts.lines}>
      <p role="status">{isBusy ? '' : texts.counts(counted)}</p>
      {isBusy && (
        <p>{texts.progress(lines.length - of(step === 'checking' ? 'waiting' : 'ready').length, lines.length)}</p>
      )}
      <div class="buttons">
        {toCreate.length > 0 && !isBusy && (
          <Button
            look="main"
            onClick={() => void run(state, createOnce, { of: toCreate, during: 'creating', after: 'created' })}
          >
            {texts.create(toCreate.length)}
          </Button>
        )}
        {open.length > 0 && !isBusy && (
          <Button onClick={() => saveCsv('collections-to-correct', fileOf(open.map(toCorrect)))}>{texts.save}</Button>
        )}
      </div>
      <ul class="ledger">
        {(isBusy ? lines : lines.toSorted((one, other) => Number(isFaulty(other)) - Number(isFaulty(one)))).map(
          (line) => (
            <ImportLine key={line.row.line} {...line} />
          ),
        )}
      </ul>
    </section>
  );
}

function ImportLine({ row: { line, cells }, outcome }: { row: ImportRow; outcome: Outcome }) {
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
          {faultTexts(outcome).map((text) => (
            <li key={text}>{text}</li>
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

/** The day as it is understood, else as it is written. */
function dayOf({ dueDate }: ImportRow['cells']): string {
  const noon = noonOf(isoDayOf(dueDate, country.value));
  return Number.isNaN(noon) ? dueDate : dateIn(language.value)(noon);
}

/** The column that a path of the body comes from: `amount.currency` from that of the currency. */
const columnOf = (path: string): string =>
  path
    .split('.')
    .toReversed()
    .find((part) => COLUMNS.some((column) => column === part)) ?? path;

const faultTexts = ({ faults }: Extract<Outcome, { kind: 'faulty' }>): string[] =>
  Object.entries(faults).map(([path, text]) => [columnOf(path), text].filter(Boolean).join(': '));

const toCorrect = ({ row, outcome }: Line) => ({
  cells: row.cells,
  problem: outcome.kind === 'faulty' ? faultTexts(outcome).join(' ') : words.value.importing.outcomes.unanswered,
});
