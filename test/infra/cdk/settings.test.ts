/** The settings of a deployment in the template. */
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { stackWith } from './stack-with.ts';

const WEB_ACL = 'arn:aws:wafv2:eu-west-1:111111111111:regional/webacl/one/1';

describe('the settings of a deployment', () => {
  const template = stackWith({
    baseUrl: 'https://collect.example/',
    alarmEmail: 'ops@collect.example',
    webAclArn: WEB_ACL,
    keepData: false,
  });

  it('baseUrl is the address in every function and in the output, without its last slash', () => {
    const baseUrl = 'https://collect.example';
    template.allResourcesProperties('AWS::Lambda::Function', { Environment: { Variables: { BASE_URL: baseUrl } } });
    template.hasOutput('ApiUrl', { Value: baseUrl });
  });

  it('alarmEmail subscribes to the alarms', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@collect.example' });
  });

  it('webAclArn attaches a firewall to the stage', () => {
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: WEB_ACL });
  });

  it('keepData: false lets a temporary stage delete its table', () => {
    template.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'Delete',
      Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
    });
  });

  it('accountRequests limits what one account may ask a process, for functions with an API key or a session and for no other', () => {
    const variables = { ACCOUNT_REQUESTS_PER_SECOND: '5', ACCOUNT_REQUESTS_BURST: '20' };
    const limited = stackWith({ accountRequests: { perSecond: 5, burst: 20 } });
    limited.resourcePropertiesCountIs(
      'AWS::Lambda::Function',
      { Environment: { Variables: variables } },
      new Set([...ROUTES, ...CONSOLE_ROUTES].map(({ operation }) => operation)).size,
    );
    for (const refused of [
      { perSecond: 0, burst: 20 },
      { perSecond: 1, burst: 0.5 },
    ])
      expect(() => stackWith({ accountRequests: refused })).toThrow('accountRequests.');
  });

  it('throttle is what the gateway takes of all callers together', () => {
    stackWith({ throttle: { ratePerSecond: 40, burst: 60 } }).hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: [Match.objectLike({ ThrottlingRateLimit: 40, ThrottlingBurstLimit: 60 })],
    });
  });

  it('every setting is optional: without them there is no email subscription and no firewall', () => {
    const plain = stackWith({});
    plain.resourcePropertiesCountIs('AWS::SNS::Subscription', { Protocol: 'email' }, 0);
    plain.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    expect(plain.toJSON()['Outputs']).toHaveProperty('TableName');
  });
});

describe('a domain of the operator', () => {
  const certificateArn = 'arn:aws:acm:eu-west-1:111111111111:certificate/one';
  const template = stackWith({ domain: { name: 'collect.example', certificateArn } });

  it('a domain is the address of the service, leads to its gateway with a strict TLS policy, and says where DNS must point', () => {
    template.hasOutput('ApiUrl', { Value: 'https://collect.example' });
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'collect.example',
      RegionalCertificateArn: certificateArn,
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
    template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
    expect(template.toJSON()['Outputs']).toHaveProperty('DomainTarget');
  });

  it('with a domain the gateway’s own address is closed, by a deployment of its own', () => {
    const deployments = (each: typeof template) => Object.keys(each.findResources('AWS::ApiGateway::Deployment'));
    const plain = stackWith({});
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
    plain.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: false });
    expect(deployments(template)).not.toEqual(deployments(plain));
  });
});

describe('a firewall of the service’s own', () => {
  it('a firewall refuses bad addresses, known attacks and a flood from one address, without the rules that break the API', () => {
    const template = stackWith({ firewall: true, throttle: { ratePerSecond: 100 } });
    const [acl] = Object.values(template.findResources('AWS::WAFv2::WebACL'));
    const rules: Record<string, Record<string, Record<string, unknown>>>[] = acl?.['Properties'].Rules;
    expect(rules.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'RateOfOneAddress',
    ]);
    expect(rules.at(-1)?.['Statement']?.['RateBasedStatement']).toMatchObject({ EvaluationWindowSec: 60, Limit: 3000 });
    expect(JSON.stringify(acl)).not.toMatch(/CommonRuleSet|"SampledRequestsEnabled":true/);
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  });

  it('a firewall that exists is used in place of one of the service’s own', () => {
    const template = stackWith({ firewall: true, webAclArn: WEB_ACL });
    template.resourceCountIs('AWS::WAFv2::WebACL', 0);
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: WEB_ACL });
  });
});
