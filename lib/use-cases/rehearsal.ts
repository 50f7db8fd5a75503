/** What the rehearsals of a release have in common: functions that are invoked by name, and the first answer that is not as it must be. */

/** What a function answered; `failed` when it crashed or ran out of time. */
export type Invoked = { answer: unknown } | { failed: string };

/** `sentence`: which function, and what it did, for the operator. */
export type Rehearsal = { kind: 'passed' } | { kind: 'failed'; sentence: string };

/** Thrown at the first answer that is not as it must be. */
export class Unfit extends Error {}

/** @throws what is no answer of a function */
export async function rehearsalOf(play: () => Promise<void>): Promise<Rehearsal> {
  try {
    await play();
    return { kind: 'passed' };
  } catch (error) {
    if (error instanceof Unfit) return { kind: 'failed', sentence: error.message };
    throw error;
  }
}
