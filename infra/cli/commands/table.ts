/** `table prepare` and `table merge-since`: after a restore, the new table gets what the restore left out, and what came after it. */

import { CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { prepareTable } from '#infra/cli/prepare-table.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import { clock } from '#lib/clock.ts';
import { FAMILIES, type Family } from '#lib/store/key-families.ts';
import { endAllSessions } from '#lib/store/member/end-sessions.ts';
import type { Instants } from '#lib/store/restore/join-items.ts';
import { joinSince, type Tally } from '#lib/store/restore/join-since.ts';
import { table } from '#lib/store/table/live-table.ts';

export const prepare: Run = async (values) => {
  const name = textOf(values, 'to-table');
  const like = values['like'] === undefined ? undefined : textOf(values, 'like');
  const { prepared, streamArn } = await prepareTable({ client: table.client, name, like }).catch(
    unlessMissing(name, like),
  );
  table.name = name;
  const members = await endAllSessions(table);
  const adoptTable = { name, streamArn };
  const rows = [
    ...prepared.map(({ setting, outcome }) => [setting, outcome]),
    ['sessions and links of the console', members === 0 ? 'as it should be' : `ended, of ${members} members`],
  ];
  const text = [
    alignColumns([`TABLE ${name}`, ''], rows),
    'For the stage in infra/cdk/stages.ts:',
    `adoptTable: {\n  name: '${name}',\n  streamArn: '${streamArn}',\n},\nnothingDueBefore: '${clock.now().toISOString()}',`,
    'Set nothingDueBefore to the instant from which the table before sent nothing any more.',
  ].join('\n\n');
  return { data: { prepared, sessionsEnded: members, adoptTable }, text };
};

/** Where the progress goes. */
export const progress = { write: (text: string): unknown => process.stderr.write(text) };

export const mergeSince: Run = async (values) => {
  const from = textOf(values, 'from-table');
  const to = textOf(values, 'to-table');
  if (from === to) throw new UsageError('--from-table and --to-table must be two tables.');
  const instants = readInstants(values);
  const families = readFamilies(values);
  table.name = to;
  const joining = { from, instants, families, now: () => clock.now(), progress: show };
  const tally = await joinSince(table, joining).catch(unlessMissing(from, to));
  progress.write('\n');
  return { data: tally, text: tellTally(tally, families), isBad: tally.failed.length > 0 };
};

const unlessMissing =
  (...names: (string | undefined)[]) =>
  (error: Error): never => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    throw new CommandFailure(`There is no table ${names.filter(Boolean).join(', or no table ')} here.`);
  };

const show = ({ read, collections, of }: { read: number; collections: number; of: number }): void =>
  void progress.write(`\r${read} items compared, ${collections} of ${of} collections merged`);

function readInstants(values: Values): Instants {
  const restoredTo = readInstant(values, 'since');
  const usedSince = values['used-since'] === undefined ? restoredTo : readInstant(values, 'used-since');
  if (usedSince < restoredTo) throw new UsageError('--used-since must not be before --since.');
  return { restoredTo: restoredTo.toISOString(), usedSince: usedSince.toISOString() };
}

function readInstant(values: Values, name: 'since' | 'used-since'): Date {
  const given = textOf(values, name);
  const at = new Date(given);
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  if (!isInstant || Number.isNaN(at.getTime())) {
    const what = name === 'since' ? 'of the restore' : 'since which the table is used';
    throw new UsageError(`--${name} must be the instant ${what}, such as 2026-03-02T09:00:00Z.`);
  }
  if (at > clock.now()) throw new UsageError(`--${name} lies in the future.`);
  return at;
}

function readFamilies({ only }: Values): ReadonlySet<Family> {
  if (only === undefined) return new Set(FAMILIES);
  const names = String(only)
    .split(',')
    .map((name) => name.trim());
  const unknown = names.filter((name) => !FAMILIES.some((family) => family === name));
  if (unknown.length > 0) throw new UsageError(`--only knows ${FAMILIES.join(', ')}; not ${unknown.join(', ')}.`);
  return new Set(names as Family[]);
}

function tellTally({ added, changed, listed, orphaned, failed }: Tally, families: ReadonlySet<Family>): string {
  const rows = [...families]
    .filter((family) => added[family] !== undefined || changed[family] !== undefined)
    .map((family) => [family, String(added[family] ?? 0), String(changed[family] ?? 0)]);
  return [
    rows.length === 0 ? 'The new table has all of it already.' : alignColumns(['FAMILY', 'ADDED', 'CHANGED'], rows),
    ...(listed > 0 ? [`${listed} collections were added to lists.`] : []),
    ...(orphaned > 0
      ? [`Of ${orphaned} collections that the new table lacks, only payments ahead of them were taken.`]
      : []),
    ...(failed.length > 0 ? [`Spoilt, and left as they were: ${failed.join(', ')}`] : []),
  ].join('\n');
}
