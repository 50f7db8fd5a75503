/**
 * A careful release of functions: a new version first gets a tenth of the calls, for five minutes. If a function fails
 * meanwhile, all calls go to the version before again, and the deployment of the stack fails.
 */
import { Validations } from 'aws-cdk-lib';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

const POLICY = 'service-role/AWSCodeDeployRoleForLambdaLimited';

export class Canary extends Construct {
  constructor(scope: Construct, id: string, functions: readonly ServiceFunction[]) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    for (const { node, alias, failed } of functions)
      new LambdaDeploymentGroup(this, node.id, {
        application,
        role,
        alias,
        // Of AWS's own: many configurations of one's own in a stack run into rate limits.
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: [failed],
      });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: "This is AWS's own policy for the role with which CodeDeploy moves an alias.",
    });
  }
}
