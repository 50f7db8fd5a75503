/** Payment providers: permission to read their credentials, alarms about payments, and the function that books what the providers list, invoked by each provider's own schedules. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { type Alarms, counted, FEW, type Share, shareOf } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { CredentialsKey } from './keys.ts';
import type { RunSchedules } from './run-schedules.ts';
import type { ServiceFunction } from './service-function.ts';

const SHARES: Readonly<Record<string, Share>> = {
  Unsigned: {
    of: ['webhook_unsigned', 'payment_received'],
    quick: 'Webhooks have no valid signature: a secret has changed, or a stranger pretends to be a provider.',
    allDay: 'Half of the webhooks of a day have no valid signature: a secret has changed, and payments count late.',
  },
  Unconfirmed: {
    of: ['payment_unconfirmed', 'payment_received'],
    quick: 'Providers report payments but do not confirm them: collections stay unpaid until they do.',
    allDay: 'Half of the payments that providers reported in a day are not confirmed: collections stay unpaid.',
  },
  NotOpened: {
    of: ['payment_session_failed', 'payment_session_opened'],
    quick: 'Customers who want to pay cannot: their providers open no payment.',
    allDay: 'Half of the customers of a day who wanted to pay could not: their providers opened no payment.',
  },
  NotOffered: {
    of: ['payment_option_failed', 'payment_received'],
    quick: 'Providers do not open the payment methods that were asked for: collections are created without them.',
    allDay: 'Providers open hardly any payment method all day: collections are created without them.',
  },
};

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
    for (const [name, share] of Object.entries(SHARES)) alarms.watchShare(this, name, share);
    alarms.watch(this, 'Missed', {
      metric: shareOf(this, ['payments_reconciled', 'payment_received'], FEW),
      threshold: 20,
      period: Duration.days(1),
      impact:
        "One payment in five of a day was found in the providers' lists, and no webhook had reported it: webhooks are being lost, and payments count late.",
    });
    alarms.watch(this, 'NotReconciled', {
      metric: counted(this, 'provider_unreadable'),
      threshold: 1,
      impact:
        "A provider's lists could not be read or booked three times in a row: a payment whose webhook is lost counts late.",
    });
    alarms.watch(this, 'Unreadable', {
      metric: counted(this, 'credentials_unreadable'),
      threshold: FEW,
      period: Duration.hours(6),
      impact: 'Credentials of providers cannot be decrypted: payers cannot pay there, and webhooks must come again.',
    });
    alarms.watch(this, 'AdapterFails', {
      metric: counted(this, 'payment_adapter_failed'),
      threshold: 1,
      impact: 'Our own code for a provider fails: payers cannot pay there, or their payments are not confirmed.',
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
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: ReconciliationProps) {
    super(scope, id);
    const { table, environment, payments, runSchedules, alarms } = props;
    this.function = new BackgroundFunction(this, 'ReconcileProvider', {
      entry: 'functions/scheduled/reconcile-provider.ts',
      environment,
      waits: true,
      // It stops by itself after four, and goes on in another run.
      timeout: Duration.minutes(5),
      alarms,
      impact: 'Payments whose webhooks were lost are found only when their collection is run.',
    });
    table.allow(this.function, 'reconcile-provider');
    payments.allowReadingCredentials(this.function);
    runSchedules.addTarget(this.function);
    runSchedules.allowCreating(this.function);
  }

  /** Tells a function that creates schedules which function they are for. */
  allowNaming(creator: ServiceFunction): void {
    creator.addEnvironment('RECONCILE_FUNCTION_ARN', this.function.live.functionArn);
  }
}
