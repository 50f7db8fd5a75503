/** The stages: how one is chosen, and what keeps two of them apart in one AWS account. */
import { describe, expect, it } from 'vitest';
import { chooseStage, deployedTo, STAGES } from '#infra/cdk/stages.ts';
import { templatesOf } from './stack-of.ts';
import { type Properties, STACKS, templateOf } from './template.ts';

describe('the choice of a stage', () => {
  const stages = { one: { alarmEmail: 'a@collect.example' }, two: { keepData: false } };

  it.each([undefined, ''])('a synthesis without a stage (%s) names the known ones', (name) => {
    expect(() => chooseStage(name, stages, {})).toThrow(/^Which stage\?.*one, two\.$/);
  });

  it.each(['three', 'toString'])('a stage that is not known (%s) is an error that names the known ones', (name) => {
    expect(() => chooseStage(name, stages, {})).toThrow(
      `There is no stage "${name}"; infra/cdk/stages.ts has one, two.`,
    );
  });

  it('every stage of the repository is complete without private values', () => {
    for (const name of Object.keys(STAGES)) expect(chooseStage(name, STAGES, {})).toHaveProperty('keepData');
  });

  it('private values of a stage are added to its own, and win', () => {
    const own = { one: { alarmEmail: 'b@collect.example', senders: { email: { from: 'pay@collect.example' } } } };
    expect(chooseStage('one', stages, own)).toMatchObject(own.one);
    expect(chooseStage('two', stages, own).senders).toEqual({});
  });

  it('private values of a stage that does not exist are an error', () => {
    expect(() => chooseStage('one', stages, { on: {} })).toThrow('has values of "on", which is no stage');
  });

  it('a setting that does not exist, or has a wrong value, is an error that names it', () => {
    expect(() => chooseStage('one', stages, { one: { alarmMail: 'x' } })).toThrow(/"one" are not right.*alarmMail/);
    expect(() => chooseStage('one', stages, { one: { baseUrl: 'collect' } })).toThrow('baseUrl: ');
    expect(() => chooseStage('one', stages, { one: { account: '12' } })).toThrow('account: must be the twelve digits');
  });
});

describe('the AWS account and Region', () => {
  const signedIn = { CDK_DEFAULT_ACCOUNT: '1'.repeat(12), CDK_DEFAULT_REGION: 'us-east-1' };
  const deploying = { ...signedIn, DEPLOYING: '1', AWS_REGION: 'eu-west-1' };
  const of = (settings: object, variables: object) => deployedTo('prod', { ...settings } as never, { ...variables });

  it('a synthesis needs neither an account nor a Region', () => {
    expect(of({}, {})).toEqual({});
    expect(of({ region: 'eu-west-1' }, { CDK_DEFAULT_REGION: 'us-east-1' })).toEqual({ region: 'eu-west-1' });
  });

  it('those of the stage come before those of the credentials', () => {
    expect(of({ region: 'af-south-1' }, deploying)).toEqual({ account: '1'.repeat(12), region: 'af-south-1' });
    expect(of({}, signedIn)).toEqual({ account: '1'.repeat(12), region: 'us-east-1' });
  });

  it('credentials of another account than that of the stage are refused', () => {
    expect(() => of({ account: '2'.repeat(12) }, deploying)).toThrow('"prod" is of the AWS account 222222222222');
  });

  it('a stage that keeps its data is not deployed without an address for its alarms, unless that is wanted', () => {
    const kept = { keepData: true };
    expect(() => of(kept, deploying)).toThrow('Who gets the alarms of "prod"? Set alarmEmail');
    for (const given of [{ ...kept, alarmEmail: 'ops@x.example' }, { ...kept, alarmEmail: false }, { keepData: false }])
      expect(of(given, deploying)).toHaveProperty('region');
    expect(of(kept, signedIn)).toHaveProperty('account');
  });

  it('a deployment without valid credentials, or without a Region, is refused before anything is built', () => {
    expect(() => of({}, { DEPLOYING: '1', AWS_REGION: 'eu-west-1' })).toThrow('To which AWS account?');
    expect(() => of({}, { ...signedIn, DEPLOYING: '1' })).toThrow('To which Region?');
  });
});

