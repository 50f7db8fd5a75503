/** What compiled mutants ask whether they are on, in the process that runs them. */

/** A name that the compiled code finds without an import. */
export const SWITCH = '__isMutantOn';

const install = (isOn: (number: number) => boolean) => Object.assign(globalThis, { [SWITCH]: isOn });

/** Switches one mutant on. It may ask `limit` times: one that asks more often is in a loop that does not end. */
export function switchOn(mutant: number, limit: number): { isEndless: () => boolean } {
  let asked = 0;
  install((number) => {
    asked += 1;
    if (asked > limit) throw new Error('This mutant does not end');
    return number === mutant;
  });
  return { isEndless: () => asked > limit };
}

export type Reached = [mutant: number, asked: number][];

/** Leaves all mutants off, and counts which of them are asked; `take` starts anew. */
export function countAsked(mutants: number): { take: () => Reached } {
  const counts = new Uint32Array(mutants);
  install((number) => {
    counts[number] = (counts[number] ?? 0) + 1;
    return false;
  });
  return {
    take() {
      const reached = [...counts.entries()].filter(([, asked]) => asked > 0);
      counts.fill(0);
      return reached;
    },
  };
}
