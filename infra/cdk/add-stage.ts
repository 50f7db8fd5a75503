/** All stacks of one stage, in the order of their deployment, and the app that checks each synthesis. */
import { App, type AppProps, type Environment, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';
import { AccountLimits } from './constructs/account-limits.ts';
import type { Settings } from './settings.ts';
import { BackgroundStack } from './stacks/background-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { GatewayStack } from './stacks/gateway-stack.ts';
import { OperationsStack } from './stacks/operations-stack.ts';
import { SecondRegionStack } from './stacks/second-region-stack.ts';
import { StageStack } from './stacks/stage-stack.ts';

export function checkedApp(props?: AppProps): App {
  const app = new App(props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

const POLICY = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';

class GatewayLogsStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, { description: 'The role with which API Gateway writes logs in this Region.', ...props });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(POLICY)],
    });
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    // Other APIs of the account may have come to use it.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: "This is AWS's own policy for the role with which a gateway writes logs.",
    });
  }
}

export type StageOptions = {
  settings: Settings;
  /** The AWS account and Region, where they are known. */
  env?: Environment;
  /** Of the stacks and their resources, besides those of the service and the stage. */
  tags?: Record<string, string>;
};

export function addStage(app: App, stage: string, { settings, env = {}, tags = {} }: StageOptions): Stack[] {
  const props = { stage, env, tags, traces: settings.tracing };
  // It belongs to the Region, and so to every stage in it.
  const logs = new GatewayLogsStack(app, 'CollectionsGatewayLogs', { env });
  const data = new DataStack(app, { ...props, settings });
  const background = new BackgroundStack(app, { ...props, settings, data });
  const description = 'Payment collections: the alarms of what answers requests, and that the gateway may call it.';
  const watching = new StageStack(app, { part: 'alarms', description }, props);
  new AccountLimits(watching, 'AccountLimits', data);
  const needed = { ...props, settings, data, background, watching };
  const operations = (['operations', 'desk'] as const).map((part) => new OperationsStack(app, part, needed));
  const gateway = new GatewayStack(app, { ...props, settings, data, background, operations, watching });
  gateway.addStackDependency(logs);
  const { region: firstRegion, secondRegion } = settings;
  if (secondRegion === undefined || firstRegion === undefined)
    return [logs, data, background, ...operations, watching, gateway];
  const elsewhere = { ...props, env: { ...env, region: secondRegion } };
  const second = new SecondRegionStack(app, { ...elsewhere, data, firstRegion, settings });
  return [logs, data, background, ...operations, watching, gateway, second];
}
