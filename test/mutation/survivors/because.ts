/** Lists mutants that survive for one and the same reason. */
import type { Survivor } from '#test/mutation/survivors.ts';

/** `changes`: by the id of each mutant, as the report names it, its change as the report shows it. */
export const because = (reason: string, changes: Readonly<Record<string, string>>): Survivor[] =>
  Object.entries(changes).map(([id, change]) => ({ id, change, reason }));
