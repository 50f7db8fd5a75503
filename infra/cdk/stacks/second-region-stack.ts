/** What waits in another Region for the loss of the first: a replica of the key of credentials, and the vault for copies of backups. */
import { CfnOutput, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { backupVaultName } from '#infra/cdk/stages.ts';
import type { DataStack } from './data-stack.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

export class SecondRegionStack extends StageStack {
  /** `firstRegion`: in which `data` is. */
  constructor(
    scope: Construct,
    {
      data,
      firstRegion,
      isSingleRegionKey,
      ...props
    }: StageStackProps & {
      data: DataStack;
      firstRegion: string;
      isSingleRegionKey: boolean;
    },
  ) {
    const description = 'Payment collections: what a second Region keeps for the loss of the first.';
    super(scope, { part: 'second-region', description }, { ...props, terminationProtection: true });
    new BackupVault(this, 'Vault', {
      backupVaultName: backupVaultName(this.stage),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    if (isSingleRegionKey) return;
    const administered = new PolicyStatement({
      principals: [new AccountRootPrincipal()],
      actions: ['kms:*'],
      resources: ['*'],
    });
    const key = new CfnReplicaKey(this, 'Key', {
      description: 'Decrypts the credentials of payment providers in a copy of the table.',
      primaryKeyArn: Fn.getStackOutput(data.stackName, 'CredentialsKeyArn', firstRegion),
      keyPolicy: new PolicyDocument({ statements: [administered] }),
    });
    key.applyRemovalPolicy(RemovalPolicy.RETAIN);
    new CfnOutput(this, 'ReplicaKeyArn', { value: key.attrArn, description: 'Decrypts credentials in this Region' });
    this.addStackDependency(data);
  }
}
