/** All stacks of one stage, in the order of their deployment. */
import type { App, Environment, Stack } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';
import { BackgroundStack } from './stacks/background-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { GatewayLogsStack } from './stacks/gateway-logs-stack.ts';
import { GatewayStack } from './stacks/gateway-stack.ts';
import { OperationsStack } from './stacks/operations-stack.ts';

export type StageOptions = {
  settings: Settings;
  /** The AWS account and Region, where they are known. */
  env?: Environment;
  /** Of the stacks and their resources, besides those of the service and the stage. */
  tags?: Record<string, string>;
};

export function addStage(app: App, stage: string, { settings, env = {}, tags = {} }: StageOptions): Stack[] {
  const props = { stage, env, tags };
  // It belongs to the Region, and so to every stage in it.
  const logs = new GatewayLogsStack(app, 'CollectionsGatewayLogs', { env });
  const data = new DataStack(app, { ...props, settings });
  const background = new BackgroundStack(app, { ...props, settings, data });
  const operations = new OperationsStack(app, { ...props, settings, data, background });
  const gateway = new GatewayStack(app, { ...props, settings, data, background, operations });
  gateway.addStackDependency(logs);
  return [logs, data, background, operations, gateway];
}
