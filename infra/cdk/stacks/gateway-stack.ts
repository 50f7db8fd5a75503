/** The way in: the gateway's routes, limits and logs, and the dashboard of the whole service. */

import { CfnOutput } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Overview } from '#infra/cdk/constructs/overview.ts';
import { PublicApi } from '#infra/cdk/constructs/public-api.ts';
import { type FunctionName, functionsWithRoutes } from '#infra/cdk/functions.ts';
import type { Settings } from '#infra/cdk/settings.ts';
import packageJson from '#package' with { type: 'json' };
import type { BackgroundStack } from './background-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { OperationsStack } from './operations-stack.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

function holderOf(name: FunctionName, stacks: readonly OperationsStack[]): OperationsStack {
  const holder = stacks.find((each) => each.holds(name));
  if (holder) return holder;
  throw new Error(`no stack holds ${name}`);
}

type GatewayStackProps = StageStackProps & {
  settings: Settings;
  data: DataStack;
  background: BackgroundStack;
  operations: readonly OperationsStack[];
  /** Holds the permissions of the gateway. */
  watching: StageStack;
};

export class GatewayStack extends StageStack {
  constructor(scope: Construct, { settings, data, background, operations, watching, ...props }: GatewayStackProps) {
    super(
      scope,
      { part: 'gateway', description: 'Payment collections: the routes, limits and logs of the API.' },
      props,
    );
    const { alarms, address, table } = data;
    const functionOf = (name: FunctionName) => holderOf(name, operations).functionOf(name);
    const api = new PublicApi(this, 'Api', {
      ...{ address, settings, alarms },
      permissions: new Construct(watching, 'Gateway'),
    });
    this.addStackDependency(watching);
    for (const { name, routes } of functionsWithRoutes())
      for (const route of routes) api.serve(route, functionOf(name).live);
    api.serveTheRest(functionOf('not-found').live);

    const { followUps, webhooks, relay, publisher } = background;
    const { dashboard } = new Overview(this, 'Overview', {
      stacks: [...operations, background],
      stage: api.stage,
      table,
      relay,
      publisher,
      runs: followUps.runs.queue,
      webhooks: webhooks.queue.queue,
    });
    new CfnOutput(this, 'Dashboard', { value: dashboard.dashboardName, description: 'In CloudWatch' });
    new CfnOutput(this, 'Version', { value: packageJson.version, description: 'Of the service' });
  }
}
