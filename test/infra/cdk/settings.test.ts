/** The settings of a deployment in the template. */
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { CERTIFICATE, WEB_ACL } from './settings-to-test.ts';
import { stackOf } from './stack-of.ts';

describe('the settings of a deployment', () => {
  const template = stackOf('many');

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
    template.resourcePropertiesCountIs(
      'AWS::Lambda::Function',
      { Environment: { Variables: variables } },
      new Set([...ROUTES, ...CONSOLE_ROUTES].map(({ operation }) => operation)).size,
    );
    for (const refused of [
      { perSecond: 0, burst: 20 },
      { perSecond: 1, burst: 0.5 },
    ])
      expect(() => readSettings('mine', { accountRequests: refused })).toThrow('accountRequests.');
  });

  it('throttle is what the gateway takes of all callers together', () => {
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      MethodSettings: [Match.objectLike({ ThrottlingRateLimit: 40, ThrottlingBurstLimit: 60 })],
    });
  });

  it('every setting is optional: without them there is no email subscription and no firewall', () => {
    const plain = stackOf('plain');
    plain.resourcePropertiesCountIs('AWS::SNS::Subscription', { Protocol: 'email' }, 0);
    plain.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    expect(plain.toJSON()['Outputs']).toHaveProperty('TableName');
  });
});

describe('a domain of the operator', () => {
  const template = stackOf('domain');

  it('a domain is the address of the service, leads to its gateway with a strict TLS policy, and says where DNS must point', () => {
    template.hasOutput('ApiUrl', { Value: 'https://collect.example' });
    template.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'collect.example',
      RegionalCertificateArn: CERTIFICATE,
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
    template.resourceCountIs('AWS::ApiGateway::BasePathMapping', 1);
    expect(template.toJSON()['Outputs']).toHaveProperty('DomainTarget');
  });

  it('with a domain the gateway’s own address is closed, by a deployment of its own', () => {
    const deployments = (each: typeof template) => Object.keys(each.findResources('AWS::ApiGateway::Deployment'));
    const plain = stackOf('plain');
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
    plain.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: false });
    expect(deployments(template)).not.toEqual(deployments(plain));
  });
});

describe('a firewall of the service’s own', () => {
  it('a firewall refuses bad addresses, known attacks and a flood from one address, without the rules that break the API', () => {
    const template = stackOf('ownFirewall');
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
    const template = stackOf('twoFirewalls');
    template.resourceCountIs('AWS::WAFv2::WebACL', 0);
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: WEB_ACL });
  });
});
