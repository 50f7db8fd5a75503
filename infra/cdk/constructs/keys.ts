/** The keys of a stage: for the secrets of webhook endpoints, for the checksum of API keys, and for the credentials of providers. */
import { RemovalPolicy, SecretValue, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Alias, type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { checksumSecretName, credentialsKeyAlias } from '#infra/cdk/stages.ts';
import { PURPOSE } from '#lib/payment/credentials.ts';
import type { ServiceFunction } from './service-function.ts';

/** `keepData` as for the table; `secondRegion`: where a copy is kept. */
type KeyProps = {
  keepData: boolean;
  secondRegion?: string | undefined;
  /** The ARN of one that is there, a replica of that in another Region. */
  adopted?: string | undefined;
};

/** A deployment that fails at the first attempt leaves nothing behind, whose name would then be taken. */
const kept = (keepData: boolean): RemovalPolicy =>
  keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

export class WebhookKey extends Construct {
  readonly arn: string;

  /** `keepData` as for the table: every secret that merchants hold is derived from the key. */
  constructor(scope: Construct, id: string, { keepData, secondRegion, adopted }: KeyProps) {
    super(scope, id);
    if (adopted) {
      this.arn = adopted;
      return;
    }
    const secret = new Secret(this, 'Secret', {
      description: 'The secrets of webhook endpoints are derived from it. Do not change it.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: kept(keepData),
      ...(secondRegion && { replicaRegions: [{ region: secondRegion }] }),
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'A new key would change the secret of every merchant; each rotates the own one by the API.',
    });
    this.arn = secret.secretArn;
  }

  /** Lets a function derive the secrets of endpoints. */
  allowSigning(signer: ServiceFunction): void {
    signer.addEnvironment('WEBHOOK_KEY_SECRET', this.arn);
    signer.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.arn] }));
  }
}

export class ApiKeyChecksum extends Construct {
  private readonly name: string;

  /** `keepData` as for the table: without the secret, no API key of any account holds. */
  constructor(scope: Construct, id: string, { keepData, secondRegion, isAdopted }: KeyProps & { isAdopted: boolean }) {
    super(scope, id);
    this.name = checksumSecretName(stageOf(this));
    if (isAdopted) return;
    const secret = new Secret(this, 'Secret', {
      secretName: this.name,
      description: 'Keys for the checksum of API keys, newest first, with a space between them.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: kept(keepData),
      ...(secondRegion && { replicaRegions: [{ region: secondRegion }] }),
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

export class CredentialsKey extends Construct {
  readonly arn: string;

  /** `keepData` as for the table: without the key, the credentials in it are lost. */
  constructor(
    scope: Construct,
    id: string,
    { keepData, isSingleRegion, adopted }: KeyProps & { isSingleRegion: boolean },
  ) {
    super(scope, id);
    if (adopted) {
      this.arn = adopted;
      new Alias(this, 'Alias', {
        aliasName: credentialsKeyAlias(stageOf(this)),
        targetKey: Key.fromKeyArn(this, 'Adopted', adopted) as IKey,
      });
      return;
    }
    const key = new Key(this, 'Key', {
      description: 'Encrypts the credentials of payment providers in the table of the stage.',
      alias: credentialsKeyAlias(stageOf(this)),
      enableKeyRotation: true,
      // It cannot be made one later, and in another Region nothing else decrypts a copy of the table.
      multiRegion: !isSingleRegion,
      removalPolicy: kept(keepData),
    });
    this.arn = key.keyArn;
  }

  /** Lets a function decrypt credentials, and nothing else that the key may ever encrypt. */
  allowDecrypting(reader: ServiceFunction): void {
    this.allow(reader, 'kms:Decrypt');
  }

  /** Only operators encrypt, and the rehearsal of a release, for its own provider. */
  allowEncrypting(writer: ServiceFunction): void {
    this.allow(writer, 'kms:Encrypt');
  }

  private allow(grantee: ServiceFunction, action: string): void {
    grantee.addEnvironment('CREDENTIALS_KEY', this.arn);
    grantee.addToRolePolicy(
      new PolicyStatement({
        actions: [action],
        resources: [this.arn],
        conditions: { StringEquals: { 'kms:EncryptionContext:purpose': PURPOSE } },
      }),
    );
  }
}
