/** Payment providers: permission to read their credentials, alarms about payments, and the function that books what the providers list, invoked by each provider's own schedules. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type Alarms, counted } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { CredentialsKey } from './keys.ts';
import type { RunSchedules } from './run-schedules.ts';
import type { ServiceFunction } from './service-function.ts';

type PaymentsProps = { credentialsKey: CredentialsKey; alarms: Alarms };

export class Payments extends Construct {
  private readonly credentialsKey: CredentialsKey;

  constructor(scope: Construct, id: string, { credentialsKey, alarms }: PaymentsProps) {
    super(scope, id);
    this.credentialsKey = credentialsKey;
    this.watch(alarms);
  }

  /** Lets a function read the providers' credentials, beside its reads of the table. */
  allowReadingCredentials(reader: ServiceFunction): void {
    this.credentialsKey.allowDecrypting(reader);
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'Unsigned', {
      metric: counted(this, 'webhook_unsigned'),
      threshold: 5,
      impact: 'Webhooks have no valid signature: a secret has changed, or a stranger pretends to be a provider.',
    });
    alarms.watch(this, 'Unreadable', {
      metric: counted(this, 'credentials_unreadable'),
      threshold: 3,
      impact: 'Credentials of providers cannot be decrypted: payers cannot pay there, and webhooks must come again.',
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
    alarms.watch(this, 'NotOpened', {
      metric: counted(this, 'payment_session_failed'),
      threshold: 3,
      period: Duration.hours(1),
      impact: 'Customers who want to pay cannot: their providers open no payment.',
    });
    alarms.watch(this, 'NotOffered', {
      metric: counted(this, 'payment_option_failed'),
      threshold: 5,
      impact: 'Providers do not open the payment methods that were asked for: collections are created without them.',
    });
  }
}

type ReconciliationProps = {
  table: CollectionsTable;
  environment: Record<string, string>;
  payments: Payments;
  runSchedules: RunSchedules;
  alarms: Alarms;
};

export class Reconciliation extends Construct {
  private readonly reconcile: ServiceFunction;

  constructor(scope: Construct, id: string, props: ReconciliationProps) {
    super(scope, id);
    const { table, environment, payments, runSchedules, alarms } = props;
    this.reconcile = new BackgroundFunction(this, 'ReconcileProvider', {
      entry: 'functions/scheduled/reconcile-provider.ts',
      environment,
      waits: true,
      // It stops by itself after four, and goes on in another run.
      timeout: Duration.minutes(5),
      alarms,
      impact: 'Payments whose webhooks were lost are found only when their collection is run.',
    });
    table.allow(this.reconcile, 'reconcile-provider');
    payments.allowReadingCredentials(this.reconcile);
    runSchedules.addTarget(this.reconcile);
    runSchedules.allowCreating(this.reconcile);
  }

  /** Tells a function that creates schedules which function they are for. */
  allowNaming(creator: ServiceFunction): void {
    creator.addEnvironment('RECONCILE_FUNCTION_ARN', this.reconcile.live.functionArn);
  }
}
