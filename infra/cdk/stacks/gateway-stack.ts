/** The way in: the gateway's routes, limits and logs, and the dashboard of the whole service. */
import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AccountLimits } from '#infra/cdk/constructs/account-limits.ts';
import { Overview } from '#infra/cdk/constructs/overview.ts';
import { PublicApi } from '#infra/cdk/constructs/public-api.ts';
import { functionsWithRoutes } from '#infra/cdk/functions.ts';
import type { Settings } from '#infra/cdk/settings.ts';
import packageJson from '#package' with { type: 'json' };
import type { BackgroundStack } from './background-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { OperationsStack } from './operations-stack.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

export type GatewayStackProps = StageStackProps & {
  settings: Settings;
  data: DataStack;
  background: BackgroundStack;
  operations: OperationsStack;
};

export class GatewayStack extends StageStack {
  constructor(scope: Construct, { settings, data, background, operations, ...props }: GatewayStackProps) {
    super(
      scope,
      { part: 'gateway', description: 'Payment collections: the routes, limits and logs of the API.' },
      props,
    );
    const { alarms, address, table } = data;
    const api = new PublicApi(this, 'Api', { address, settings, alarms });
    for (const { name, routes } of functionsWithRoutes())
      for (const route of routes) api.serve(route, operations.functionOf(name).live);
    api.serveTheRest(operations.functionOf('not-found').live);

    new AccountLimits(this, 'AccountLimits', { alarms });
    const { followUps, webhooks, relay, publisher } = background;
    const { dashboard } = new Overview(this, 'Overview', {
      stacks: [operations, background],
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
