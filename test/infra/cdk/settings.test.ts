/** The settings of a deployment in the template. */
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { CONSOLE_ROUTES, OUTER_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { CERTIFICATE, stackOf, templatesOf, WEB_ACL } from './stack-of.ts';
import type { Properties } from './template.ts';

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
      MethodSettings: Match.arrayWith([
        Match.objectLike({ HttpMethod: '*', ThrottlingRateLimit: 40, ThrottlingBurstLimit: 60 }),
      ]),
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

  it('the gateway’s own address, which is in messages and at providers, stays open unless it is closed, by a deployment of its own', () => {
    const deployments = (each: typeof template) => Object.keys(each.findResources('AWS::ApiGateway::Deployment'));
    const plain = stackOf('plain');
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
    for (const open of [plain, renamed])
      open.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: false });
    expect(deployments(template)).not.toEqual(deployments(plain));
  });

  const renamed = stackOf('renamed');
  /** The id of the resource that makes a name lead to the gateway. */
  const resourceOf = (each: typeof template, DomainName: string): string | undefined =>
    Object.keys(each.findResources('AWS::ApiGateway::DomainName', { Properties: { DomainName } }))[0];

  it('a domain that gets another name keeps the one before, with the same resource', () => {
    renamed.hasOutput('ApiUrl', { Value: 'https://pay.example' });
    renamed.resourceCountIs('AWS::ApiGateway::BasePathMapping', 2);
    expect(resourceOf(renamed, 'collect.example')).toBe(resourceOf(template, 'collect.example'));
    expect(resourceOf(renamed, 'pay.example')).toMatch(/payexample/);
    for (const target of ['DomainTarget', 'DomainTarget1']) expect(renamed.toJSON()['Outputs']).toHaveProperty(target);
  });

  it('in a zone of Route 53 the stack makes the certificate, the record of the domain, and the identity of the emails', () => {
    renamed.hasResourceProperties('AWS::CertificateManager::Certificate', { DomainName: 'pay.example' });
    renamed.hasResourceProperties('AWS::Route53::RecordSet', { Type: 'A', Name: 'pay.example.', HostedZoneId: 'Z1' });
    renamed.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'pay.example' });
    // SES gives each Region three of its own.
    renamed.resourcePropertiesCountIs('AWS::Route53::RecordSet', { Type: 'CNAME' }, 6);
    expect(() => readSettings('mine', { domain: { name: 'a.example' } })).toThrow('a.example needs a certificateArn');
  });
});

const theOnlyIn = (stack: Template, type: string): Record<string, unknown> => {
  const found = Object.values(stack.findResources(type));
  expect(found).toHaveLength(1);
  return found[0]?.['Properties'];
};

/** By what a resource may be there only once. */
const NAMES = ['Name', 'EmailIdentity', 'BackupVaultName', 'SecretName'];

const namesIn = (templates: readonly object[], types: readonly string[]): string[] =>
  templates.flatMap((template) =>
    Object.values((template as { Resources: Record<string, Properties> }).Resources)
      .filter(({ Type }) => types.includes(Type))
      .map(({ Type, Properties: found }) =>
        JSON.stringify(NAMES.map((name) => found[name]).find((name) => name !== undefined) ?? Type),
      ),
  );

