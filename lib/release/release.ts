/** A release in AWS: its versions, which are invoked by name, and CodeDeploy, which waits to hear whether they may get traffic. */
import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Settings } from '#lib/settings.ts';
import type { Invoked } from '#lib/use-cases/rehearsal.ts';

type HookStatus = 'Succeeded' | 'Failed';

export type Release = {
  /** `name`: of the function. Throws nothing that a version has thrown. */
  invoke: (name: string, event: object) => Promise<Invoked>;
  tellCodeDeploy: (deployment: string, execution: string, status: HookStatus) => Promise<void>;
};

export function releaseFrom({ rehearsedVersions }: Pick<Settings, 'rehearsedVersions'>): Release {
  const versions: Record<string, string> = rehearsedVersions === '' ? {} : JSON.parse(rehearsedVersions);
  // What was not heard is asked again: a rehearsal can be repeated, and CodeDeploy keeps the first status.
  const settings = { maxAttempts: 3 };
  const [lambda, codeDeploy] = [new LambdaClient(settings), new CodeDeployClient(settings)];
  return {
    invoke: async (name, event) => {
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({ FunctionName: versions[name], Payload: JSON.stringify(event) }),
      );
      const answer: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
      if (FunctionError === undefined) return { answer };
      return { failed: (answer as { errorType?: string } | null)?.errorType ?? FunctionError };
    },
    tellCodeDeploy: async (deploymentId, lifecycleEventHookExecutionId, status) => {
      await codeDeploy.send(
        new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
      );
    },
  };
}
