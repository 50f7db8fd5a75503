/** After a restore: which slots were due before, and may have been sent. */

/** `nothingDueBefore`: what was due before this instant may have been sent by the table before the restore. */
export type Fence = { nothingDueBefore?: string | undefined };

/** In milliseconds. Only what may be sent by `now`: a fence in the future is no reason to skip a slot ahead of its time. */
const fenceAt = ({ nothingDueBefore }: Fence, now: number): number =>
  nothingDueBefore === undefined ? Number.NEGATIVE_INFINITY : Math.min(Date.parse(nothingDueBefore), now);

/** The slots from the next one on that were due before the fence, one after the other. */
export function restoredSlots(
  state: Fence & { nextSlot: number },
  now: number,
  dueAtOf: (slot: number) => number,
): number[] {
  const slots: number[] = [];
  for (let slot = state.nextSlot; dueAtOf(slot) < fenceAt(state, now); slot += 1) slots.push(slot);
  return slots;
}

/** Of the retry of a slot, by its instant. */
export const isRestored = (at: string | undefined, fence: Fence, now: number): boolean =>
  at !== undefined && Date.parse(at) < fenceAt(fence, now);
