/** Checks the lines of a file one by one, and makes a collection of each; every step can be repeated. */
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { MINUTES_A_DAY } from '#lib/domain/time/time-units.ts';
import { type ImportRow, isoDayOf } from '#lib/web/console/import-rows.ts';
import { ask, Refusal } from './api.ts';
import { isUnreachable } from './check-phone.ts';
import { firstDraft, requestOf } from './draft.ts';
import { type Faults, faultsOf } from './faults.ts';
import { country, words } from './state.ts';
import { readAmount } from './typed-values.ts';

/** `note`: what the reader should look at first. `id`: of the collection that has the reference. */
export type Outcome =
  | { kind: 'waiting' | 'unanswered' }
  | { kind: 'ready'; note?: string }
  | { kind: 'created' | 'exists'; id: string }
  | { kind: 'faulty'; faults: Faults };

/** So long can a collection without a due day be paid. */
const MINUTES_WITHOUT_DUE_DAY = 30 * MINUTES_A_DAY;

const bodyOf = ({ cells }: ImportRow) =>
  requestOf({
    ...firstDraft(country.value),
    ...cells,
    about: cells.description,
    dueDate: isoDayOf(cells.dueDate, country.value),
    expiresIn: String(MINUTES_WITHOUT_DUE_DAY),
  });

/** Writes nothing: the preview of its reminders refuses what a create would refuse. */
export async function check(row: ImportRow): Promise<Outcome> {
  const { importing, typedAmount, typedPhone } = words.value;
  if (row.fault !== undefined) return { kind: 'faulty', faults: { '': importing.lineFaults[row.fault] } };
  if (row.isTwice) return { kind: 'faulty', faults: { reference: importing.twice } };
  const body = bodyOf(row);
  const { kind } = readAmount(row.cells.amount, body.amount.currency);
  if (kind !== 'amount')
    return { kind: 'faulty', faults: { amount: kind === 'ambiguous' ? importing.twoAmounts : typedAmount.unclear } };
  return answered(async () => {
    const { data } = await ask<FollowUpPlanResponse>('POST', 'public/follow-ups/preview', { body });
    return isUnreachable(data) ? { kind: 'ready', note: typedPhone.unreachable } : { kind: 'ready' };
  });
}

/** `key`: all tries are one request. */
export async function create(row: ImportRow, key: string): Promise<Outcome> {
  const call = { body: bodyOf(row), key };
  return answered(async () => {
    const { data } = await ask<CollectionResponse>('POST', 'public/collections', call);
    return { kind: 'created', id: data.id };
  });
}

const TRIES = 5;
const WAIT_MS = 2_000;

/** What had no answer is asked again. */
async function answered(work: () => Promise<Outcome>): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      if (tries === TRIES) return { kind: 'unanswered' };
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS * tries));
    }
  }
}

function refused(refusal: Refusal): Outcome {
  const { code, existing } = refusal;
  if (code === 'duplicate_reference' && existing !== undefined) return { kind: 'exists', id: existing };
  const faults = faultsOf(refusal);
  return { kind: 'faulty', faults: Object.keys(faults).length > 0 ? faults : { '': refusal.message } };
}

const AT_ONCE = 4;

/** `told` is called with each outcome as it comes. */
export async function forEach(
  rows: readonly ImportRow[],
  work: (row: ImportRow) => Promise<Outcome>,
  told: (row: ImportRow, outcome: Outcome) => void,
): Promise<void> {
  const left = rows.values();
  const worker = async () => {
    for (const row of left) told(row, await work(row));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
