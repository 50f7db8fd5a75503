/**
 * The gateway's identity, and with it the address of the service: it is in every message that was sent, so it outlives the
 * routes. Functions are told it, and the routes lead to functions, so routes and identity cannot be in one stack.
 */
import { CfnOutput, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  BasePathMapping,
  CfnRestApi,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  type IRestApi,
  RestApi,
  SecurityPolicy,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '#infra/cdk/settings.ts';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';

/** In the path of the gateway's own address. */
export const GATEWAY_STAGE = 'live';

export type ApiAddressProps = {
  /** As for the table: the id of the gateway is in every message that was sent without a domain. */
  keepData: boolean;
  /** The address for callers, if it is neither that of the domain nor the gateway's own. */
  baseUrl?: string | undefined;
  /** The name of the operator's own domain. */
  domain?: string | undefined;
  /** Whether the gateway's own address is closed: links that were sent with it lead nowhere any more. */
  closesGateway?: boolean | undefined;
};

export class ApiAddress extends Construct {
  readonly baseUrl: string;
  private readonly rest: CfnRestApi;
  /** Whether the gateway's own address is closed. */
  readonly isClosed: boolean;
  private readonly name: string;

  constructor(scope: Construct, id: string, { keepData, baseUrl, domain, closesGateway = false }: ApiAddressProps) {
    super(scope, id);
    this.isClosed = closesGateway;
    this.name = `collections-${stageOf(this)}`;
    this.rest = new CfnRestApi(this, 'Rest', {
      name: this.name,
      // In bytes, where the caller accepts it. A page of a list shrinks to a sixth; what is smaller than a packet gains nothing.
      minimumCompressionSize: 1024,
      // For logos. By the first type that a caller accepts the gateway knows whether to decode an answer, and browsers, mail
      // programs and their proxies all name others: so it takes every type for binary, and hands bodies to functions in base64.
      binaryMediaTypes: ['*/*'],
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      disableExecuteApiEndpoint: this.isClosed,
    });
    if (keepData) this.rest.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    const { region, urlSuffix } = Stack.of(this);
    const own = domain && `https://${domain}`;
    this.baseUrl = baseUrl ?? own ?? `https://${this.rest.ref}.execute-api.${region}.${urlSuffix}/${GATEWAY_STAGE}`;
    Validations.of(this.rest).acknowledge({
      id: 'AwsSolutions-APIG2',
      reason: 'The functions validate, because only they can list every fault of a body at once, in the envelope.',
    });
  }

  /** The same API in another stack, to give it routes. */
  in(scope: Construct, id: string): IRestApi {
    const { ref, attrRootResourceId } = this.rest;
    return RestApi.fromRestApiAttributes(scope, id, {
      restApiId: ref,
      rootResourceId: attrRootResourceId,
      restApiName: this.name,
    });
  }
}

type DeployedStage = { restApi: IRestApi; stage: Stage; makesRecords: boolean };

/**
 * All domains of the stage. The oldest has the id that a single one had, and each other one its name in its id: a name that is
 * no longer the first keeps its resource, because two cannot have the same name at once.
 */
export function addDomains(scope: Construct, domains: readonly DomainSettings[], addressed: DeployedStage): void {
  for (const [at, domain] of domains.entries()) {
    const id = at === domains.length - 1 ? 'Domain' : `Domain-${domain.name}`;
    const { target, zone } = new CustomDomain(scope, id, { domain, ...addressed });
    if (at === 0)
      new CfnOutput(scope, `${id}TargetZone`, {
        value: zone,
        description: 'The hosted zone of that target, for an alias record',
      }).overrideLogicalId('DomainTargetZone');
    new CfnOutput(scope, `${id}Target`, {
      value: target,
      description: `To which the DNS record of ${domain.name} points`,
    }).overrideLogicalId(`DomainTarget${at === 0 ? '' : at}`);
  }
}

class CustomDomain extends Construct {
  readonly target: string;
  /** Of the target: API Gateway has one in each Region. */
  readonly zone: string;

  constructor(
    scope: Construct,
    id: string,
    { domain, restApi, stage, makesRecords }: DeployedStage & { domain: DomainSettings },
  ) {
    super(scope, id);
    const { name, certificateArn, zone } = domain;
    const hosted =
      zone && HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: zone.id, zoneName: zone.name });
    const certificate = certificateArn
      ? Certificate.fromCertificateArn(this, 'Certificate', certificateArn)
      : new Certificate(this, 'Certificate', { domainName: name, validation: CertificateValidation.fromDns(hosted) });
    const domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate,
      endpointType: EndpointType.REGIONAL,
      // TLS 1.2 with forward secrecy, or 1.3.
      securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
      // Such a policy requires a mode; this one refuses whoever cannot keep to the policy.
      endpointAccessMode: EndpointAccessMode.STRICT,
    });
    new BasePathMapping(this, 'Mapping', { domainName, restApi, stage });
    this.target = domainName.domainNameAliasDomainName;
    this.zone = domainName.domainNameAliasHostedZoneId;
    if (hosted && makesRecords)
      new ARecord(this, 'Record', {
        zone: hosted,
        recordName: `${name}.`,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domainName)),
      });
  }
}
