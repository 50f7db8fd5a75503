/** Counts rescues: work that one mechanism did because another had failed to. A world without faults needs none. */
import type { World } from '#test/simulation/world/world.ts';

/** Adds a rescue to the coverage; a fault in a world without faults. */
export function rescued({ note, isCalm }: World, what: string): string[] {
  note(`rescued: ${what}`);
  return isCalm ? [`${what}, and nothing was broken`] : [];
}

const LOGGED: Readonly<Record<string, string>> = { run_swept: 'a run started by the sweeper' };

export function rescueLogged(world: World, line: string): string[] {
  const what = LOGGED[/"event":"(\w+)"/.exec(line)?.[1] ?? ''];
  return what === undefined ? [] : rescued(world, what);
}
