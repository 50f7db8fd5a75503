/** Mutants that no test can kill, each with the reason: `npm run mutate` leaves them out. */
import { describeEdit, type Mutant } from './mutants/mutant.ts';
import { DOMAIN } from './survivors/domain.ts';
import { FOLLOW_UP } from './survivors/follow-up.ts';
import { MESSAGE } from './survivors/message.ts';
import { PAYMENT } from './survivors/payment.ts';
import { USE_CASES } from './survivors/use-cases.ts';
import { UNSEEN } from './survivors/worlds.ts';

export type Survivor = {
  /** The id of the mutant in the report. */
  id: string;
  /** The change as in the report: `original → replacement`. */
  change: string;
  /** The reason why the changed program behaves the same. */
  reason: string;
};

export const SURVIVORS: readonly Survivor[] = [...DOMAIN, ...FOLLOW_UP, ...MESSAGE, ...PAYMENT, ...USE_CASES];

/** With those that the worlds cannot kill either. They are left out after a sample is drawn, which stays the same. */
export const WORLDS_SURVIVORS: readonly Survivor[] = [...SURVIVORS, ...UNSEEN];

export type Sorted = { mutants: Mutant[]; survivors: Mutant[]; stale: Survivor[] };

/** `stale` holds the entries of mutated or missing files that match no mutant. */
export function leaveOut(
  all: readonly Mutant[],
  survivors: readonly Survivor[],
  isGone: (file: string) => boolean,
): Sorted {
  const files = new Set(all.map(({ file }) => file));
  const known = new Map(survivors.map((survivor) => [keyOf(survivor.id, survivor.change), survivor]));
  const isKnown = (mutant: Mutant) => known.has(keyOf(mutant.id, describeEdit(mutant)));
  const keys = new Set(all.map((mutant) => keyOf(mutant.id, describeEdit(mutant))));
  return {
    mutants: all.filter((mutant) => !isKnown(mutant)),
    survivors: all.filter(isKnown),
    stale: survivors.filter(({ id, change }) => {
      const [file = ''] = id.split('#');
      return (files.has(file) || isGone(file)) && !keys.has(keyOf(id, change));
    }),
  };
}

const keyOf = (id: string, change: string) => `${id} ${change}`;
