/** Starts a DynamoDB on this machine: the one of DYNAMODB_ENDPOINT, else DynamoDB Local, else the embedded emulator. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type DatabaseAddress, expectAnswer } from '#infra/local/aws-environment.ts';
import { claimData, type Log } from './claim-data.ts';
import { findDynamoDbLocal } from './dynamodb-local.ts';
import { type DynamoDb, type Environment, type FoundEngine, type Launch, messageOf, runEngine } from './run-engine.ts';

const EXTERNAL_LIMIT_MS = 5_000;

type Options = {
  /** Keeps the data; without it, the data is held in memory. */
  dataDir?: string;
  /** Instead of the user's cache, for downloads. */
  cacheDir?: string;
  log: Log;
  env?: Environment;
};

export const startDynamoDb = async ({ env = process.env, ...options }: Options): Promise<DynamoDb> => {
  const external = env['DYNAMODB_ENDPOINT'];
  if (external) {
    const accessKeyId = env['DYNAMODB_ACCESS_KEY'] || 'local';
    return useExternal({ endpoint: external, accessKeyId }, options.log);
  }
  const claim = options.dataDir === undefined ? undefined : await claimData(resolve(options.dataDir), options.log);
  const start = (launch: Launch) => runEngine({ launch, claim, log: options.log, env });

  const local = await findDynamoDbLocal({ ...options, env });
  const failure = 'launch' in local ? await start(local.launch).catch(messageOf) : local.reason;
  if (typeof failure !== 'string') return failure;

  const emulator = findEmulator();
  if ('reason' in emulator) throw new Error(nothingToRun(failure, emulator.reason));
  options.log(`Using the embedded DynamoDB emulator instead of DynamoDB Local: ${failure}`);
  if (claim !== undefined) warnOfOtherData(claim.dataDir, options.log);
  return start(emulator.launch);
};

const useExternal = async (database: DatabaseAddress, log: Log): Promise<DynamoDb> => {
  const { endpoint } = database;
  await expectAnswer(database, EXTERNAL_LIMIT_MS).catch((error: unknown) => {
    throw new Error(
      `DYNAMODB_ENDPOINT is ${endpoint}, but no DynamoDB answers there (${describe(error)}). Start it, correct the address, or unset the variable.`,
    );
  });
  log(`Using the DynamoDB at ${endpoint} (DYNAMODB_ENDPOINT)`);
  return { ...database, engine: 'external', stop: async () => {}, exited: new Promise(() => {}) };
};

// When a name has two addresses and both refuse the connection, Node's error has a code but no message.
const describe = (error: unknown) => messageOf(error) || (error as NodeJS.ErrnoException).code || 'no reason given';

/** The embedded emulator: one native program from npm, for machines without Java or Maven. */
const findEmulator = (): FoundEngine => {
  const platformPackage = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return { launch: emulatorLaunch(createRequire(import.meta.url).resolve(`${platformPackage}/dynoxide`)) };
  } catch {
    return { reason: `${platformPackage} is not installed` };
  }
};

const emulatorLaunch = (command: string): Launch => ({
  engine: 'emulator',
  title: 'The embedded DynamoDB emulator',
  command,
  commandArguments: (port, store) => [
    ...['serve', '--host', '127.0.0.1', '--port', String(port)],
    ...(store === undefined ? [] : ['--db-path', `${store}/data.sqlite`]),
  ],
  storeName: 'dynamodb-emulator',
});

const nothingToRun = (localReason: string, emulatorReason: string) =>
  `No DynamoDB can run on this machine.
  DynamoDB Local: ${localReason}
  Embedded emulator: ${emulatorReason}
Install Java 17 or newer and Maven, or run a DynamoDB elsewhere (Docker: amazon/dynamodb-local) and set DYNAMODB_ENDPOINT to its address.`;

const warnOfOtherData = (dataDir: string, log: Log) => {
  const other = join(dataDir, 'dynamodb-local');
  if (existsSync(other)) log(`What DynamoDB Local kept in ${other} is not seen by the emulator`);
};
