/** Daily backups of the table, and their copies in another Region: point-in-time recovery is of the same Region only. */
import { ArnFormat, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { backupVaultName, RECOVERY_DAYS } from '#infra/cdk/stages.ts';

const POLICY = 'service-role/AWSBackupServiceRolePolicyForBackup';

export type BackupsProps = { table: ITableV2; secondRegion: string };

export class Backups extends Construct {
  constructor(scope: Construct, id: string, { table, secondRegion }: BackupsProps) {
    super(scope, id);
    const name = backupVaultName(stageOf(this));
    const vault = new BackupVault(this, 'Vault', { backupVaultName: name, removalPolicy: RemovalPolicy.RETAIN });
    const arn = Stack.of(this).formatArn({
      service: 'backup',
      region: secondRegion,
      resource: 'backup-vault',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    // What was erased is then in no backup any more, as for point-in-time recovery.
    const deleteAfter = Duration.days(RECOVERY_DAYS);
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'Daily',
        scheduleExpression: Schedule.cron({ hour: '1', minute: '0' }),
        deleteAfter,
        copyActions: [{ destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', arn), deleteAfter }],
      }),
    );
    plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] });
    Validations.of(plan).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${POLICY}]`,
      reason: "This is AWS's own policy for the role with which AWS Backup reads what it backs up.",
    });
  }
}
