/** The REST API: every route goes to its own function, and all other requests to `not-found`. */
import { Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  AwsIntegration,
  CfnGatewayResponse,
  CfnMethod,
  Deployment,
  type IRestApi,
  LogGroupLogDestination,
  Resource,
  Stage,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { domainsOf, makesRecords, type Settings } from '#infra/cdk/settings.ts';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';
import { methodsOf, type Route } from '#lib/contract/routes.ts';
import { METRIC_NAMESPACE, SERVICE } from '#lib/log.ts';
import { type Alarms, counted } from './alarms.ts';
import { type ApiAddress, addDomains, GATEWAY_STAGE } from './api-address.ts';
import { Firewall } from './firewall.ts';
import { envelopeGatewayResponses, throttledPaths } from './gateway-responses.ts';

const FIELDS = {
  requestId: '$context.requestId',
  // A caller can choose the former; this one only the gateway makes.
  extendedRequestId: '$context.extendedRequestId',
  time: '$context.requestTime',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  refusedAs: '$context.error.responseType',
  integrationError: '$context.integration.error',
  firewall: '$context.wafResponseCode',
  tlsVersion: '$context.tlsVersion',
  bytes: '$context.responseLength',
};

type AccessLog = { options: StageOptions; refused: Metric };

/** The log of requests, and how many of them were refused as too many: the gateway itself has no such metric. */
function accessLog(scope: Construct): AccessLog {
  const group = new LogGroup(scope, 'AccessLogs', {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const ours = { service: SERVICE, stage: stageOf(scope) };
  const refused = new MetricFilter(scope, 'Refused', {
    logGroup: group,
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: METRIC_NAMESPACE,
    metricName: 'requests_refused',
    dimensions: { Service: '$.service', Stage: '$.stage' },
  });
  const options = {
    accessLogDestination: new LogGroupLogDestination(group),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify({ ...ours, ...FIELDS })),
  };
  return {
    options,
    refused: refused.metric({ statistic: 'Sum', dimensionsMap: { Service: ours.service, Stage: ours.stage } }),
  };
}

const ACKNOWLEDGED = {
  'AwsSolutions-APIG4':
    'The functions check the API key together with their first read, so that a revoked key fails at once.',
  'AwsSolutions-APIG6':
    'Execution logs may contain requests; the access log has the status, latency and failure of each.',
  'AwsSolutions-COG4': 'Callers have API keys, and the console has sessions of its own, which the functions check.',
};

const WITHOUT_FIREWALL = 'A firewall costs money every month, and this stage is set to be without one.';

export type PublicApiProps = {
  address: ApiAddress;
  settings: Pick<Settings, 'adoptKeys' | 'domain' | 'firewall' | 'webAclArn' | 'throttle'>;
  alarms: Alarms;
  /** The construct that has the gateway's permissions to call functions: its own stack would have too many resources. */
  permissions: Construct;
};

export class PublicApi extends Construct {
  readonly stage: Stage;
  private readonly rest: IRestApi;
  private readonly deployment: Deployment;
  private readonly refused: Metric;
  private readonly alarms: Alarms;
  private readonly permissions: Construct;

  constructor(scope: Construct, id: string, { address, settings, alarms, permissions }: PublicApiProps) {
    super(scope, id);
    const { throttle } = settings;
    this.alarms = alarms;
    this.permissions = permissions;
    this.rest = address.in(this, 'Rest');
    this.deployment = new Deployment(this, 'Deployment', { api: this.rest });
    const { options, refused } = accessLog(this);
    this.refused = refused;
    this.stage = new Stage(this, 'Stage', {
      deployment: this.deployment,
      stageName: GATEWAY_STAGE,
      throttlingRateLimit: throttle.ratePerSecond,
      throttlingBurstLimit: throttle.burst,
      // The gateway's segments would hold addresses, and with them the links that customers pay by.
      tracingEnabled: false,
      methodOptions: throttledPaths(throttle),
      ...options,
    });
    envelopeGatewayResponses(this.rest);
    this.protect(settings);
    addDomains(this, domainsOf(settings), {
      restApi: this.rest,
      stage: this.stage,
      makesRecords: makesRecords(settings),
    });
    // Whether the gateway's own address is closed takes effect with a deployment.
    this.deployment.addToLogicalId({ isClosed: address.isClosed });
    this.watch();
    for (const [rule, reason] of Object.entries(ACKNOWLEDGED)) Validations.of(this).acknowledge({ id: rule, reason });
  }

  private protect({ firewall, webAclArn, throttle }: PublicApiProps['settings']): void {
    const { stageArn } = this.stage;
    if (webAclArn) new CfnWebACLAssociation(this, 'Firewall', { resourceArn: stageArn, webAclArn });
    else if (firewall)
      new Firewall(this, 'Firewall', { stageArn, ratePerSecond: throttle.ratePerSecond, alarms: this.alarms });
    else Validations.of(this).acknowledge({ id: 'AwsSolutions-APIG3', reason: WITHOUT_FIREWALL });
  }

  /** Sends one route to its function. */
  serve(route: Route, operation: IFunction): void {
    const resource = this.rest.root.resourceForPath(route.path);
    const answer = this.integration(operation);
    for (const method of methodsOf(route)) resource.addMethod(method, answer);
  }

  /** Sends every other request to `notFound`, including a wrong method on a known path. Call it last. */
  serveTheRest(notFound: IFunction): void {
    this.rest.root.addResource('{proxy+}');
    const answer = this.integration(notFound);
    this.rest.root.addMethod('ANY', answer);
    for (const construct of this.rest.node.findAll())
      if (construct instanceof Resource) construct.addMethod('ANY', answer);
    this.deployWhatChanged();
  }

  /** A gateway answers by its latest deployment, and CloudFormation makes a new one only under a new id. */
  private deployWhatChanged(): void {
    this.deployment.node.addDependency(this.rest);
    for (const part of this.rest.node.findAll()) {
      if (part instanceof CfnMethod) {
        const { httpMethod, resourceId, integration } = part;
        this.deployment.addToLogicalId({ httpMethod, resourceId, integration });
      }
      if (part instanceof CfnGatewayResponse) {
        const { responseType, statusCode, responseParameters, responseTemplates } = part;
        this.deployment.addToLogicalId({ responseType, statusCode, responseParameters, responseTemplates });
      }
    }
  }

  /** One permission for the whole API: one for each method would exceed the size limit of a function's policy. */
  private integration(target: IFunction): AwsIntegration {
    const id = `Call${Names.uniqueId(target)}`;
    if (this.permissions.node.tryFindChild(id) === undefined)
      target.addPermission(id, {
        scope: this.permissions,
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.rest.arnForExecuteApi('*', '/*', '*'),
      });
    return new AwsIntegration({
      service: 'lambda',
      path: `2015-03-31/functions/${target.functionArn}/invocations`,
      proxy: true,
    });
  }

  private watch(): void {
    const { alarms } = this;
    alarms.watch(this, 'ServerErrors', {
      metric: this.stage.metricServerError({ statistic: 'Sum' }),
      threshold: 5,
      impact: 'Callers get 5xx answers: collections may not be recorded or found.',
    });
    alarms.watch(this, 'RequestFailed', {
      metric: counted(this, 'request_failed'),
      threshold: 1,
      impact: 'A request failed by a fault of our own: its caller got a 5xx answer, or a page that asks to try again.',
    });
    alarms.watch(this, 'TooMany', {
      metric: this.refused,
      threshold: 100,
      impact: 'Callers are answered 429: one of them asks too often, or the limits of the stage are too low.',
    });
    alarms.watch(this, 'Slow', {
      metric: this.stage.metricLatency({ statistic: 'p99' }),
      threshold: 3000,
      periods: 3,
      impact: 'One caller in a hundred waits more than three seconds for an answer.',
    });
  }
}
