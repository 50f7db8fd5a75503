/** Asynchronous invocations in the template: no event is lost without an alarm, before the function or in it. */
import { describe, expect, it } from 'vitest';
import { allowed, functions, type Properties, type Resource, resources, target, theOnly } from './template.ts';

const named = (name: string): Resource => {
  const found = functions[name];
  if (!found) throw new Error(`no function ${name}`);
  return found;
};
const arnOf = (name: string) => ({ 'Fn::GetAtt': [named(name).id, 'Arn'] });
const queues = resources('AWS::SQS::Queue').map(({ id }) => id);
const configured = new Map(
  resources('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => [target(Properties['FunctionName']), Properties]),
);
const targets = resources('AWS::Events::Rule').flatMap(({ Properties }) => Properties['Targets'] as Properties[]);

/** Ids of the functions that are invoked asynchronously. */
const called = [
  named('follow-up').id,
  named('reconcile-provider').id,
  ...targets.map(({ Arn }) => target(Arn)),
  ...resources('AWS::SNS::Subscription').map(({ Properties }) => target(Properties['Endpoint'])),
];

describe('asynchronous invocations', () => {
  it('an asynchronous invocation is tried three times within ten minutes, and its event is then kept', () => {
    expect(configured.size).toBe(5);
    expect(new Set(configured.keys())).toEqual(new Set([...called, named('record-receipt').id]));
    for (const properties of configured.values()) {
      expect(properties).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 600 });
      expect(queues).toContain(target(properties['DestinationConfig'].OnFailure.Destination));
    }
  });

  it('an event that does not reach its function is kept', () => {
    for (const { DeadLetterConfig } of targets) expect(queues).toContain(target(DeadLetterConfig.Arn));
    for (const { Properties } of resources('AWS::SNS::Subscription'))
      expect(queues).toContain(target(Properties['RedrivePolicy'].deadLetterTargetArn));
  });

  it('every queue keeps its messages for 14 days, encrypted, and takes TLS only', () => {
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

  it('the group of schedules is deleted with the stack', () => {
    expect(group).toMatchObject({ DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
  });

  it('Scheduler may take the role of schedules for this group only, to invoke its two functions or keep the event', () => {
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
      { action: 'lambda:InvokeFunction', resource: ['follow-up', 'reconcile-provider'].map(arnOf) },
      { action: 'sqs:SendMessage', resource: { 'Fn::GetAtt': [undelivered, 'Arn'] } },
    ]);
  });

  it('only the relay and the reconciliation create schedules, in the group and with that role', () => {
    const variables = {
      SCHEDULE_GROUP: group.Properties['Name'],
      FOLLOW_UP_FUNCTION_ARN: { 'Fn::GetAtt': [named('follow-up').id, 'Arn'] },
      SCHEDULER_ROLE_ARN: { 'Fn::GetAtt': [role?.id, 'Arn'] },
      SCHEDULE_DLQ_ARN: { 'Fn::GetAtt': [undelivered, 'Arn'] },
    };
    const reconcile = { RECONCILE_FUNCTION_ARN: { 'Fn::GetAtt': [named('reconcile-provider').id, 'Arn'] } };
    expect(named('relay').Properties['Environment'].Variables).toMatchObject({ ...variables, ...reconcile });
    expect(named('reconcile-provider').Properties['Environment'].Variables).toMatchObject(variables);
    const may = JSON.stringify(resources('AWS::IAM::Policy').map((policy) => policy.Properties['PolicyDocument']));
    expect(may).toContain(`:schedule/${group.Properties['Name']}/*`);
    expect(may.match(/iam:PassRole/g)).toHaveLength(2);
    expect(may).toContain(
      `"Action":"iam:PassRole","Condition":{"StringEquals":{"iam:PassedToService":"scheduler.amazonaws.com"}},"Effect":"Allow","Resource":{"Fn::GetAtt":["${role?.id}","Arn"]}`,
    );
  });

  it('a run ends before its send would count as unknown', () => {
    expect(named('follow-up').Properties['Timeout']).toBeLessThan(120);
  });
});

describe('the reconciliation', () => {
  it('a run of the reconciliation stops by itself a minute before its time limit', () => {
    expect(named('reconcile-provider').Properties['Timeout']).toBe(300);
  });
});

describe('the sweeper', () => {
  it('the sweeper runs every five minutes, and ends before the next time', () => {
    const { id, Properties } = named('sweep');
    const [rule] = resources('AWS::Events::Rule').filter((each) => each.Properties['ScheduleExpression']);
    expect(rule?.Properties['ScheduleExpression']).toBe('rate(5 minutes)');
    expect(rule?.Properties['Targets'].map(({ Arn }: Properties) => target(Arn))).toEqual([id]);
    expect(Properties['Timeout']).toBeLessThan(300);
  });

  it('the sweeper may invoke the follow-up function, and no other', () => {
    const followUp = named('follow-up').id;
    expect(named('sweep').Properties['Environment'].Variables.FOLLOW_UP_FUNCTION_NAME).toEqual({ Ref: followUp });
    const invoke = allowed(target(named('sweep').Properties['Role'])).filter(({ action }) =>
      action.startsWith('lambda:'),
    );
    expect(invoke).toEqual([{ action: 'lambda:InvokeFunction', resource: { 'Fn::GetAtt': [followUp, 'Arn'] } }]);
  });
});

describe('the relay', () => {
  it('the relay may invoke the follow-up function at once, and no other', () => {
    const followUp = named('follow-up').id;
    expect(named('relay').Properties['Environment'].Variables.FOLLOW_UP_FUNCTION_NAME).toEqual({ Ref: followUp });
    const invoke = allowed(target(named('relay').Properties['Role'])).filter(({ action }) =>
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

  it('only SMS and WhatsApp of this account may publish replies, over TLS', () => {
    const document = policy?.Properties['PolicyDocument'];
    expect(grants(document)).toMatchObject([
      { Effect: 'Allow', Action: 'sns:Publish', Principal: services, Condition: ofThisAccount },
    ]);
    expect(JSON.stringify(document)).toContain('"aws:SecureTransport":"false"');
  });

  it('replies are encrypted under a key that rotates, and that SMS and WhatsApp may use', () => {
    expect(target(topic?.Properties['KmsMasterKeyId'])).toBe(key.id);
    expect(key.Properties['EnableKeyRotation']).toBe(true);
    expect(grants(key.Properties['KeyPolicy'])).toMatchObject([
      { Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Principal: services, Condition: ofThisAccount },
    ]);
  });

  it('what is published goes to the function that receives replies, and to the one that records receipts', () => {
    const subscribed = resources('AWS::SNS::Subscription');
    for (const { Properties } of subscribed) expect(target(Properties['TopicArn'])).toBe(topic?.id);
    const endpoints = subscribed.map(({ Properties }) => target(Properties['Endpoint']));
    expect(endpoints.toSorted()).toEqual([named('receive-reply').id, named('record-receipt').id].toSorted());
  });
});
