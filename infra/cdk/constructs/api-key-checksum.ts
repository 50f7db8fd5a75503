/** The keys for the checksum of API keys: a forged API key is refused before anything is read. */
import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { checksumSecretName } from '#infra/cdk/stage-names.ts';
import type { ServiceFunction } from './service-function.ts';

export class ApiKeyChecksum extends Construct {
  private readonly name: string;

  /** `keepData` as for the table: without the secret, no API key of any account holds. */
  constructor(scope: Construct, id: string, { keepData }: { keepData: boolean }) {
    super(scope, id);
    this.name = checksumSecretName(stageOf(this));
    const secret = new Secret(this, 'Secret', {
      secretName: this.name,
      description: 'Keys for the checksum of API keys, newest first, with a space between them.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'A new key is of use only when API keys are made with it, so an operator adds it: the runbook says how.',
    });
  }

  /**
   * Lets a function tell our API keys from forged ones. CloudFormation writes the keys into the environment, because a read at
   * a cold start would delay every first answer, and who learns them gains no access: docs/decisions/0002-key-check-in-the-handler.md.
   */
  allowChecking(checker: ServiceFunction): void {
    checker.addEnvironment('API_KEY_CHECKSUM_KEYS', SecretValue.secretsManager(this.name).unsafeUnwrap());
  }
}
