/** Releases in the template: what is invoked is an alias, and the functions that move money or messages change carefully. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '#lib/domain/checked-token.ts';
import { OFFLINE_URL } from '#lib/domain/payment/rehearsed-payment.ts';
import { invokeLogged, request } from './invoke-bundle.ts';
import { type SettingsName, stackOf } from './stack-of.ts';
import {
  bundleFolder,
  functionOfAlias,
  functions,
  type Properties,
  type Resource,
  resources,
  STAGE,
  target,
} from './template.ts';

/** They move money or messages, and say how each call ended. */
const JUDGED = ['create-collection', 'follow-up', 'payment-page', 'receive-payment'];
const CAREFUL = [
  ...JUDGED,
  ...['count-insights', 'deliver', 'publish-events', 'receive-email', 'receive-reply', 'reconcile-provider'],
  ...['record-receipt', 'relay'],
];

/** The value of a dimension, for version 7 of a function whose name is its id in the template. */
const dimensionOf = ({ Value }: Properties): string => Value.Ref ?? (Value['Fn::GetAtt'] ? '7' : Value);

/** Whether CloudWatch takes a line of the log for the metric of an alarm, with all its dimensions. */
function isCountedBy(line: Properties, { Namespace, MetricName, Dimensions }: Properties): boolean {
  const wanted: Record<string, string> = Object.fromEntries(
    Dimensions.map((each: Properties) => [each['Name'], dimensionOf(each)]),
  );
  const metrics: Properties[] = line['_aws']?.CloudWatchMetrics ?? [];
  return metrics.some(
    (each) =>
      each['Namespace'] === Namespace &&
      each['Metrics'].some(({ Name }: Properties) => Name === MetricName) &&
      each['Dimensions'].some((set: string[]) => set.toSorted().join() === Object.keys(wanted).toSorted().join()) &&
      Object.entries(wanted).every(([name, value]) => line[name] === value) &&
      line[MetricName] === 1,
  );
}

const ids = Object.values(functions).map(({ id }) => id);
/** What each rehearsal invokes, by the function that rehearses. */
const REHEARSALS = {
  rehearse: ['create-collection', 'payment-page', 'receive-payment'],
  'rehearse-runs': ['follow-up', 'relay', 'publish-events'],
};
const rehearseIds = Object.keys(REHEARSALS).map((name) => functions[name]?.id ?? '');
const isRehearsed = ({ Properties }: Resource) => !rehearseIds.includes(target(Properties['FunctionName']));

/** The functions that had routes in the last release, 0.5.0: replaced by the list of each release. */
const ROUTED_BEFORE =
  'console-audit console-directory console-keys console-member console-members console-page console-passkeys console-session console-sign-in console-trial create-collection create-provider create-webhook-endpoint credit-collection decide-claim delete-text delete-webhook-endpoint get-account get-agenda get-book get-collection get-customer get-experiment get-flow get-follow-up-policy get-follow-ups get-openapi get-provider get-recovery get-rehearsal get-statement get-text get-webhook-endpoint list-account-payments list-attention list-collections list-customers list-deliveries list-events list-journal list-payments list-providers list-reminders list-texts list-webhook-endpoints move-payment not-found notify-address pause-customer pause-follow-ups payment-page ping-webhook-endpoint preview-follow-ups preview-reminder preview-text promise-payment receive-payment record-payment rehearse-policy reopen-collection replay-deliveries resolve-dispute resume-customer resume-follow-ups rotate-webhook-secret send-follow-up send-message set-experiment set-follow-up-policy set-logo set-text show-logo unsubscribe update-account update-attention update-collection update-collection-status update-customer update-provider update-webhook-endpoint withdraw-promise';

it('no function leaves before its route: while a release is deployed the gateway still sends requests to those of the one before', () => {
  const gone = ROUTED_BEFORE.split(' ').filter((name) => functions[name] === undefined);
  expect(gone).toEqual([]);
});

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
      'IAM::Role',
      'IAM::Policy',
      'Lambda::Permission',
      'Lambda::EventSourceMapping',
      'Lambda::Function',
    ].flatMap((type) => resources(`AWS::${type}`));
    for (const { path, Properties } of invoking) {
      const text = JSON.stringify(Properties);
      // CodeDeploy calls the function of the rehearsal itself: its alias is what waits for it.
      const aliased = /\/CanaryOf\w+\/Role\//.test(path) ? ids.filter((id) => !rehearseIds.includes(id)) : ids;
      const direct = aliased.filter((id) => text.includes(`{"Ref":"${id}"}`) || text.includes(`["${id}","Arn"]`));
      expect([path, direct]).toEqual([path, []]);
    }
  });
});

