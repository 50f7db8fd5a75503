/** The key from which the secrets of all webhook endpoints are derived. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

export class WebhookKey extends Construct {
  private readonly secret: Secret;

  /** `keepData` as for the table: every secret that merchants hold is derived from the key. */
  constructor(scope: Construct, id: string, { keepData }: { keepData: boolean }) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: 'The secrets of webhook endpoints are derived from it. Do not change it.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'A new key would change the secret of every merchant; each rotates the own one by the API.',
    });
  }

  /** Lets a function derive the secrets of endpoints. */
  allowSigning(signer: ServiceFunction): void {
    signer.addEnvironment('WEBHOOK_KEY_SECRET', this.secret.secretArn);
    signer.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.secret.secretArn] }),
    );
  }
}
