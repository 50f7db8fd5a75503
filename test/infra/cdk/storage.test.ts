/** The table and its stream in the template. */
import { describe, expect, it } from 'vitest';
import { collectionKey, segmentKey } from '#lib/store/keys.ts';
import { functions, resources, target, theOnly } from './template.ts';

const table = theOnly('AWS::DynamoDB::GlobalTable');
const source = theOnly('AWS::Lambda::EventSourceMapping').Properties;

describe('the table', () => {
  it('has the keys that the code builds, and is paid by use', () => {
    const [partition, sort] = Object.keys(collectionKey('a', 'b'));
    expect(table.Properties['KeySchema']).toEqual([
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ]);
    expect(table.Properties['BillingMode']).toBe('PAY_PER_REQUEST');
  });

  it('has one index: of what is due, by when, with keys only', () => {
    expect(table.Properties['GlobalSecondaryIndexes']).toEqual([
      {
        IndexName: 'due',
        KeySchema: [
          { AttributeName: 'due', KeyType: 'HASH' },
          { AttributeName: 'nextRunAt', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });

  it('forgets by itself what says when', () => {
    expect(table.Properties['TimeToLiveSpecification']).toEqual({ AttributeName: 'ttl', Enabled: true });
  });

  it('cannot be lost by a deletion, a replacement or a mistake of the last 35 days', () => {
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    const replicas = table.Properties['Replicas'];
    expect(replicas).toHaveLength(1);
    expect(replicas[0]).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });

  it('is encrypted under a key of the account, and streams both images of every change', () => {
    expect(table.Properties['SSESpecification']).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    expect(table.Properties['StreamSpecification']).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });
});

describe('the relay', () => {
  it('reads the stream of the table from its beginning', () => {
    expect(source['EventSourceArn']).toEqual({ 'Fn::GetAtt': [table.id, 'StreamArn'] });
    expect(target(source['FunctionName'])).toBe(functions['relay']?.id);
    expect(source['StartingPosition']).toBe('TRIM_HORIZON');
  });

  it('is run by new and changed collections, and by payments that came before theirs', () => {
    const filters = source['FilterCriteria'].Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern));
    expect(filters).toEqual([
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { Keys: { sk: { S: [collectionKey('a', 'b').sk] } } } },
      {
        eventName: ['INSERT'],
        dynamodb: { Keys: { sk: { S: [{ prefix: 'PAYMENT#' }] } }, NewImage: { ttl: { N: [{ exists: true }] } } },
      },
    ]);
    expect(JSON.stringify(filters)).not.toContain(segmentKey('a', 0).sk.slice(0, 4));
  });

  it('retries only what failed, halves what keeps failing, and gives up into a queue after half a day, however often it has tried', () => {
    expect(source).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 12 * 3600,
    });
    expect(source).not.toHaveProperty('MaximumRetryAttempts');
    expect(target(source['DestinationConfig'].OnFailure.Destination)).toMatch(/^RelayFailures/);
  });
});

describe('the stack', () => {
  it('has no user, no secret and no open bucket', () => {
    for (const type of ['AWS::IAM::User', 'AWS::IAM::AccessKey', 'AWS::SecretsManager::Secret', 'AWS::S3::Bucket'])
      expect(resources(type)).toEqual([]);
  });
});
