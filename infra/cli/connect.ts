/** Points the store at the table a command is for: the local run's, or one in AWS. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { useLocalAws } from '#infra/local/aws-environment.ts';
import { readReadyFile } from '#infra/local/data-dir.ts';
import { operatorEnvironment } from '#infra/local/fakes/environment.ts';
import { readDataDir } from '#infra/local/settings.ts';
import { clock } from '#lib/clock.ts';
import { CommandFailure, UsageError, type Values } from './command.ts';

/** They need the packages of a deployment, which the local run does without. */
const stages = () => import('#infra/cdk/stages.ts');

/** A stage that has adopted a restored table uses that one. */
export async function findTable(stage: string): Promise<string> {
  const { chooseStage, STAGES } = await stages();
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

/** A local run on a busy machine answers late. */
const ANSWER_LIMIT_MS = 30_000;

/** Must be called before the store is imported, which reads the environment. */
export async function connect({ local, stage, table, 'to-table': restored }: Values): Promise<void> {
  if (local) return connectToLocalRun(readDataDir(process.env));
  const tableName = restored ?? table ?? (stage ? await findTable(String(stage)) : process.env['TABLE_NAME']);
  if (!tableName) {
    throw new UsageError(
      'Which table? Give --stage, or --table or TABLE_NAME (the output TableName), or --local for the local run.',
    );
  }
  process.env['TABLE_NAME'] = String(tableName);
  if (stage) await nameKeys(String(stage));
}

/** What is set by hand counts more: a table that was restored keeps the keys of its stage. */
async function nameKeys(stage: string): Promise<void> {
  const { checksumSecretName, credentialsKeyAlias } = await stages();
  process.env['CREDENTIALS_KEY'] ??= credentialsKeyAlias(stage);
  process.env['API_KEY_CHECKSUM_SECRET'] ??= checksumSecretName(stage);
}

async function connectToLocalRun(dataDir: string): Promise<void> {
  const ready = await readReadyFile(dataDir);
  if (!ready) throw new CommandFailure(`No local run uses ${dataDir}; start one with npm start, or set DATA_DIR.`);
  const now = await readClock(ready.baseUrl);
  if (!now) throw new CommandFailure(`The local run of ${dataDir} does not answer any more; start it with npm start.`);
  useLocalAws({ ...ready, aws: operatorEnvironment(ready.awsEndpoint) });
  // The local run's clock may be ahead of real time.
  const offsetMs = now.getTime() - Date.now();
  clock.now = () => new Date(Date.now() + offsetMs);
}

const readClock = (baseUrl: string): Promise<Date | undefined> =>
  fetch(`${baseUrl}/_local/clock`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    .then((response) => response.json() as Promise<{ now: string }>)
    .then(({ now }) => new Date(now))
    .catch(() => undefined);
