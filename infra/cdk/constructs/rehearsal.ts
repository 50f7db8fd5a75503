/**
 * The function that rehearses a release before it gets traffic. CodeDeploy calls it before it moves the alias of the function itself, and the
 * aliases of all that is rehearsed wait for that one.
 */
import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { OFFLINE_URL } from '#lib/domain/payment/rehearsed-payment.ts';
import { type Alarms, counted } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { ApiKeyChecksum, CredentialsKey } from './keys.ts';
import { ServiceFunction } from './service-function.ts';

export type RehearsalProps = {
  /** By their names. */
  rehearsed: Readonly<Record<string, ServiceFunction>>;
  table: CollectionsTable;
  environment: Record<string, string>;
  apiKeyChecksum: ApiKeyChecksum;
  credentialsKey: CredentialsKey;
  alarms: Alarms;
};

export class Rehearsal extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: RehearsalProps) {
    super(scope, id);
    const { rehearsed, table, environment, apiKeyChecksum, credentialsKey, alarms } = props;
    const arns = Object.fromEntries(
      Object.entries(rehearsed).map(([name, { currentVersion }]) => [name, currentVersion.functionArn]),
    );
    this.function = new ServiceFunction(this, 'Rehearse', {
      entry: 'functions/release/rehearse.ts',
      // The versions are part of its own: with each new one it has a new version itself, whose alias waits for the rehearsal.
      environment: { ...environment, REHEARSED_VERSIONS: Stack.of(this).toJsonString(arns) },
      timeout: Duration.minutes(2),
      alarms,
      impact: 'A release cannot be rehearsed: its deployment fails, and the version before goes on.',
    });
    // Its provider, which nobody else can use.
    for (const each of Object.values(rehearsed)) each.addEnvironment('SANDBOX_URL', OFFLINE_URL);
    table.allow(this.function, 'rehearse');
    apiKeyChecksum.allowChecking(this.function);
    credentialsKey.allowEncrypting(this.function);
    this.function.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(arns) }),
    );
    alarms.watch(this, 'RehearsalFailed', {
      metric: counted(this, 'rehearsal_failed'),
      threshold: 1,
      impact: 'A release failed its rehearsal: it got no traffic, and the version before goes on.',
    });
  }
}
