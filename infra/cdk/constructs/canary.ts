/**
 * A careful release of functions: a new version first gets a tenth of the calls, for five minutes. If a function fails
 * meanwhile, all calls go to the version before again, and the deployment of the stack fails. Lambda counts only what crashes:
 * what our code answers with a 5xx, or hands back to its queue, is counted by the code itself.
 */
import { Duration, Validations } from 'aws-cdk-lib';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type Alarms, countedBy } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

export type CanaryProps = {
  functions: readonly ServiceFunction[];
  /** What the functions count when they fail at a call and do not crash. */
  failure: 'request_failed' | 'run_failed';
  alarms: Alarms;
};

export class Canary extends Construct {
  constructor(scope: Construct, id: string, { functions, failure, alarms }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    for (const released of functions) {
      const { node, alias, failed } = released;
      const faulty = alarms.watch(released, 'ReleaseFails', {
        metric: countedBy(released, failure),
        threshold: 1,
        period: Duration.minutes(1),
        impact: `The newest version of this function fails at calls; during a release it goes back. ${released.impact}`,
      });
      // The alarm must be that of the new version before the first call goes there.
      (alias.node.defaultChild as CfnAlias).node.addDependency(faulty);
      new LambdaDeploymentGroup(this, node.id, {
        application,
        role,
        alias,
        // Of AWS's own: many configurations of one's own in a stack run into rate limits.
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: [failed, faulty],
      });
    }
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: "This is AWS's own policy for the role with which CodeDeploy moves an alias.",
    });
  }
}
