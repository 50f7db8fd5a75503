/** Finds the table of a deployed stage by its name, which begins with that of the stack of data. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { chooseStage, STAGES } from '#infra/cdk/stages.ts';
import { CommandFailure } from './command.ts';

/** A stage that has adopted a restored table uses that one. */
export async function findTable(stage: string): Promise<string> {
  const adopted = Object.hasOwn(STAGES, stage) ? chooseStage(stage).adoptTable : undefined;
  if (adopted !== undefined) return adopted.name;
  const prefix = `collections-${stage}-data-`;
  // The tables after this name, in the order of the alphabet.
  const { TableNames = [] } = await new DynamoDBClient().send(
    new ListTablesCommand({ ExclusiveStartTableName: prefix, Limit: 2 }),
  );
  const [name, another] = TableNames.filter((each) => each.startsWith(prefix));
  if (name === undefined) throw new CommandFailure(`The stage "${stage}" has no table in this AWS account and Region.`);
  if (another !== undefined)
    throw new CommandFailure(`The stage "${stage}" has several tables, ${name} and ${another}: say which by --table.`);
  return name;
}
