/** The hook of CodeDeploy before a release gets traffic: rehearses it, and says whether it may go on. */
import type { Log } from '#lib/log.ts';
import type { Release } from '#lib/release/release.ts';
import type { Rehearsal } from '#lib/use-cases/rehearsal.ts';

/** https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html */
export type HookEvent = { DeploymentId: string; LifecycleEventHookExecutionId: string };

export const releaseHook =
  ({ log, tellCodeDeploy }: { log: Log } & Pick<Release, 'tellCodeDeploy'>, play: () => Promise<Rehearsal>) =>
  async ({ DeploymentId: deploymentId, LifecycleEventHookExecutionId: execution }: HookEvent): Promise<void> => {
    const rehearsed = await playOrFail(play);
    if (rehearsed.kind === 'passed') log.count('INFO', 'rehearsal_passed', { deploymentId });
    else log.count('ERROR', 'rehearsal_failed', { deploymentId, sentence: rehearsed.sentence });
    await tellCodeDeploy(deploymentId, execution, rehearsed.kind === 'passed' ? 'Succeeded' : 'Failed');
  };

/** What cannot be rehearsed may not go on: CodeDeploy would wait for an hour. */
const playOrFail = (play: () => Promise<Rehearsal>): Promise<Rehearsal> =>
  play().catch(({ name }: Error) => ({ kind: 'failed', sentence: `It could not be rehearsed: ${name}.` }));
