/** The settings of a deployment in the template. */
import { describe, expect, it } from 'vitest';
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

  it('every setting is optional: without them there is no email subscription and no firewall', () => {
    const plain = stackWith({});
    plain.resourcePropertiesCountIs('AWS::SNS::Subscription', { Protocol: 'email' }, 0);
    plain.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
    expect(plain.toJSON()['Outputs']).toHaveProperty('TableName');
  });
});
