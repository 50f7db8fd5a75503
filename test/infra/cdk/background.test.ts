/** Asynchronous invocations in the template: no event is lost without an alarm, before the function or in it. */
import { describe, expect, it } from 'vitest';
import { readSettings } from '#infra/cdk/settings.ts';
import { type SettingsName, stackOf } from './stack-of.ts';
import {
  allowed,
  functionOfAlias,
  functions,
  type Properties,
  type Resource,
  resources,
  statementsOf,
  target,
  theOnly,
} from './template.ts';

const named = (name: string): Resource => {
  const found = functions[name];
  if (!found) throw new Error(`no function ${name}`);
  return found;
};
/** Of its alias. */
const arnOf = (name: string) => ({
  Ref: Object.keys(functionOfAlias).find((alias) => functionOfAlias[alias] === named(name).id),
});
const queues = resources('AWS::SQS::Queue').map(({ id }) => id);
/** The queues that feed a function; all others hold dead letters. */
const feeding = (path: string): Resource =>
  resources('AWS::SQS::Queue').find((queue) => queue.path.includes(path)) as Resource;
const runs = feeding('/Runs/Queue/');
const webhooks = feeding('/Webhooks/Queue/Queue/');
const RUNS_ARN = { 'Fn::GetAtt': [runs.id, 'Arn'] };
const WEBHOOKS_ARN = { 'Fn::GetAtt': [webhooks.id, 'Arn'] };
const configured = new Map(
  resources('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => [target(Properties['FunctionName']), Properties]),
);
const targets = resources('AWS::Events::Rule').flatMap(({ Properties }) => Properties['Targets'] as Properties[]);

/** Ids of the functions that are invoked asynchronously. */
const called = [
  named('reconcile-provider').id,
  ...targets.map(({ Arn }) => target(Arn)),
  ...resources('AWS::SNS::Subscription').map(({ Properties }) => target(Properties['Endpoint'])),
];

describe('asynchronous invocations', () => {
  it('an asynchronous invocation is tried three times within ten minutes, and its event is then kept', () => {
    expect(configured.size).toBe(8);
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

  it('every queue of dead letters keeps them for 14 days, and every queue is encrypted and takes TLS only', () => {
    for (const { id, Properties } of resources('AWS::SQS::Queue')) {
      const days = [runs.id, webhooks.id].includes(id) ? 4 : 14;
      expect(Properties).toMatchObject({ MessageRetentionPeriod: days * 24 * 3600, SqsManagedSseEnabled: true });
    }
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

  it('Scheduler may take the role of schedules for this group only, to queue a run or a webhook, to reconcile, or to keep the event', () => {
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
      { action: 'sqs:SendMessage', resource: [{ 'Fn::GetAtt': [undelivered, 'Arn'] }, RUNS_ARN, WEBHOOKS_ARN] },
      { action: 'lambda:InvokeFunction', resource: arnOf('reconcile-provider') },
    ]);
  });

  it('only the relay, the reconciliation and what delivers webhooks create schedules, in the group and with that role', () => {
    const variables = {
      SCHEDULE_GROUP: group.Properties['Name'],
      RUNS_QUEUE_ARN: RUNS_ARN,
      SCHEDULER_ROLE_ARN: { 'Fn::GetAtt': [role?.id, 'Arn'] },
      SCHEDULE_DLQ_ARN: { 'Fn::GetAtt': [undelivered, 'Arn'] },
    };
    const reconcile = { RECONCILE_FUNCTION_ARN: arnOf('reconcile-provider') };
    expect(named('relay').Properties['Environment'].Variables).toMatchObject({ ...variables, ...reconcile });
    expect(named('reconcile-provider').Properties['Environment'].Variables).toMatchObject(variables);
    const { RUNS_QUEUE_ARN: _runs, ...shared } = variables;
    expect(named('deliver').Properties['Environment'].Variables).toMatchObject({
      ...shared,
      WEBHOOKS_QUEUE_ARN: WEBHOOKS_ARN,
    });
    const may = JSON.stringify(statementsOf(resources('AWS::IAM::Role')));
    expect(may).toContain(`:schedule/${group.Properties['Name']}/*`);
    expect(may.match(/iam:PassRole/g)).toHaveLength(3);
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

/** What feeds the functions of the background, by the settings of a stage. */
const sourcesOf = (settings: SettingsName) =>
  Object.values(stackOf(settings).findResources('AWS::Lambda::EventSourceMapping')).map(({ Properties }) => Properties);

describe('the queue of runs', () => {
  it('the queue of runs feeds the follow-up function ten by ten, a settable number of times at once, with partial failures', () => {
    const source = (settings: SettingsName) =>
      sourcesOf(settings).find(({ EventSourceArn }) => JSON.stringify(EventSourceArn).includes('Runs'));
    expect(source('plain')).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
    expect(source('plain')?.ScalingConfig).toEqual({ MaximumConcurrency: 10 });
    expect(source('many')?.ScalingConfig).toEqual({ MaximumConcurrency: 250 });
    for (const refused of [1, 1001, 2.5])
      expect(() => readSettings('mine', { maxConcurrentRuns: refused })).toThrow('maxConcurrentRuns: ');
  });

  it('the queue of webhooks feeds a settable number of deliveries at once, and never so few that no account is noisy', () => {
    const atOnce = (settings: SettingsName) =>
      sourcesOf(settings).find(({ EventSourceArn }) => JSON.stringify(EventSourceArn).includes('Webhooks'))
        ?.ScalingConfig;
    expect(atOnce('plain')).toEqual({ MaximumConcurrency: 30 });
    expect(atOnce('many')).toEqual({ MaximumConcurrency: 400 });
    for (const refused of [29, 1001])
      expect(() => readSettings('mine', { maxConcurrentWebhooks: refused })).toThrow('maxConcurrentWebhooks: ');
  });

  it('both readers of the stream handle a settable number of batches of a shard at once', () => {
    const factors = (settings: SettingsName) =>
      sourcesOf(settings)
        .map(({ ParallelizationFactor }) => ParallelizationFactor)
        .filter((factor) => factor !== undefined);
    expect([factors('plain'), factors('many')]).toEqual([
      [1, 1],
      [4, 4],
    ]);
    expect(() => readSettings('mine', { parallelStreamBatches: 11 })).toThrow('parallelStreamBatches: ');
  });

  it('both queues and both readers of the stream gather for as long as is set, and a message is hidden for as much longer', () => {
    const gathered = (settings: SettingsName) =>
      sourcesOf(settings).map(({ MaximumBatchingWindowInSeconds }) => MaximumBatchingWindowInSeconds);
    expect([gathered('plain'), gathered('many')]).toEqual([
      [0, 0, 0, 0],
      [2, 2, 2, 2],
    ]);
    const hidden = (settings: SettingsName) =>
      Object.entries(stackOf(settings).findResources('AWS::SQS::Queue'))
        .filter(([id]) => id === runs.id || id === webhooks.id)
        .map(([, { Properties }]) => Properties.VisibilityTimeout);
    expect(hidden('many')).toEqual(hidden('plain').map((seconds) => seconds + 2));
    for (const refused of [-1, 11, 0.5])
      expect(() => readSettings('mine', { gatherSeconds: refused })).toThrow('gatherSeconds: ');
  });

  it('a run is hidden for six times the limit of its function, and is a dead letter after five failures', () => {
    const { VisibilityTimeout, RedrivePolicy } = runs.Properties;
    expect(VisibilityTimeout).toBe(6 * named('follow-up').Properties['Timeout']);
    expect(RedrivePolicy.maxReceiveCount).toBe(5);
    expect(queues).toContain(target(RedrivePolicy.deadLetterTargetArn));
  });

  it('the relay, the sweeper and what asks for forecasts put runs on the queue, and no function that is fed by it does', () => {
    const senders = ['relay', 'sweep', 'rehearse-policy', 'get-agenda'];
    for (const [name, { Properties }] of Object.entries(functions)) {
      const permitted = allowed(target(Properties['Role'])).filter(
        ({ action, resource }) => action === 'sqs:SendMessage' && JSON.stringify(resource) === JSON.stringify(RUNS_ARN),
      );
      expect([name, permitted.length]).toEqual([name, senders.includes(name) ? 1 : 0]);
    }
    for (const name of senders)
      expect(named(name).Properties['Environment'].Variables.RUNS_QUEUE_URL).toEqual({ Ref: runs.id });
  });
});

describe('the sweeper', () => {
  it('the sweeper runs each minute, and ends before the next time', () => {
    const { id, Properties } = named('sweep');
    const [rule] = resources('AWS::Events::Rule').filter((each) => each.Properties['ScheduleExpression']);
    expect(rule?.Properties['ScheduleExpression']).toBe('rate(1 minute)');
    expect(rule?.Properties['Targets'].map(({ Arn }: Properties) => target(Arn))).toEqual([id]);
    expect(Properties['Timeout']).toBeLessThanOrEqual(60);
  });
});

describe('replies', () => {
  const [topic, mails] = ['/Replies/Topic/', '/Mails/'].map((part) =>
    resources('AWS::SNS::Topic').find(({ path }) => path.includes(part)),
  );
  const key = resources('AWS::KMS::Key').find(({ path }) => path.includes('/Replies/'));
  const policy = resources('AWS::SNS::TopicPolicy').find(
    ({ Properties }) => target(Properties['Topics'][0]) === topic?.id,
  );
  const services = { Service: ['ses.amazonaws.com', 'sms-voice.amazonaws.com', 'social-messaging.amazonaws.com'] };
  const ofThisAccount = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
  const grants = (document: Properties): Properties[] =>
    document['Statement'].filter(({ Principal }: Properties) => Principal.Service !== undefined);

  it('only SMS, WhatsApp and SES of this account may publish replies, over TLS', () => {
    const document = policy?.Properties['PolicyDocument'];
    expect(grants(document)).toMatchObject([
      { Effect: 'Allow', Action: 'sns:Publish', Principal: services, Condition: ofThisAccount },
    ]);
    expect(JSON.stringify(document)).toContain('"aws:SecureTransport":"false"');
  });

  it('replies are encrypted under a key that rotates, and that SMS, WhatsApp and SES may use', () => {
    expect(target(topic?.Properties['KmsMasterKeyId'])).toBe(key?.id);
    expect(key?.Properties['EnableKeyRotation']).toBe(true);
    expect(grants(key?.Properties['KeyPolicy'] ?? { Statement: [] })).toMatchObject([
      { Action: ['kms:Decrypt', 'kms:GenerateDataKey'], Principal: services, Condition: ofThisAccount },
    ]);
  });

  it('what is published goes to the function that receives replies, and to the one that records receipts; mails go to one of their own', () => {
    const subscribed = resources('AWS::SNS::Subscription').map(({ Properties }) => [
      target(Properties['TopicArn']),
      target(Properties['Endpoint']),
    ]);
    expect(subscribed.toSorted()).toEqual(
      [
        [topic?.id, named('receive-reply').id],
        [topic?.id, named('record-receipt').id],
        [mails?.id, named('receive-email').id],
      ].toSorted(),
    );
  });
});