describe('the stacks of a stage', () => {
  const [data = '', ...others] = STACKS;
  const count = (stack: string) => Object.keys(templateOf(stack)['Resources']).length;

  it('every stack has ample room below the 500 resources of CloudFormation', () => {
    for (const stack of STACKS) expect(count(stack), stack).toBeLessThanOrEqual(350);
    for (const name of ['renamed', 'ownFirewall'] as const)
      for (const [stack, { Resources = {} }] of Object.entries(templatesOf(name)))
        expect(Object.keys(Resources).length, `${stack} ${name}`).toBeLessThanOrEqual(350);
  });

  it('what a stage may not lose has these logical ids for ever: under another id it would be made anew, and empty', () => {
    const { Resources } = templateOf(data) as Record<string, Record<string, Properties>>;
    const kinds = Object.entries(Resources ?? {}).map(([id, { Type }]) => [id, Type]);
    expect(Object.fromEntries(kinds)).toMatchObject({
      DataTableFDBAD0F2: 'AWS::DynamoDB::GlobalTable',
      ApiRest09D92708: 'AWS::ApiGateway::RestApi',
      WebhookKeySecret96F1C2EF: 'AWS::SecretsManager::Secret',
      ApiKeyChecksumSecret3B617C96: 'AWS::SecretsManager::Secret',
      CredentialsKey841FDBB1: 'AWS::KMS::Key',
      AlarmsTopic3A2DFEBA: 'AWS::SNS::Topic',
    });
  });

  it('what a stage may not lose is kept when its stack is deleted or it is to be replaced, and never replaced by a new name', () => {
    const { Resources = {} } = templateOf(data) as Record<string, Record<string, Properties>>;
    const holding = Object.values(Resources).filter(({ Type }) => HOLDING.includes(Type));
    expect(holding).toHaveLength(5);
    for (const { Type, DeletionPolicy, UpdateReplacePolicy } of holding) {
      expect([Type, DeletionPolicy]).toEqual([Type, expect.stringMatching(/^Retain/)]);
      expect([Type, UpdateReplacePolicy]).toEqual([Type, 'Retain']);
    }
  });

  it('tables, addresses and keys are in the stack of data only', () => {
    for (const stack of others) {
      const types = Object.values<Properties>(templateOf(stack)['Resources']).map(({ Type }) => Type);
      for (const kept of ['AWS::DynamoDB::GlobalTable', 'AWS::ApiGateway::RestApi', 'AWS::SecretsManager::Secret'])
        expect(types).not.toContain(kept);
    }
  });
});

describe('two stages in one account', () => {
  const mine: Properties = templatesOf('plain');
  const other: Properties = templatesOf('otherStage');

  it('two stages have no stack in common', () => {
    expect(Object.keys(mine).filter((name) => name in other)).toEqual(['CollectionsGatewayLogs']);
  });

  it('two stages have the same resources, and no name in common', () => {
    const named = (templates: Properties): string[] =>
      Object.values<Properties>(templates).flatMap(({ Resources }) =>
        Object.values<Properties>(Resources).flatMap(({ Type, Properties: given = {} }) =>
          Object.entries<unknown>(given)
            .filter(
              ([name, value]) =>
                /^(Name|.+Name)$/.test(name) && typeof value === 'string' && !SHARED.test(`${Type} ${name}`),
            )
            .map(([, value]) => String(value)),
        ),
      );
    expect(named(mine).length).toBeGreaterThan(0);
    expect(named(mine).filter((name) => named(other).includes(name))).toEqual([]);
  });

  it('metrics, logs and alarms say which stage they are of', () => {
    const text = JSON.stringify(mine);
    expect(text).toContain('"STAGE":"mine"');
    expect(text).toContain('{"Name":"Stage","Value":"mine"}');
    expect(text).not.toContain('"STAGE":"other"');
  });
});

const HOLDING = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::ApiGateway::RestApi',
  'AWS::SecretsManager::Secret',
  'AWS::KMS::Key',
];

/** Names inside of something that has a name of its own. */
const SHARED = /MetricName|StageName|AttributeName|DisplayName|PolicyName|AWS::Lambda::Alias/;
