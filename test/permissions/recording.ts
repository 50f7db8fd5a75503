/** What all functions ask of AWS: in a tour, and in simulated worlds with every kind of fault. */
import { TABLE_USERS, tableAccess } from '#infra/cdk/table-access.ts';
import { runSeed } from '#test/simulation/run-seed.ts';
import { newRecording, type Recorded, type Recording, record } from './record.ts';
import { makeTour } from './tour/tour.ts';

/** In this many worlds at least nothing may be denied, whatever is proven already. */
const MIN_WORLDS = 16;
/** Everything that is permitted must be asked for within these. Other worlds, after a change, may need a few more. */
const MAX_WORLDS = 120;

export async function recordEverything(): Promise<Recording> {
  const recording = newRecording();
  const installed = (world: Parameters<typeof record>[0]) => record(world, recording);
  await runSeed({ seed: 1, installed });
  await makeTour(recording);
  for (let seed = 2; seed <= MAX_WORLDS; seed += 1) {
    if (seed > MIN_WORLDS && unproven(recording).length === 0) break;
    await runSeed({ seed, installed });
  }
  return recording;
}

/** What `tableAccess` lists, one line for each function, family and action. */
export const listed = (stage: { erases: boolean }): string[] =>
  TABLE_USERS.flatMap((name) =>
    Object.entries(tableAccess(name, stage)).flatMap(([family, actions]) =>
      actions.map((action) => `${name}: ${action} of ${family}`),
    ),
  );

/** What is asked in a stage: with a retention period, all of it. */
export const requestsIn = ({ requests }: Recording, { erases }: { erases: boolean }): Recorded[] =>
  [...requests.values()].filter((asked) => erases || !asked.erases);

/** What was asked of the table, in the same form. */
export const askedOfTable = (requests: readonly Recorded[]): string[] =>
  requests.flatMap(({ by, action, families }) =>
    families.map((family) => `${by}: ${action.replace('dynamodb:', '')} of ${family}`),
  );

function unproven(recording: Recording): string[] {
  const stage = { erases: false };
  const asked = new Set(askedOfTable(requestsIn(recording, stage)));
  return listed(stage).filter((line) => !asked.has(line));
}
