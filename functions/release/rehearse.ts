/** The hook of CodeDeploy before a release gets traffic: rehearses it, and says whether it may go on. */
import { payments } from '#lib/live-payments.ts';
import { releaseFrom } from '#lib/release/release.ts';
import { service } from '#lib/service.ts';
import { getAccount, saveApiKey } from '#lib/store/account/accounts.ts';
import { saveSealedCredentials } from '#lib/store/account/providers.ts';
import { closeRehearsal, openRehearsals } from '#lib/store/account/rehearsal.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { rehearse as play, type RehearsePorts } from '#lib/use-cases/rehearse.ts';

/** https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html */
export type HookEvent = { DeploymentId: string; LifecycleEventHookExecutionId: string };

const store = { getAccount, saveApiKey, saveSealedCredentials, closeRehearsal, openRehearsals, getCollection };
const needs = {
  ...service,
  ...storeOf(table, store),
  seal: payments.seal,
  ...releaseFrom(service.settings),
};

export const rehearse =
  (deps: typeof needs) =>
  async ({ DeploymentId: deploymentId, LifecycleEventHookExecutionId: execution }: HookEvent): Promise<void> => {
    const [checksumKey = ''] = deps.settings.checksumKeys;
    const rehearsed = await playOrFail({ ...deps, checksumKey });
    if (rehearsed.kind === 'passed') deps.log.count('INFO', 'rehearsal_passed', { deploymentId });
    else deps.log.count('ERROR', 'rehearsal_failed', { deploymentId, sentence: rehearsed.sentence });
    await deps.tellCodeDeploy(deploymentId, execution, rehearsed.kind === 'passed' ? 'Succeeded' : 'Failed');
  };

/** What cannot be rehearsed may not go on: CodeDeploy would wait for an hour. */
const playOrFail = (ports: RehearsePorts) =>
  play(ports).catch(({ name }: Error) => ({
    kind: 'failed' as const,
    sentence: `It could not be rehearsed: ${name}.`,
  }));

export const handler = rehearse(needs);
