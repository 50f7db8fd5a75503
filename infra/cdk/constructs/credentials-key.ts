/** The key that encrypts the credentials of payment providers, and permission to decrypt them. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { credentialsKeyAlias } from '#infra/cdk/stage-names.ts';
import { PURPOSE } from '#lib/payment/seal.ts';
import type { ServiceFunction } from './service-function.ts';

export class CredentialsKey extends Construct {
  readonly arn: string;

  /** `keepData` as for the table: without the key, the credentials in it are lost. */
  constructor(scope: Construct, id: string, { keepData }: { keepData: boolean }) {
    super(scope, id);
    const key = new Key(this, 'Key', {
      description: 'Encrypts the credentials of payment providers in the table of the stage.',
      alias: credentialsKeyAlias(stageOf(this)),
      enableKeyRotation: true,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.arn = key.keyArn;
  }

  /** Lets a function decrypt credentials, and nothing else that the key may ever encrypt. Only operators encrypt. */
  allowDecrypting(reader: ServiceFunction): void {
    reader.addEnvironment('CREDENTIALS_KEY', this.arn);
    reader.addToRolePolicy(
      new PolicyStatement({
        actions: ['kms:Decrypt'],
        resources: [this.arn],
        conditions: { StringEquals: { 'kms:EncryptionContext:purpose': PURPOSE } },
      }),
    );
  }
}
