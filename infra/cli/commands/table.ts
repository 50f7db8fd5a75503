/** `table prepare`: after a restore, the new table gets what the restore left out. */

import { CommandFailure, type Run, textOf } from '#infra/cli/command.ts';
import { prepareTable } from '#infra/cli/prepare-table.ts';
import { alignColumns } from '#infra/cli/streams.ts';
import { clock } from '#lib/clock.ts';
import { endAllSessions } from '#lib/store/member/end-sessions.ts';
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

const unlessMissing =
  (...names: (string | undefined)[]) =>
  (error: Error): never => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    throw new CommandFailure(`There is no table ${names.filter(Boolean).join(', or no table ')} here.`);
  };
