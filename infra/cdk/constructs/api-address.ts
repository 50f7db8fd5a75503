/**
 * The gateway's identity, and with it the address of the service: it is in every message that was sent, so it outlives the
 * routes. Functions are told it, and the routes lead to functions, so routes and identity cannot be in one stack.
 */
import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
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
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { Settings } from '#infra/cdk/settings.ts';
import { stageOf } from '#infra/cdk/stacks/stage-stack.ts';

/** In the path of the gateway's own address. */
export const GATEWAY_STAGE = 'live';

export type ApiAddressProps = {
  /** The address for callers, if it is neither that of the domain nor the gateway's own. */
  baseUrl?: string | undefined;
  /** The name of the operator's own domain: the gateway's own address is then closed. */
  domain?: string | undefined;
};

export class ApiAddress extends Construct {
  readonly baseUrl: string;
  private readonly rest: CfnRestApi;
  /** Whether the gateway's own address is closed. */
  readonly isClosed: boolean;
  private readonly name: string;

  constructor(scope: Construct, id: string, { baseUrl, domain }: ApiAddressProps) {
    super(scope, id);
    this.isClosed = domain !== undefined;
    this.name = `collections-${stageOf(this)}`;
    this.rest = new CfnRestApi(this, 'Rest', {
      name: this.name,
      // In bytes, where the caller accepts it. A page of a list shrinks to a sixth; what is smaller than a packet gains nothing.
      minimumCompressionSize: 1024,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // Else callers could go past what stands before the domain.
      disableExecuteApiEndpoint: this.isClosed,
    });
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

type CustomDomainProps = { domain: NonNullable<Settings['domain']>; restApi: IRestApi; stage: Stage };

export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, restApi, stage }: CustomDomainProps) {
    super(scope, id);
    const domainName = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      // TLS 1.2 with forward secrecy, or 1.3.
      securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
      // Such a policy requires a mode; this one refuses whoever cannot keep to the policy.
      endpointAccessMode: EndpointAccessMode.STRICT,
    });
    new BasePathMapping(this, 'Mapping', { domainName, restApi, stage });
    new CfnOutput(scope, 'DomainTarget', {
      value: domainName.domainNameAliasDomainName,
      description: `To which the DNS record of ${domain.name} points`,
    }).overrideLogicalId('DomainTarget');
  }
}
