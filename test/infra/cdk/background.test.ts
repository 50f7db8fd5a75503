/** Rules for all that nobody waits for: nothing is lost in silence, on either hop of any way. */
import { describe, expect, it } from 'vitest';
import { allowed, functions, type Properties, type Resource, resources, target, theOnly } from './template.ts';

const named = (name: string): Resource => {
  const found = functions[name];
  if (!found) throw new Error(`no function ${name}`);
  return found;
};
const queues = resources('AWS::SQS::Queue').map(({ id }) => id);
const configured = new Map(
  resources('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => [target(Properties['FunctionName']), Properties]),
);
const targets = resources('AWS::Events::Rule').flatMap(({ Properties }) => Properties['Targets'] as Properties[]);

/** Ids of the functions that anything calls without waiting for the answer. */
const called = [
  named('follow-up').id,
  ...targets.map(({ Arn }) => target(Arn)),
  ...resources('AWS::SNS::Subscription').map(({ Properties }) => target(Properties['Endpoint'])),
];

describe('what nobody waits for', () => {
  it('is tried three times, soon, and then kept', () => {
    expect(configured.size).toBe(4);
    expect(new Set(configured.keys())).toEqual(new Set([...called, named('record-receipt').id]));
    for (const properties of configured.values()) {
      expect(properties).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 600 });
      expect(queues).toContain(target(properties['DestinationConfig'].OnFailure.Destination));
    }
  });

  it('is kept too when it does not even reach its function', () => {
    for (const { DeadLetterConfig } of targets) expect(queues).toContain(target(DeadLetterConfig.Arn));
    for (const { Properties } of resources('AWS::SNS::Subscription'))
      expect(queues).toContain(target(Properties['RedrivePolicy'].deadLetterTargetArn));
  });

  it('is kept for a fortnight, encrypted, for TLS only', () => {
    for (const { Properties } of resources('AWS::SQS::Queue'))
      expect(Properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 3600, SqsManagedSseEnabled: true });
    const closed = resources('AWS::SQS::QueuePolicy').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('"aws:SecureTransport":"false"'),
    );
    expect(closed.flatMap(({ Properties }) => Properties['Queues'].map(target)).toSorted()).toEqual(queues.toSorted());
  });
});

describe('runs', () => {
  const group = theOnly('AWS::Scheduler::ScheduleGroup');
  const role = resources('AWS::IAM::Role').find(({ Properties }) =>
    JSON.stringify(Properties['AssumeRolePolicyDocument']).includes('scheduler.amazonaws.com'),
  );
  const undelivered = queues.find((id) => id.includes('Undelivered')) ?? '';

  it('have a group that goes with the function they run for', () => {
    expect(group).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
  });

  it('run with a role that Scheduler may take for this group only, and that can do nothing but run', () => {
    expect(role?.Properties['AssumeRolePolicyDocument'].Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': { 'Fn::GetAtt': [group.id, 'Arn'] },
          },
        },
      },
    ]);
    expect(allowed(role?.id ?? '')).toEqual([
      { action: 'lambda:InvokeFunction', resource: { 'Fn::GetAtt': [named('follow-up').id, 'Arn'] } },
      { action: 'sqs:SendMessage', resource: { 'Fn::GetAtt': [undelivered, 'Arn'] } },
    ]);
  });

  it('are made by the relay, in the group, with that role and for Scheduler only', () => {
    const { Properties } = named('relay');
    expect(Properties['Environment'].Variables).toMatchObject({
      SCHEDULE_GROUP: group.Properties['Name'],
      FOLLOW_UP_FUNCTION_ARN: { 'Fn::GetAtt': [named('follow-up').id, 'Arn'] },
      SCHEDULER_ROLE_ARN: { 'Fn::GetAtt': [role?.id, 'Arn'] },
      SCHEDULE_DLQ_ARN: { 'Fn::GetAtt': [undelivered, 'Arn'] },
    });
    const may = JSON.stringify(resources('AWS::IAM::Policy').map((policy) => policy.Properties['PolicyDocument']));
    expect(may).toContain(`:schedule/${group.Properties['Name']}/*`);
    expect(may.match(/iam:PassRole/g)).toHaveLength(1);
    expect(may).toContain(
      `"Action":"iam:PassRole","Condition":{"StringEquals":{"iam:PassedToService":"scheduler.amazonaws.com"}},"Effect":"Allow","Resource":{"Fn::GetAtt":["${role?.id}","Arn"]}`,
    );
  });

  it('end before the time when their send would count as unknown', () => {
    expect(named('follow-up').Properties['Timeout']).toBeLessThan(120);
  });
});

describe('the sweeper', () => {
  it('sweeps every five minutes, and is done before the next time', () => {
    const { id, Properties } = named('sweep');
    const [rule] = resources('AWS::Events::Rule').filter((each) => each.Properties['ScheduleExpression']);
    expect(rule?.Properties['ScheduleExpression']).toBe('rate(5 minutes)');
    expect(rule?.Properties['Targets'].map(({ Arn }: Properties) => target(Arn))).toEqual([id]);
    expect(Properties['Timeout']).toBeLessThan(300);
  });

  it('runs for the follow-up function', () => {
    const followUp = named('follow-up').id;
    expect(named('sweep').Properties['Environment'].Variables.FOLLOW_UP_FUNCTION_NAME).toEqual({ Ref: followUp });
    const invoke = allowed(target(named('sweep').Properties['Role'])).filter(({ action }) =>
      action.startsWith('lambda:'),
    );
    expect(invoke).toEqual([{ action: 'lambda:InvokeFunction', resource: { 'Fn::GetAtt': [followUp, 'Arn'] } }]);
  });
});

describe('replies', () => {
  const topic = resources('AWS::SNS::Topic').find(({ path }) => path.includes('/Replies/'));
  const key = theOnly('AWS::KMS::Key');
  const policy = resources('AWS::SNS::TopicPolicy').find(
    ({ Properties }) => target(Properties['Topics'][0]) === topic?.id,
  );
  const services = { Service: ['sms-voice.amazonaws.com', 'social-messaging.amazonaws.com'] };
  const ofThisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const grants = (document: Properties): Properties[] =>
    document['Statement'].filter(({ Principal }: Properties) => Principal.Service !== undefined);

  it('are put on a topic by SMS and WhatsApp of this account, over TLS, and by nobody else', () => {
    const document = policy?.Properties['PolicyDocument'];
    expect(grants(document)).toMatchObject([
      { Effect: 'Allow', Action: 'sns:Publish', Principal: services, Condition: ofThisAccount },
    ]);
    expect(JSON.stringify(document)).toContain('"aws:SecureTransport":"false"');
  });

  it('are encrypted under a key that turns, and that both may use', () => {
    expect(target(topic?.Properties['KmsMasterKeyId'])).toBe(key.id);
    expect(key.Properties['EnableKeyRotation']).toBe(true);
    expect(grants(key.Properties['KeyPolicy'])).toMatchObject([
      { Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Principal: services, Condition: ofThisAccount },
    ]);
  });

  it('reach the function that heeds them', () => {
    const { Properties } = theOnly('AWS::SNS::Subscription');
    expect(target(Properties['TopicArn'])).toBe(topic?.id);
    expect(target(Properties['Endpoint'])).toBe(named('receive-reply').id);
  });
});
