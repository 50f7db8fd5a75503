import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedApp } from '#infra/checked-app.ts';
import { CollectionsStack } from '#infra/collections-stack.ts';
import { readSettings } from '#infra/settings.ts';

const outdir = mkdtempSync(join(tmpdir(), 'collections-settings-'));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'cdk.json'), 'utf8'));
const WEB_ACL = 'arn:aws:wafv2:eu-west-1:111111111111:regional/webacl/one/1';

/** What `cdk synth -c name=value …` would make of these, without the bundles. */
const synthesised = (settings: Record<string, string>): Template => {
  const app = checkedApp({ outdir, context: { ...context, 'aws:cdk:bundling-stacks': [], ...settings } });
  return Template.fromStack(new CollectionsStack(app, 'Collections', readSettings(app.node)));
};

describe('the settings of a deployment', () => {
  const template = synthesised({
    baseUrl: 'https://collect.example/',
    alarmEmail: 'ops@collect.example',
    webAclArn: WEB_ACL,
    keepData: 'false',
  });

  it('give every function and the output the address that callers use, without its last slash', () => {
    const baseUrl = 'https://collect.example';
    template.allResourcesProperties('AWS::Lambda::Function', { Environment: { Variables: { BASE_URL: baseUrl } } });
    template.hasOutput('ApiUrl', { Value: baseUrl });
  });

  it('send the alarms to a person', () => {
    template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'ops@collect.example' });
  });

  it('put a firewall before the stage', () => {
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: WEB_ACL });
  });

  it('let a stack that is made to be thrown away lose its table', () => {
    template.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'Delete',
      Properties: { Replicas: [{ DeletionProtectionEnabled: false }] },
    });
  });

  it('are all optional: without them there is no subscription and no firewall', () => {
    const plain = synthesised({});
    plain.resourceCountIs('AWS::SNS::Subscription', 0);
    plain.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    expect(plain.toJSON()['Outputs']).toHaveProperty('TableName');
  });
});
