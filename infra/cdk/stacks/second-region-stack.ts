/** What waits in another Region for the loss of the first: a replica of the key of credentials, the vault for copies of backups, the role that restores one, and what takes long to get. */
import { CfnOutput, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccountRootPrincipal,
  ManagedPolicy,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey } from 'aws-cdk-lib/aws-kms';
import { HostedZone, PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { domainsOf, type Settings } from '#infra/cdk/settings.ts';
import { copiesVaultName } from '#infra/cdk/stages.ts';
import type { DataStack } from './data-stack.ts';
import { StageStack, type StageStackProps } from './stage-stack.ts';

const RESTORES = 'service-role/AWSBackupServiceRolePolicyForRestores';

/** `firstRegion`: in which `data` is. */
type SecondRegionProps = StageStackProps & { data: DataStack; firstRegion: string; settings: Settings };

export class SecondRegionStack extends StageStack {
  constructor(scope: Construct, { data, firstRegion, settings, ...props }: SecondRegionProps) {
    const description = 'Payment collections: what a second Region keeps for the loss of the first.';
    super(scope, { part: 'second-region', description }, { ...props, terminationProtection: true });
    new BackupVault(this, 'Vault', {
      backupVaultName: copiesVaultName(this.stage, firstRegion),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.addRestoreRole();
    this.addCertificates(settings);
    this.addIdentity(settings);
    if (settings.singleRegionKey) return;
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

  private addRestoreRole(): void {
    const role = new Role(this, 'RestoreRole', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(RESTORES)],
    });
    new CfnOutput(this, 'RestoreRoleArn', {
      value: role.roleArn,
      description: 'With which AWS Backup restores the table',
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${RESTORES}]`,
      reason: "This is AWS's own policy for the role with which AWS Backup restores.",
    });
  }

  /** A certificate costs nothing, and DNS may not answer on the day. The record that proves the domain is the same in all Regions. */
  private addCertificates(settings: Settings): void {
    for (const { name, zone } of domainsOf(settings)) {
      if (zone === undefined) continue;
      const hosted = HostedZone.fromHostedZoneAttributes(this, `Zone-${name}`, {
        hostedZoneId: zone.id,
        zoneName: zone.name,
      });
      const validation = CertificateValidation.fromDns(hosted);
      const certificate = new Certificate(this, `Certificate-${name}`, { domainName: name, validation });
      certificate.applyRemovalPolicy(RemovalPolicy.RETAIN);
      new CfnOutput(this, `CertificateArn-${name}`, {
        value: certificate.certificateArn,
        description: `Of ${name}, in this Region`,
      });
    }
  }

  /** SES gives each Region records of its own to sign with. */
  private addIdentity({ senders: { email } }: Settings): void {
    if (email?.zone === undefined) return;
    const { id: hostedZoneId, name: zoneName } = email.zone;
    const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    new EmailIdentity(this, 'Identity', { identity: Identity.publicHostedZone(zone) }).applyRemovalPolicy(
      RemovalPolicy.RETAIN,
    );
  }
}
