/** One Lambda function: a small bundle, logs, traces and alarms, and a role of its own that is granted each permission. */
import { join } from 'node:path';
import { type Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type EventInvokeConfigOptions,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BUNDLE_OPTIONS } from '#infra/bundling/options.ts';
import type { Alarms } from './alarms.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const BUNDLING: BundlingOptions = {
  format: OutputFormat.CJS,
  target: BUNDLE_OPTIONS.target,
  minify: BUNDLE_OPTIONS.minify,
  mainFields: [...BUNDLE_OPTIONS.mainFields],
  bundleAwsSDK: true,
  logLevel: LogLevel.WARNING,
  esbuildArgs: Object.fromEntries(Object.entries(BUNDLE_OPTIONS.alias).map(([from, to]) => [`--alias:${from}`, to])),
};

export type ServiceFunctionProps = {
  /** Its file, from the root of the repository. */
  entry: string;
  environment: Record<string, string>;
  timeout: Duration;
  alarms: Alarms;
  /** What people notice while it fails, as a sentence. */
  impact: string;
  /** Retries and the queue for asynchronous invocations. */
  background?: EventInvokeConfigOptions;
};

export class ServiceFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { entry, environment, timeout, alarms, impact, background } = props;
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      entry: join(ROOT, entry),
      projectRoot: ROOT,
      depsLockFilePath: join(ROOT, 'package-lock.json'),
      bundling: BUNDLING,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 1024,
      timeout,
      environment,
      awsSdkConnectionReuse: false,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      ...background,
    });
    alarms.watch(this, 'Failed', { metric: this.metricErrors(), threshold: 1, impact });
    alarms.watch(this, 'Throttled', { metric: this.metricThrottles(), threshold: 1, impact });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray accepts trace segments only for the resource "*".',
    });
  }
}