describe('a second Region', () => {
  const renamed = stackOf('renamed');

  it('the secrets are replicated, the key is one of several Regions with a replica, and each six hours a copy of a backup goes to its vault, which begins within one', () => {
    const secrets = Object.values(renamed.findResources('AWS::SecretsManager::Secret'));
    expect(secrets).toHaveLength(2);
    for (const { Properties } of secrets) expect(Properties.ReplicaRegions).toEqual([{ Region: 'eu-central-1' }]);
    renamed.hasResourceProperties('AWS::KMS::Key', { MultiRegion: true });
    const second = templatesOf('renamed')['collections-mine-second-region'] ?? {};
    expect(JSON.stringify(second)).toContain('"AWS::KMS::ReplicaKey"');
    expect(JSON.stringify(second)).toContain('"BackupVaultName":"collections-mine-eu-west-1-copies"');
    const [plan] = Object.values(renamed.findResources('AWS::Backup::BackupPlan'));
    const [rule] = (plan as Properties)['Properties'].BackupPlan.BackupPlanRule;
    expect(rule).toMatchObject({
      ScheduleExpression: 'cron(0 1,7,13,19 * * ? *)',
      StartWindowMinutes: 60,
      Lifecycle: { DeleteAfterDays: 7 },
    });
    expect(rule.CopyActions).toHaveLength(1);
    expect(JSON.stringify(rule.CopyActions)).toContain(':backup:eu-central-1:');
    expect(JSON.stringify(rule.CopyActions)).toContain('backup-vault:collections-mine-eu-west-1-copies');
  });

  it('a backup or a copy that fails, or does not begin, is told to those who get the alarms', () => {
    renamed.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'] },
      },
    });
  });

  it('with `replica` it has the table, which follows within a second; without a second Region there is none', () => {
    const replicasIn = (name: 'renamed' | 'plain') =>
      (theOnlyIn(stackOf(name), 'AWS::DynamoDB::GlobalTable')['Replicas'] as { Region: unknown }[]).length;
    expect([replicasIn('renamed'), replicasIn('plain')]).toEqual([2, 1]);
    expect(() => readSettings('mine', { replica: true })).toThrow('replica: needs secondRegion');
  });

  it('it has a role that restores, and what takes long to get: certificates, and an identity of SES', () => {
    const second = Template.fromJSON(templatesOf('renamed')['collections-mine-second-region'] ?? {});
    expect(JSON.stringify(theOnlyIn(second, 'AWS::IAM::Role'))).toContain('AWSBackupServiceRolePolicyForRestores');
    expect(theOnlyIn(second, 'AWS::CertificateManager::Certificate')).toMatchObject({ DomainName: 'pay.example' });
    expect(theOnlyIn(second, 'AWS::SES::EmailIdentity')).toMatchObject({ EmailIdentity: 'pay.example' });
    expect(Object.keys(second.toJSON()['Outputs'])).toEqual(
      expect.arrayContaining(['RestoreRoleArn', 'ReplicaKeyArn', 'CertificateArnpayexample']),
    );
  });

  it('what takes its place there makes nothing that is there already, and no record that the lost Region holds', () => {
    const inSecond = [templatesOf('renamed')['collections-mine-second-region'] ?? {}];
    const taking = Object.entries(templatesOf('failedOver'));
    const there = taking.filter(([stack]) => !stack.endsWith('-second-region')).map(([, template]) => template);
    const lost = Object.entries(templatesOf('renamed')).map(([, template]) => template);
    const records = ['AWS::Route53::RecordSet'];
    const ofRegion = ['AWS::SES::EmailIdentity', 'AWS::Backup::BackupVault', 'AWS::SecretsManager::Secret'];
    expect(namesIn(lost, records).filter((name) => namesIn(there, records).includes(name))).toEqual([]);
    expect(namesIn(inSecond, ofRegion).filter((name) => namesIn(there, ofRegion).includes(name))).toEqual([]);
    // They are replicas of those in the lost Region.
    expect(namesIn(there, ['AWS::SecretsManager::Secret'])).toEqual([]);
    const next = namesIn([templatesOf('failedOver')['collections-mine-second-region'] ?? {}], ofRegion);
    expect(next).toContain('"collections-mine-eu-central-1-copies"');
  });

  it('without one the key can still get a replica later, unless the stage is older than that', () => {
    stackOf('plain').hasResourceProperties('AWS::KMS::Key', { MultiRegion: true });
    expect(readSettings('mine', { singleRegionKey: true }).singleRegionKey).toBe(true);
    expect(() => readSettings('mine', { secondRegion: 'eu-central-1' })).toThrow('secondRegion: needs region');
  });
});

describe('what is kept for runs', () => {
  it('is no less than how many may run at once', () => {
    const kept = (runs: number) => () => readSettings('mine', { maxConcurrentRuns: 20, reserved: { runs } });
    expect(kept(19)).toThrow('reserved.runs: must be at least maxConcurrentRuns');
    expect(kept(20)().reserved.runs).toBe(20);
  });
});

describe('what neighbours may take', () => {
  const template = stackOf('ownFirewall');

  it('each path without a key has a rate of its own below that of the API', () => {
    const [stage] = Object.values(template.findResources('AWS::ApiGateway::Stage'));
    const rates = Object.fromEntries(
      ((stage as Properties)['Properties'].MethodSettings as Properties[]).map((each) => [
        `${each['HttpMethod']} ${each['ResourcePath']}`,
        each['ThrottlingRateLimit'],
      ]),
    );
    expect(rates).toMatchObject({
      '* /*': 100,
      'GET /~1pay~1{token}': 50,
      'POST /~1webhooks~1{providerId}': 50,
      'GET /~1openapi.json': 10,
      'ANY /~1{proxy+}': 10,
    });
    const own = [...OUTER_ROUTES, ...CONSOLE_ROUTES].map(({ path }) => path.replaceAll('/', '~1'));
    for (const path of own)
      expect(Object.keys(rates).filter((name) => name.endsWith(` /${path}`)).length, path).toBeGreaterThan(0);
    expect(Object.keys(rates).join()).not.toContain('~1public~1');
  });

  it('concurrency can be kept for what takes money and for the runs', () => {
    const kept = Object.values(stackOf('renamed').findResources('AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.ReservedConcurrentExecutions ?? [],
    );
    expect(kept.toSorted()).toEqual([20, 20, 20, 30]);
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
      'RateOfPages',
      'RateOfWebhooks',
      'RateOfOneAddress',
    ]);
    const rates = rules.slice(2).map(({ Statement }) => Statement?.['RateBasedStatement']);
    expect(rates.map((rate) => [rate?.['EvaluationWindowSec'], rate?.['Limit']])).toEqual([
      [60, 600],
      [60, 3000],
      [60, 3000],
    ]);
    // Webhooks of providers are signed: neither a list of addresses nor the rate of callers stands before them.
    for (const { Statement } of [...rules.slice(0, 2), rules.at(-1) ?? {}]) {
      const [statement] = Object.values(Statement ?? {});
      expect(JSON.stringify(statement?.['ScopeDownStatement'])).toMatch(/^\{"NotStatement".*"\/live\/webhooks\/"/);
    }
    template.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'BlockedRequests' });
    expect(JSON.stringify(acl)).not.toMatch(/CommonRuleSet|"SampledRequestsEnabled":true/);
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  });

  it('a firewall that exists is used in place of one of the service’s own', () => {
    const template = stackOf('twoFirewalls');
    template.resourceCountIs('AWS::WAFv2::WebACL', 0);
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: WEB_ACL });
  });
});
