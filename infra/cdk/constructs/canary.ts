/**
 * A careful release of functions: a new version first gets a tenth of the calls, for five minutes. If it has a fault meanwhile, or
 * its calls end badly more often than those of the version before, all calls go to that one again, and the deployment of the stack
 * fails. Lambda counts only what crashes; the rest is counted by the code itself, by function and version.
 */
import { Duration, Validations } from 'aws-cdk-lib';
import { type Alarm, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { FAULT, outcomeMetric } from '#lib/log.ts';
import { type Alarms, countedBy, countedByAll } from './alarms.ts';
import type { Rehearsal } from './rehearsal.ts';
import { acknowledgeWildcard, type ServiceFunction } from './service-function.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

export type CanaryProps = {
  functions: readonly ServiceFunction[];
  /** Of these, those that say how each call ended. */
  judged: readonly ServiceFunction[];
  /** It must let the release go on before any of those moves that it rehearses. */
  rehearsal?: Rehearsal;
  alarms: Alarms;
};

export class Canary extends Construct {
  constructor(scope: Construct, id: string, { functions, judged, rehearsal, alarms }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    const gate = rehearsal && aliasOf(rehearsal.function);
    if (rehearsal) {
      new LambdaDeploymentGroup(this, 'Rehearsed', {
        application,
        role,
        alias: rehearsal.function.alias,
        deploymentConfig: LambdaDeploymentConfig.ALL_AT_ONCE,
        // As elsewhere, CDK's types are not compatible under exactOptionalPropertyTypes.
        preHook: rehearsal.function as IFunction,
      });
      const reason = 'CodeDeploy calls the function of the rehearsal; CDK permits its versions, too.';
      acknowledgeWildcard({ role: role as IRole }, `${rehearsal.function.functionArn}:*`, reason);
    }
    for (const released of functions) {
      const { alias, failed } = released;
      if (gate && rehearsal?.rehearsed.includes(released)) aliasOf(released).node.addDependency(gate);
      const own = [
        watchFaults(alarms, released),
        ...(judged.includes(released) ? [watchOutcomes(alarms, released)] : []),
      ];
      // The alarms must be those of the new version before the first call goes there.
      for (const alarm of own) aliasOf(released).node.addDependency(alarm);
      new LambdaDeploymentGroup(this, nameOf(released), {
        application,
        role,
        alias,
        // Of AWS's own: many configurations of one's own in a stack run into rate limits.
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: [failed, ...own],
      });
    }
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: "This is AWS's own policy for the role with which CodeDeploy moves an alias.",
    });
  }
}

const aliasOf = ({ alias }: ServiceFunction): CfnAlias => alias.node.defaultChild as CfnAlias;

/** Both readers of the stream are called `Function` where they stand. */
const nameOf = ({ node }: ServiceFunction): string =>
  node.id === 'Function' ? (node.scope?.node.id ?? node.id) : node.id;

const watchFaults = (alarms: Alarms, released: ServiceFunction): Alarm =>
  alarms.watch(released, 'ReleaseFails', {
    metric: countedBy(released, FAULT),
    threshold: 1,
    period: Duration.minutes(1),
    impact: `The newest version of this function has a fault; during a release it goes back. ${released.impact}`,
  });

/** So many calls of the new version tell something, and by so many points of a hundred it is worse. */
const ENOUGH_CALLS = 5;
const WORSE_BY = 50;

/** Beside all calls, of which the version before gets nine in ten: what callers and providers are to blame for is in both. */
function watchOutcomes(alarms: Alarms, released: ServiceFunction): Alarm {
  const [newGood, newBad] = (['good', 'bad'] as const).map((outcome) => countedBy(released, outcomeMetric(outcome)));
  const [allGood, allBad] = (['good', 'bad'] as const).map((outcome) => countedByAll(released, outcomeMetric(outcome)));
  const share = (of: string) => `100 * FILL(${of}Bad, 0) / (FILL(${of}Bad, 0) + FILL(${of}Good, 0))`;
  return alarms.watch(released, 'ReleaseWorse', {
    metric: new MathExpression({
      expression: `IF(FILL(newBad, 0) + FILL(newGood, 0) >= ${ENOUGH_CALLS}, ${share('new')} - ${share('all')}, 0)`,
      usingMetrics: { newGood, newBad, allGood, allBad } as Record<string, Metric>,
      label: 'bad endings more than of all versions, in points',
    }),
    threshold: WORSE_BY,
    impact: `Calls of the newest version of this function end badly far more often; during a release it goes back. ${released.impact}`,
  });
}
