/** Backups of the table each six hours, and their copies in another Region: point-in-time recovery is of the same Region only. */
import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { BACKUP_DAYS, backupVaultName, copiesVaultName } from '#infra/cdk/stages.ts';
import type { Alarms } from './alarms.ts';

const POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

export type BackupsProps = { table: ITableV2; region: string; secondRegion: string; alarms: Alarms };

export class Backups extends Construct {
  constructor(scope: Construct, id: string, { table, region, secondRegion, alarms }: BackupsProps) {
    super(scope, id);
    const stage = stageOf(this);
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: backupVaultName(stage, region),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const arn = Stack.of(this).formatArn({
      service: 'backup',
      region: secondRegion,
      resource: 'backup-vault',
      resourceName: copiesVaultName(stage, region),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const deleteAfter = Duration.days(BACKUP_DAYS);
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'SixHourly',
        scheduleExpression: Schedule.cron({ hour: '1,7,13,19', minute: '0' }),
        // Without one, AWS begins within eight hours.
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(6),
        deleteAfter,
        copyActions: [{ destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', arn), deleteAfter }],
      }),
    );
    plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] });
    this.tellOfFailures(alarms);
    Validations.of(plan).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: "This is AWS's own policy for the role with which AWS Backup reads what it backs up.",
    });
  }

  /** Where the alarms go; of the whole AWS account in this Region. https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html */
  private tellOfFailures({ topic }: Alarms): void {
    const state = EventField.fromPath('$.detail.state');
    const text = `${EventField.fromPath('$.detail-type')}: ${state}. Without backups the loss of the Region is the loss of its data. In docs/operations/runbook.md: The Region is lost.`;
    new Rule(this, 'BackupFails', {
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'] },
      },
      targets: [new SnsTopic(topic, { message: RuleTargetInput.fromText(text) })],
    });
  }
}
