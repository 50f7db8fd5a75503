/**
 * The function that rehearses a release before it gets traffic. CodeDeploy calls it before it moves the alias of the function itself, and the
 * aliases of all that is rehearsed wait for that one.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { ServiceFunction } from './service-function.ts';

export type RehearsalProps = {
  /** Of the function that rehearses. */
  name: 'rehearse' | 'rehearse-runs';
  /** By their names. */
  rehearsed: Readonly<Record<string, ServiceFunction>>;
  table: CollectionsTable;
  environment: Record<string, string>;
  alarms: Alarms;
};

const NAMED = { rehearse: 'Rehearse', 'rehearse-runs': 'RehearseRuns' } as const;

export class Rehearsal extends Construct {
  readonly function: ServiceFunction;
  readonly rehearsed: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, { name, rehearsed, table, environment, alarms }: RehearsalProps) {
    super(scope, id);
    this.rehearsed = Object.values(rehearsed);
    const arns = Object.fromEntries(
      Object.entries(rehearsed).map(([of, { currentVersion }]) => [of, currentVersion.functionArn]),
    );
    this.function = new ServiceFunction(this, NAMED[name], {
      entry: `functions/release/${name}.ts`,
      // The versions are part of its own: with each new one it has a new version itself, whose alias waits for the rehearsal.
      environment: { ...environment, REHEARSED_VERSIONS: Stack.of(this).toJsonString(arns) },
      timeout: Duration.minutes(2),
      alarms,
      impact: 'A release cannot be rehearsed: its deployment fails, and the version before goes on.',
    });
    table.allow(this.function, name);
    this.function.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(arns) }),
    );
  }
}
