/** The REST API: every route goes to its own function, and all other requests to `not-found`. */
import { Stack, Validations } from 'aws-cdk-lib';
import { EndpointType, LambdaIntegration, Resource, RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Route } from '#lib/contract/routes.ts';
import { accessLog } from './access-log.ts';
import type { Alarms } from './alarms.ts';
import { envelopeGatewayResponses } from './gateway-responses.ts';

const STAGE = 'live';

const ACKNOWLEDGED = {
  'AwsSolutions-APIG2':
    'The functions validate, because only they can list every fault of a body at once, in the envelope.',
  'AwsSolutions-APIG3': 'A firewall costs money every month, so the operator decides: `-c webAclArn=…` attaches one.',
  'AwsSolutions-APIG4':
    'The functions check the API key together with their first read, so that a revoked key fails at once.',
  'AwsSolutions-APIG6':
    'Execution logs may contain requests; the access log has the status, latency and failure of each.',
  'AwsSolutions-COG4': 'Callers are servers with API keys, not people who sign in.',
};

export type PublicApiProps = {
  /** The address for callers, if it is not the gateway's own. */
  baseUrl?: string | undefined;
  webAclArn?: string | undefined;
  alarms: Alarms;
};

export class PublicApi extends Construct {
  readonly rest: RestApi;
  readonly baseUrl: string;

  constructor(scope: Construct, id: string, { baseUrl, webAclArn, alarms }: PublicApiProps) {
    super(scope, id);
    this.rest = new RestApi(this, 'Rest', {
      restApiName: 'collections',
      endpointTypes: [EndpointType.REGIONAL],
      // The role belongs to the account and Region, and outlives this stack: it has a stack of its own.
      cloudWatchRole: false,
      deployOptions: {
        stageName: STAGE,
        throttlingRateLimit: 1000,
        throttlingBurstLimit: 2000,
        // The gateway's segments would hold addresses, and with them the links that customers pay by.
        tracingEnabled: false,
        ...accessLog(this),
      },
    });
    const { region, urlSuffix } = Stack.of(this);
    // Not the stage's own URL: the stage depends on the functions, which depend on this value.
    this.baseUrl = baseUrl ?? `https://${this.rest.restApiId}.execute-api.${region}.${urlSuffix}/${STAGE}`;
    envelopeGatewayResponses(this.rest);
    if (webAclArn)
      new CfnWebACLAssociation(this, 'Firewall', { resourceArn: this.rest.deploymentStage.stageArn, webAclArn });
    this.watch(alarms);
    this.acknowledge();
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
  }

  private watch(alarms: Alarms): void {
    alarms.watch(this, 'ServerErrors', {
      metric: this.rest.metricServerError({ statistic: 'Sum' }),
      threshold: 5,
      impact: 'Callers get 5xx answers: collections may not be recorded or found.',
    });
    alarms.watch(this, 'Slow', {
      metric: this.rest.metricLatency({ statistic: 'p99' }),
      threshold: 3000,
      periods: 3,
      impact: 'One caller in a hundred waits more than three seconds for an answer.',
    });
  }

  private acknowledge(): void {
    for (const [rule, reason] of Object.entries(ACKNOWLEDGED)) Validations.of(this).acknowledge({ id: rule, reason });
  }
}

/** One permission for the whole API: one for each method would exceed the size limit of a function's policy. */
const integration = (target: IFunction): LambdaIntegration =>
  new LambdaIntegration(target, { scopePermissionToMethod: false });
