/** The switch that compiled mutants query at run time. */

/** A global name, so that the compiled code needs no import. */
export const SWITCH = '__isMutantOn';

const install = (isOn: (number: number) => boolean) => Object.assign(globalThis, { [SWITCH]: isOn });

/** Switches one mutant on. A mutant that is reached more than `limit` times is in an endless loop. */
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

/** Switches all mutants off and counts how often each is reached; `take` returns and resets the counts. */
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
