/**
 * The table and its stream in the template.
 * A retention period in the template: every function knows it, and only the runs may look for a contact's other collections.
 * A stage that adopts a restored table: everything works on that one, and the stack's own table stays as it is.
 */
import { describe, expect, it } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { checksumSecretName, chooseStage, credentialsKeyAlias } from '#infra/cdk/stages.ts';
import { collectionKey, segmentKey } from '#lib/store/collection/keys.ts';
import { accountKey } from '#lib/store/keys.ts';
import { SETTINGS, stackOf, templatesOf } from './stack-of.ts';
import { functions, resources, STAGE, target, theOnly } from './template.ts';

const table = theOnly('AWS::DynamoDB::GlobalTable');
const sourceOf = (name: string) => {
  const all = resources('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);
  const [source, ...more] = all.filter(({ FunctionName }) => target(FunctionName) === functions[name]?.id);
  if (source === undefined || more.length > 0) throw new Error(`${name} has not one event source`);
  return source;
};
const patternsOf = (name: string) =>
  sourceOf(name)['FilterCriteria'].Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern));
const READERS = { relay: /^RelayFailures/, 'publish-events': /^PublishEventsFailures/ };

describe('the table', () => {
  it('the table has the keys that the code builds, and is billed on demand', () => {
    const [partition, sort] = Object.keys(collectionKey('a', 'b'));
    expect(table.Properties['KeySchema']).toEqual([
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ]);
    expect(table.Properties['BillingMode']).toBe('PAY_PER_REQUEST');
  });

  it('the table has four indexes: of what is due, by contact, by status and by what is owed, with keys and no more than an expiry', () => {
    expect(table.Properties['GlobalSecondaryIndexes']).toEqual([
      {
        IndexName: 'due',
        KeySchema: [
          { AttributeName: 'due', KeyType: 'HASH' },
          { AttributeName: 'nextRunAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      {
        IndexName: 'contact',
        KeySchema: [
          { AttributeName: 'byContact', KeyType: 'HASH' },
          { AttributeName: 'createdAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
      {
        IndexName: 'status',
        KeySchema: [
          { AttributeName: 'byStatus', KeyType: 'HASH' },
          { AttributeName: 'createdAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['expiresAt'] },
      },
      {
        IndexName: 'owed',
        KeySchema: [
          { AttributeName: 'byOwed', KeyType: 'HASH' },
          { AttributeName: 'owed', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });

  it('the table deletes items by their ttl', () => {
    expect(table.Properties['TimeToLiveSpecification']).toEqual({ AttributeName: 'ttl', Enabled: true });
  });

  it('the table is protected against deletion, replacement, and mistakes of the last 28 days', () => {
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    const replicas = table.Properties['Replicas'];
    expect(replicas).toHaveLength(1);
    expect(replicas[0]).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 28 },
    });
  });

  it('the table is encrypted under a key of the account, and streams both images of every change', () => {
    expect(table.Properties['SSESpecification']).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    expect(table.Properties['StreamSpecification']).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });
});

describe('the readers of the stream', () => {
  it('the relay and the publisher are the only readers of the stream, which feeds two at most', () => {
    const streams = resources('AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => Properties['StartingPosition'],
    );
    expect(streams.map(({ Properties }) => target(Properties['FunctionName'])).toSorted()).toEqual(
      Object.keys(READERS)
        .map((name) => functions[name]?.id)
        .toSorted(),
    );
  });

  it.each(Object.keys(READERS))('%s reads the table’s stream from its beginning', (name) => {
    const source = sourceOf(name);
    expect(source['EventSourceArn']).toEqual({ 'Fn::GetAtt': [table.id, 'StreamArn'] });
    expect(source['StartingPosition']).toBe('TRIM_HORIZON');
  });

  it('the relay gets new and changed collections and accounts, what came before its collection, replies, and what people wrote', () => {
    const filters = patternsOf('relay');
    expect(filters).toEqual([
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { Keys: { sk: { S: [collectionKey('a', 'b').sk] } } } },
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { Keys: { sk: { S: [accountKey('a').sk] } } } },
      ...['WAITING#', 'REPLY#', 'EVENT#message.sent#'].map((prefix) => ({
        eventName: ['INSERT'],
        dynamodb: { Keys: { sk: { S: [{ prefix }] } } },
      })),
    ]);
    expect(JSON.stringify(filters)).not.toContain(segmentKey('a', 0).sk.slice(0, 4));
  });

  it('the publisher gets what has events: collections, attempts, rows of events, payments and replies', () => {
    const kinds = [
      collectionKey('a', 'b').sk,
      ...['ATTEMPT#', 'EVENT#', 'PAYMENT#', 'REPLY#'].map((prefix) => ({ prefix })),
    ];
    expect(patternsOf('publish-events')).toEqual([
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { Keys: { sk: { S: kinds } } } },
    ]);
  });

  it.each(Object.entries(READERS))(
    '%s retries only what failed, bisects what keeps failing, and after half a day keeps it in a queue',
    (name, failures) => {
      const source = sourceOf(name);
      expect(source).toMatchObject({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRecordAgeInSeconds: 12 * 3600,
      });
      expect(source).not.toHaveProperty('MaximumRetryAttempts');
      expect(target(source['DestinationConfig'].OnFailure.Destination)).toMatch(failures);
    },
  );
});

describe('the stack', () => {
  it('the stack has no user and no bucket, and its only secrets are the keys of the webhooks and of checksums, which outlive it', () => {
    for (const type of ['AWS::IAM::User', 'AWS::IAM::AccessKey', 'AWS::S3::Bucket'])
      expect(resources(type)).toEqual([]);
    const secrets = resources('AWS::SecretsManager::Secret');
    expect(secrets.map(({ path }) => path.split('/').at(1)).toSorted()).toEqual(['ApiKeyChecksum', 'WebhookKey']);
    for (const secret of secrets) expect(secret).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
  });

  it('the key of credentials is rotated each year, outlives the stack, and has a name by which the command line finds it', () => {
    const [key] = resources('AWS::KMS::Key').filter(({ path }) => path.includes('CredentialsKey'));
    expect(key).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EnableKeyRotation: true },
    });
    expect(theOnly('AWS::KMS::Alias').Properties['AliasName']).toBe(credentialsKeyAlias(STAGE));
    const names = resources('AWS::SecretsManager::Secret').map(({ Properties }) => Properties['Name']);
    expect(names).toContain(checksumSecretName(STAGE));
  });
});

const variablesOf = (stack: ReturnType<typeof stackOf>) =>
  Object.values(stack.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties.Environment.Variables);

const byContact = (stack: ReturnType<typeof stackOf>) =>
  Object.values(stack.findResources('AWS::IAM::Role')).filter((policy) =>
    JSON.stringify(policy).includes('/index/contact'),
  ).length;

it('a retention period is told to every function, and lets the runs find the collections of a contact', () => {
  const [without, set] = [stackOf('plain'), stackOf('many')];
  for (const variables of variablesOf(set)) expect(variables).toMatchObject({ RETENTION_DAYS: '90' });
  for (const variables of variablesOf(without)) expect(variables).not.toHaveProperty('RETENTION_DAYS');
  expect(byContact(set)).toBe(byContact(without) + 1);
});

it.each([0, -1, 1.5, 3651])('a retention period of %j days is refused', (retentionDays) => {
  expect(() => readSettings('mine', { retentionDays })).toThrow('retentionDays');
});

const { adoptTable, nothingDueBefore } = SETTINGS.restored;

type Resource = { Type: string; DeletionPolicy?: string; Properties: Record<string, unknown> };
type Resources = Record<string, Resource>;

const resourcesOf = (templates: ReturnType<typeof templatesOf>): [string, Resource][] =>
  Object.values(templates).flatMap((template) => Object.entries(template['Resources'] as Resources));

const variablesIn = (all: [string, Resource][]) =>
  all
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(
      ([id, { Properties }]) => [id, (Properties['Environment'] as { Variables?: object })?.Variables ?? {}] as const,
    );

describe('a stage that adopts a restored table', () => {
  const plain = templatesOf('plain');
  const adopted = templatesOf('restored');

  it('every function uses the restored table, and none may touch another one', () => {
    for (const [id, variables] of variablesIn(resourcesOf(adopted))) {
      if ('TABLE_NAME' in variables) expect([id, variables.TABLE_NAME]).toEqual([id, adoptTable.name]);
    }
    const policies = resourcesOf(adopted).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
    const text = JSON.stringify(policies);
    expect(text).toContain(`:table/${adoptTable.name}`);
    expect(text).not.toMatch(/GetStackOutput[^}]*DataTable/);
  });

  it('both readers of changes read its stream', () => {
    const sources = resourcesOf(adopted)
      .filter(([, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties['EventSourceArn']);
    expect(sources.filter((arn) => arn === adoptTable.streamArn)).toHaveLength(2);
  });

  it('the stack keeps its own table as it is, so that nothing of it is lost', () => {
    const tablesIn = (templates: ReturnType<typeof templatesOf>) =>
      resourcesOf(templates).filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable');
    expect(tablesIn(adopted)).toHaveLength(1);
    expect(tablesIn(adopted)).toEqual(tablesIn(plain));
  });

  it('only the function that sends reminders is told before when nothing is due', () => {
    const told = variablesIn(resourcesOf(adopted)).filter(([, variables]) => 'NOTHING_DUE_BEFORE' in variables);
    expect(told.map(([id]) => id)).toEqual([expect.stringMatching(/^FollowUpsFollowUp/)]);
    expect(told[0]?.[1]).toMatchObject({ NOTHING_DUE_BEFORE: nothingDueBefore });
    expect(variablesIn(resourcesOf(plain)).some(([, variables]) => 'NOTHING_DUE_BEFORE' in variables)).toBe(false);
  });
});

it.each([
  [{ adoptTable: { name: 'x', streamArn: 'arn:aws:dynamodb:eu-west-1:111111111111:table/x' } }, 'adoptTable.streamArn'],
  [{ adoptTable: { name: 'x' } }, 'adoptTable.streamArn'],
  [{ nothingDueBefore: 'yesterday' }, 'nothingDueBefore'],
])('a stage with %j is refused, with the name of the setting', (settings, name) => {
  expect(() => chooseStage('mine', { mine: settings as never }, {})).toThrow(name);
});
