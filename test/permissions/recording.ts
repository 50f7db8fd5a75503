/** What all functions ask of AWS: in a tour of all that they do, and in a few simulated worlds with every kind of fault. */
import { TABLE_USERS, tableAccess } from '#infra/cdk/table-access.ts';
import { runSeed } from '#test/simulation/run-seed.ts';
import { newRecording, type Recorded, type Recording, record } from './record.ts';
import { makeTour } from './tour/tour.ts';

/** Worlds with every kind of fault. They need nothing that the tour does not: what only a fault asks for is a step of the tour. */
const WORLDS = 3;

export async function recordEverything(): Promise<Recording> {
  const recording = newRecording();
  await makeTour(recording);
  for (let seed = 1; seed <= WORLDS; seed += 1) await runSeed({ seed, installed: (world) => record(world, recording) });
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
