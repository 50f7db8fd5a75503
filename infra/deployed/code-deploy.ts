/**
 * CodeDeploy, as far as a release of Lambda functions needs it: it calls the hook of an alias before traffic, waits for the status that the
 * hook reports, and moves the alias, or leaves it. The emulator has none, so the templates hold the aliases where they are.
 *
 * https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html#reference-appspec-file-structure-hooks-section-structure-lambda-sample-function
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  InvokeCommand,
  type LambdaClient,
  ListAliasesCommand,
  ListVersionsByFunctionCommand,
  paginateListFunctions,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { listen } from './emulator.ts';

export const ALIAS = 'live';

/** The version behind the alias of each function, by the function's name. */
export type Versions = ReadonlyMap<string, string>;

export async function versionsOf(client: LambdaClient): Promise<Versions> {
  const versions = new Map<string, string>();
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { FunctionName = '' } of Functions) {
      const { Aliases = [] } = await client.send(new ListAliasesCommand({ FunctionName }));
      for (const { Name, FunctionVersion = '' } of Aliases)
        if (Name === ALIAS) versions.set(FunctionName, FunctionVersion);
    }
  return versions;
}

type HookStatus = { deploymentId: string; lifecycleEventHookExecutionId: string; status: string };

export type CodeDeploy = {
  /** Where functions report the status of their hooks. */
  url: string;
  /** Calls the hook; resolves with the status that it reports. */
  ask: (client: LambdaClient, hook: string) => Promise<string>;
  stop: () => void;
};

const OPERATION = 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus';

export async function startCodeDeploy(): Promise<CodeDeploy> {
  const told: HookStatus[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const isKnown = request.headers['x-amz-target'] === OPERATION;
    if (isKnown) told.push(body);
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(isKnown ? { lifecycleEventHookExecutionId: body.lifecycleEventHookExecutionId } : {}));
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  let deployments = 0;
  return {
    url,
    ask: async (client, hook) => {
      deployments += 1;
      const [DeploymentId, LifecycleEventHookExecutionId] = [`d-${deployments}`, `hook-${deployments}`];
      const Payload = JSON.stringify({ DeploymentId, LifecycleEventHookExecutionId });
      await client.send(new InvokeCommand({ FunctionName: hook, Payload }));
      const reported = told.filter((each) => each.lifecycleEventHookExecutionId === LifecycleEventHookExecutionId);
      if (reported.length !== 1 || reported[0]?.deploymentId !== DeploymentId)
        throw new Error(`${hook} reported ${JSON.stringify(reported)} of ${DeploymentId}`);
      return reported[0].status;
    },
    stop: () => void server.close(),
  };
}

/** The alias of each function names its newest version. Resolves with how many moved. */
export async function moveToNewest(client: LambdaClient, names: readonly string[]): Promise<number> {
  let moved = 0;
  const now = await versionsOf(client);
  for (const FunctionName of names) {
    const { Versions = [] } = await client.send(new ListVersionsByFunctionCommand({ FunctionName }));
    const newest = Math.max(...Versions.map(({ Version }) => Number(Version)).filter(Number.isInteger));
    if (now.get(FunctionName) === String(newest)) continue;
    await client.send(new UpdateAliasCommand({ FunctionName, Name: ALIAS, FunctionVersion: String(newest) }));
    moved += 1;
  }
  return moved;
}
