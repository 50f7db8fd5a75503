/** Releases in the template: what is invoked is an alias, and the functions that move money or messages change carefully. */
import { describe, expect, it } from 'vitest';
import type { SettingsName } from './settings-to-test.ts';
import { stackOf } from './stack-of.ts';
import { functionOfAlias, functions, resources, target } from './template.ts';

const ids = Object.values(functions).map(({ id }) => id);

describe('the aliases', () => {
  it('every function has one alias, of its current version, which is kept when a later one replaces it', () => {
    expect(Object.values(functionOfAlias).toSorted()).toEqual(ids.toSorted());
    const versions = new Map(resources('AWS::Lambda::Version').map((version) => [version.id, version]));
    for (const { Properties } of resources('AWS::Lambda::Alias')) {
      expect(Properties['Name']).toBe('live');
      const version = versions.get(Properties['FunctionVersion']['Fn::GetAtt'][0]);
      expect(version).toMatchObject({
        DeletionPolicy: 'Retain',
        Properties: { FunctionName: Properties['FunctionName'] },
      });
    }
  });

  it('whatever invokes a function invokes its alias', () => {
    const invoking = [
      'ApiGateway::Method',
      'Events::Rule',
      'SNS::Subscription',
      'IAM::Policy',
      'Lambda::Permission',
      'Lambda::EventSourceMapping',
      'Lambda::Function',
    ].flatMap((type) => resources(`AWS::${type}`));
    for (const { path, Properties } of invoking) {
      const text = JSON.stringify(Properties);
      const direct = ids.filter((id) => text.includes(`{"Ref":"${id}"}`) || text.includes(`["${id}","Arn"]`));
      expect([path, direct]).toEqual([path, []]);
    }
  });
});

describe('the canary', () => {
  const groups = resources('AWS::CodeDeploy::DeploymentGroup');

  it('a new version of what creates, pays, takes payments or follows up first gets a tenth of the calls for five minutes', () => {
    const careful = resources('AWS::Lambda::Alias').filter((alias) => 'UpdatePolicy' in alias);
    const names = ['create-collection', 'follow-up', 'payment-page', 'receive-payment'];
    expect(careful.map(({ Properties }) => target(Properties['FunctionName'])).toSorted()).toEqual(
      names.map((name) => functions[name]?.id).toSorted(),
    );
    expect(groups).toHaveLength(names.length);
    for (const { Properties } of groups)
      expect(Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
  });

  it('a release goes back when its function fails meanwhile', () => {
    const alarms = new Map(resources('AWS::CloudWatch::Alarm').map((alarm) => [alarm.id, alarm.Properties]));
    for (const { Properties } of groups) {
      const watched = Properties['AlarmConfiguration'];
      expect(watched).toMatchObject({ Enabled: true, Alarms: [expect.anything()] });
      expect(alarms.get(target(watched.Alarms[0].Name))).toMatchObject({ MetricName: 'Errors', Threshold: 1 });
      expect(Properties['AutoRollbackConfiguration'].Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    }
  });

  it('a stage without a canary has no deployment group', () => {
    const counted = (settings: SettingsName): number =>
      Object.keys(stackOf(settings).findResources('AWS::CodeDeploy::DeploymentGroup')).length;
    expect([counted('plain'), counted('many')]).toEqual([0, 4]);
  });
});
