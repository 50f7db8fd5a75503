/** Reconciliation: the function that books what the payment providers list, invoked by each provider's own schedules. */
import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { BackgroundFunction } from './background-function.ts';
import type { CollectionsTable } from './collections-table.ts';
import type { Payments } from './payments.ts';
import type { RunSchedules } from './run-schedules.ts';
import type { ServiceFunction } from './service-function.ts';

export type ReconciliationProps = {
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
