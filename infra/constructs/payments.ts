/** Payment providers: who may read their secrets, and who is told when something about a payment is not right. */
import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcard } from './acknowledge-wildcard.ts';
import type { Alarms } from './alarms.ts';
import type { CollectionsTable } from './collections-table.ts';
import { counted } from './counted.ts';
import type { ServiceFunction } from './service-function.ts';

export type PaymentsProps = { table: CollectionsTable; alarms: Alarms };

export class Payments extends Construct {
  /** The secrets of this deployment: one for each provider of each account, under the table's name. */
  private readonly secrets: string;

  constructor(scope: Construct, id: string, { table, alarms }: PaymentsProps) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    this.secrets = `arn:${partition}:secretsmanager:${region}:${account}:secret:${table.table.tableName}/*`;
    this.watch(alarms);
  }

  /** Lets a function read the providers' secrets, and nothing else that is secret. */
  allowAsking(asker: ServiceFunction): void {
    acknowledgeWildcard(asker, this.secrets, 'The command line makes a secret for each provider of each account.');
    asker.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.secrets] }),
    );
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'Unsigned', {
      metric: counted('webhook_unsigned'),
      threshold: 5,
      impact: 'Webhooks come without a valid signature: a secret has changed, or somebody pretends to be a provider.',
    });
    alarms.watch(this, 'Unconfirmed', {
      metric: counted('payment_unconfirmed'),
      threshold: 3,
      impact: 'Providers report payments and cannot confirm them: collections stay unpaid until they can.',
    });
    alarms.watch(this, 'Misdirected', {
      metric: counted('payment_misdirected'),
      threshold: 1,
      impact: "A provider reported a payment under another account's or another provider's reference: it was ignored.",
    });
    alarms.watch(this, 'Unexpected', {
      metric: counted('payment_unexpected'),
      threshold: 1,
      impact:
        'Money came that no collection calls for: cancelled, or in another currency. Somebody has to give it back.',
    });
    alarms.watch(this, 'NotOffered', {
      metric: counted('payment_option_failed'),
      threshold: 5,
      impact: 'Providers do not open the ways to pay that were asked for: collections go out without them.',
    });
  }
}
