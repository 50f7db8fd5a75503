/**
 * One Lambda function: a small bundle, logs and alarms, and a role of its own that is granted each permission. Whatever
 * invokes it invokes its alias, which a release moves from the version before to the new one.
 */
import { join } from 'node:path';
import { AssetHashType, DockerImage, type Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { type IRole, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  Code,
  type EventInvokeConfigOptions,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { bundle } from '#infra/bundling/bundle.ts';
import { stageOf, tracesOf } from '#infra/cdk/stacks/stage-stack.ts';
import type { Alarms } from './alarms.ts';
import { InlineRole } from './inline-role.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Not CDK's `NodejsFunction`, which makes one file of each function. */
const codeOf = (entry: string): Code =>
  Code.fromAsset(ROOT, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Never asked for: the bundle is made here. The command tells one function's bundle from another's.
      image: DockerImage.fromRegistry('none'),
      command: ['bundle', entry],
      local: {
        tryBundle: (folder) => {
          bundle(entry, folder);
          return true;
        },
      },
    },
  });

export type ServiceFunctionProps = {
  /** Its file, from the root of the repository. */
  entry: string;
  environment: Record<string, string>;
  timeout: Duration;
  alarms: Alarms;
  /** In which its alarm is, if not beside it: a stack holds 500 resources. */
  watchedIn?: Construct | undefined;
  /** What people notice while it fails, as a sentence. */
  impact: string;
  /** Retries and the queue for asynchronous invocations. */
  background?: EventInvokeConfigOptions;
  /** It spends most of its time waiting for others, where memory and processor cost and bring nothing. */
  waits?: true;
  /** How much of the account's concurrency is kept for it; it cannot have more, then. */
  reserved?: number | undefined;
};

export class ServiceFunction extends LambdaFunction {
  readonly alias: Alias;
  /** It is on while the function fails. */
  readonly failed: Alarm;
  /** What people notice while it fails, as a sentence. */
  readonly impact: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { entry, environment, timeout, alarms, watchedIn, impact, background, waits, reserved } = props;
    const role = new InlineRole(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      code: codeOf(entry),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: waits ? 512 : 1024,
      timeout,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      environment: { ...environment, STAGE: stageOf(scope) },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: tracesOf(scope) ? Tracing.ACTIVE : Tracing.DISABLED,
      // An operator can move the alias back to any of them.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    // As elsewhere, CDK's types are not compatible under exactOptionalPropertyTypes.
    const version = this.currentVersion as IVersion;
    this.alias = new Alias(this, 'Live', { aliasName: 'live', version, ...background });
    this.impact = impact;
    const watching = watchedIn ? new Construct(watchedIn, id) : this;
    this.failed = alarms.watch(watching, 'Failed', { metric: this.metricErrors(), threshold: 1, impact });
    if (!tracesOf(scope)) return;
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray accepts trace segments only for the resource "*".',
    });
  }

  /** What is invoked. */
  get live(): IFunction {
    return this.alias as IFunction;
  }

  /** Lets a topic of SNS invoke it. */
  subscribeTo(topic: Topic, undelivered: IQueue): void {
    topic.addSubscription(new LambdaSubscription(this.live, { deadLetterQueue: undelivered }));
    const reason = 'SNS takes the alias of a function in place of the function.';
    Validations.of(this).acknowledge({ id: 'CloudFormation-Validate::W3694', reason });
  }
}

/** Accepts only this pattern: the finding has it in the form of the template. */
export function acknowledgeWildcard({ role }: { role?: IRole | undefined }, arn: string, reason: string): void {
  if (role === undefined) return;
  const pattern = partsOf(Stack.of(role).resolve(arn)).join('');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${pattern}]`, reason });
}

type JoinToken = { 'Fn::Join': [separator: '', parts: (string | { Ref: string } | { 'Fn::GetAtt': string[] })[]] };

const partsOf = (resolved: string | JoinToken): string[] =>
  typeof resolved === 'string'
    ? [resolved]
    : resolved['Fn::Join'][1].map((part) => {
        if (typeof part === 'string') return part;
        return `<${'Ref' in part ? part.Ref : part['Fn::GetAtt'].join('.')}>`;
      });
