/** The REST API: every route goes to its own function, and all other requests to `not-found`. */
import { Validations } from 'aws-cdk-lib';
import {
  CfnGatewayResponse,
  CfnMethod,
  Deployment,
  type IRestApi,
  LambdaIntegration,
  Resource,
  Stage,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Route } from '#lib/contract/routes.ts';
import { accessLog } from './access-log.ts';
import type { Alarms } from './alarms.ts';
import { type ApiAddress, GATEWAY_STAGE } from './api-address.ts';
import { envelopeGatewayResponses } from './gateway-responses.ts';

const ACKNOWLEDGED = {
  'AwsSolutions-APIG3':
    'A firewall costs money every month, so each stage says in `infra/stages.ts` whether it has one.',
  'AwsSolutions-APIG4':
    'The functions check the API key together with their first read, so that a revoked key fails at once.',
  'AwsSolutions-APIG6':
    'Execution logs may contain requests; the access log has the status, latency and failure of each.',
  'AwsSolutions-COG4': 'Callers are servers with API keys, not people who sign in.',
};

export type PublicApiProps = {
  address: ApiAddress;
  webAclArn?: string | undefined;
  alarms: Alarms;
};

export class PublicApi extends Construct {
  readonly stage: Stage;
  private readonly rest: IRestApi;
  private readonly deployment: Deployment;

  constructor(scope: Construct, id: string, { address, webAclArn, alarms }: PublicApiProps) {
    super(scope, id);
    this.rest = address.in(this, 'Rest');
    this.deployment = new Deployment(this, 'Deployment', { api: this.rest });
    this.stage = new Stage(this, 'Stage', {
      deployment: this.deployment,
      stageName: GATEWAY_STAGE,
      throttlingRateLimit: 1000,
      throttlingBurstLimit: 2000,
      // The gateway's segments would hold addresses, and with them the links that customers pay by.
      tracingEnabled: false,
      ...accessLog(this),
    });
    envelopeGatewayResponses(this.rest);
    if (webAclArn) new CfnWebACLAssociation(this, 'Firewall', { resourceArn: this.stage.stageArn, webAclArn });
    this.watch(alarms);
    for (const [rule, reason] of Object.entries(ACKNOWLEDGED)) Validations.of(this).acknowledge({ id: rule, reason });
  }

  /** Sends one route to its function. */
  serve({ path, method }: Route, operation: IFunction): void {
    this.rest.root.resourceForPath(path).addMethod(method, integration(operation));
  }

  /** Sends every other request to `notFound`, including a wrong method on a known path. Call it last. */
  serveTheRest(notFound: IFunction): void {
    this.rest.root.addResource('{proxy+}');
    const answer = integration(notFound);
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

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'ServerErrors', {
      metric: this.stage.metricServerError({ statistic: 'Sum' }),
      threshold: 5,
      impact: 'Callers get 5xx answers: collections may not be recorded or found.',
    });
    alarms.watch(this, 'Slow', {
      metric: this.stage.metricLatency({ statistic: 'p99' }),
      threshold: 3000,
      periods: 3,
      impact: 'One caller in a hundred waits more than three seconds for an answer.',
    });
  }
}

/** One permission for the whole API: one for each method would exceed the size limit of a function's policy. */
const integration = (target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, { scopePermissionToMethod: false });
