/** The operator's own domain for the API. A DNS record of the operator points it at the output `DomainTarget`. */
import { CfnOutput } from 'aws-cdk-lib';
import {
  BasePathMapping,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  type IRestApi,
  SecurityPolicy,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Construct } from 'constructs';
import type { Settings } from '#infra/cdk/settings.ts';

export type CustomDomainProps = { domain: NonNullable<Settings['domain']>; restApi: IRestApi; stage: Stage };

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