describe('the canary', () => {
  const all = resources('AWS::CodeDeploy::DeploymentGroup');
  const isGate = ({ Properties }: Resource) =>
    Properties['DeploymentConfigName'] === 'CodeDeployDefault.LambdaAllAtOnce';
  const groups = all.filter((group) => !isGate(group));
  const released = resources('AWS::Lambda::Alias').filter((alias) => 'UpdatePolicy' in alias);

  it('a new version of what moves money, messages or events first gets a tenth of the calls for five minutes', () => {
    const careful = released.filter(isRehearsed);
    expect(careful.map(({ Properties }) => target(Properties['FunctionName'])).toSorted()).toEqual(
      CAREFUL.map((name) => functions[name]?.id).toSorted(),
    );
    expect(groups).toHaveLength(CAREFUL.length);
    for (const { Properties } of groups)
      expect(Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
  });

  const alarms = new Map(resources('AWS::CloudWatch::Alarm').map((alarm) => [alarm.id, alarm]));
  /** The alarms of the group that releases this function. */
  const watchedBy = (name: string): Resource[] => {
    const id = functions[name]?.id;
    const isOf = ({ Name }: Properties) =>
      alarms.get(target(Name))?.Properties['Dimensions']?.some(({ Value }: Properties) => Value.Ref === id) === true;
    const [group, ...others] = groups.filter(({ Properties }) => Properties['AlarmConfiguration'].Alarms.some(isOf));
    expect(others).toEqual([]);
    return group?.Properties['AlarmConfiguration'].Alarms.map(({ Name }: Properties) => alarms.get(target(Name)));
  };

  it('a release goes back when its function crashes or fails at a call meanwhile', () => {
    for (const { Properties } of groups) {
      expect(Properties['AlarmConfiguration'].Enabled).toBe(true);
      expect(Properties['AutoRollbackConfiguration'].Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    }
    for (const name of CAREFUL) {
      const [crashed, failed] = watchedBy(name).map((alarm) => alarm.Properties);
      expect(crashed).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: 'Errors', Threshold: 1 });
      expect(failed).toMatchObject({ MetricName: 'fault', Period: 60, Threshold: 1, TreatMissingData: 'notBreaching' });
    }
  });

  it('or when its calls end badly far more often than those of all versions, from five on', () => {
    for (const name of CAREFUL) {
      const [, , worse, ...others] = watchedBy(name).map((alarm) => alarm.Properties);
      expect([others, worse !== undefined]).toEqual([[], JUDGED.includes(name)]);
      if (worse === undefined) continue;
      expect(worse).toMatchObject({ Threshold: 50, TreatMissingData: 'notBreaching' });
      const [{ Expression }, ...metrics] = worse['Metrics'];
      const pointsOf = (newGood: number, newBad: number, allGood: number, allBad: number) => {
        const FILL = (value: number) => value;
        const IF = (condition: boolean, yes: number, no: number) => (condition ? yes : no);
        const run = new Function('IF', 'FILL', 'newGood', 'newBad', 'allGood', 'allBad', `return ${Expression}`);
        return run(IF, FILL, newGood, newBad, allGood, allBad);
      };
      expect(pointsOf(0, 5, 45, 5)).toBe(90);
      expect(pointsOf(0, 4, 45, 4)).toBe(0);
      // Callers who are all wrong are wrong with every version.
      expect(pointsOf(0, 10, 0, 100)).toBe(0);
      expect(pointsOf(5, 5, 50, 50)).toBe(0);
      const dimensions = metrics.map(({ Id, MetricStat }: Properties) => [Id, MetricStat.Metric.Dimensions.length]);
      expect(Object.fromEntries(dimensions)).toEqual({ newGood: 4, newBad: 4, allGood: 3, allBad: 3 });
    }
  });

  it('the alias moves only when the alarm is that of the new version', () => {
    for (const alias of released.filter(isRehearsed))
      expect((alias as Properties)['DependsOn'].some((id: string) => alarms.has(id))).toBe(true);
  });

  it.each(Object.entries(REHEARSALS))(
    'what %s rehearses moves only after the rehearsal of its very version, which CodeDeploy asks for before it moves that alias',
    (name, rehearsed) => {
      const { id, Properties } = functions[name] as (typeof functions)[string];
      const gate = released.find((alias) => target(alias.Properties['FunctionName']) === id);
      expect((gate as Properties | undefined)?.['UpdatePolicy'].CodeDeployLambdaAliasUpdate).toMatchObject({
        BeforeAllowTrafficHook: { Ref: id },
      });
      const text = JSON.stringify(Properties['Environment'].Variables.REHEARSED_VERSIONS);
      for (const each of rehearsed) {
        const alias = released.find((other) => target(other.Properties['FunctionName']) === functions[each]?.id);
        expect((alias as Properties | undefined)?.['DependsOn']).toContain(gate?.id);
        expect(text).toContain(alias?.Properties['FunctionVersion']['Fn::GetAtt'][0]);
      }
    },
  );

  it('each rehearsal has a gate, and what takes payments has the provider without a network', () => {
    expect(all.filter(isGate)).toHaveLength(Object.keys(REHEARSALS).length);
    for (const each of REHEARSALS.rehearse)
      expect(functions[each]?.Properties['Environment'].Variables.SANDBOX_URL).toBe(OFFLINE_URL);
  });

  const OWN = 'ab12cd34ef'.padEnd(35, '0');
  const key = newApiKey({ id: 'a'.repeat(10), mode: 'live' }, 'a-key', randomBytes);
  const page = (token: string) => ({ ...request('nowhere'), resource: '/pay/{token}', pathParameters: { token } });
  const webhook = (providerId: string) => ({
    ...request('nowhere'),
    httpMethod: 'POST',
    pathParameters: { providerId },
  });
  const run = (collection: string) => ({ Records: [{ messageId: 'm-1', body: JSON.stringify({ collection }) }] });
  const listed = {
    ...request('create-collection', { 'x-api-key': key, 'content-type': 'application/json' }),
    body: '{}',
  };

  /** Calls that a sound release answers, and that one whose table cannot be reached swallows; and calls that are the caller's mistake. */
  it.each([
    ['create-collection', listed, [request('create-collection')]],
    ['payment-page', page(`${OWN}${'0'.repeat(25)}`), [page('nonsense')]],
    ['receive-payment', webhook(`prv_${OWN}`), [webhook('prv_nobody')]],
    ['follow-up', run(`pay_${OWN}`), []],
  ])(
    'what the bundle of %s swallows is counted by the metric that its release watches, and a mistake of a caller is not',
    async (name, fails, mistakes) => {
      const { id = '' } = functions[name] ?? {};
      const environment = { STAGE, AWS_LAMBDA_FUNCTION_NAME: id, AWS_LAMBDA_FUNCTION_VERSION: '7' };
      const bundle = bundleFolder(functions[name] as Resource);
      const [, { Properties: alarm }] = watchedBy(name) as [Resource, Resource];
      const counts = (lines: readonly string[]) =>
        lines.map((line) => JSON.parse(line)).filter((line) => isCountedBy(line, alarm));
      const swallowed = await invokeLogged(bundle, [fails], environment);
      expect(counts(swallowed.lines)).toHaveLength(1);
      if (mistakes.length === 0) return;
      const refused = await invokeLogged(bundle, mistakes, environment);
      for (const { statusCode } of refused.answers) expect([400, 401, 404]).toContain(statusCode);
      expect(refused.lines.join()).not.toContain('request_failed');
    },
  );

  it('a stage without a canary has no deployment group', () => {
    const counted = (settings: SettingsName): number =>
      Object.keys(stackOf(settings).findResources('AWS::CodeDeploy::DeploymentGroup')).length;
    expect([counted('plain'), counted('many')]).toEqual([0, 14]);
  });
});
