/** Payment providers: permission to read their credentials, and alarms about payments. */
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
  /** One secret for each provider of each account, under the table's name, which begins with that of its stack. */
  private readonly secrets: string;

  constructor(scope: Construct, id: string, { table, alarms }: PaymentsProps) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const { stackName } = Stack.of(table);
    this.secrets = `arn:${partition}:secretsmanager:${region}:${account}:secret:${stackName}-*`;
    this.watch(alarms);
  }

  /** Lets a function read the providers' credentials, and no other secret. */
  allowReadingCredentials(reader: ServiceFunction): void {
    acknowledgeWildcard(reader, this.secrets, 'The command line creates a secret for each provider of each account.');
    reader.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.secrets] }),
    );
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'Unsigned', {
      metric: counted(this, 'webhook_unsigned'),
      threshold: 5,
      impact: 'Webhooks have no valid signature: a secret has changed, or a stranger pretends to be a provider.',
    });
    alarms.watch(this, 'Unconfirmed', {
      metric: counted(this, 'payment_unconfirmed'),
      threshold: 3,
      impact: 'Providers report payments but do not confirm them: collections stay unpaid until they do.',
    });
    alarms.watch(this, 'Misdirected', {
      metric: counted(this, 'payment_misdirected'),
      threshold: 1,
      impact: "A provider reported a payment under another account's or another provider's reference: it was ignored.",
    });
    alarms.watch(this, 'Unexpected', {
      metric: counted(this, 'payment_unexpected'),
      threshold: 1,
      impact:
        'A payment was received for a cancelled collection, or in another currency. The business has to give it back.',
    });
    alarms.watch(this, 'Missed', {
      metric: counted(this, 'payments_reconciled'),
      threshold: 1,
      impact:
        "Providers' lists had payments that no webhook reported: webhooks are being lost, and payments count late.",
    });
    alarms.watch(this, 'NotReconciled', {
      metric: counted(this, 'reconciliation_failed'),
      threshold: 3,
      impact: "Providers' lists cannot be read or booked: a payment whose webhook is lost counts late.",
    });
    alarms.watch(this, 'NotOffered', {
      metric: counted(this, 'payment_option_failed'),
      threshold: 5,
      impact: 'Providers do not open the payment methods that were asked for: collections are created without them.',
    });
  }
}
