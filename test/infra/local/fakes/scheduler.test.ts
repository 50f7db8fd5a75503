/** The fake of EventBridge Scheduler, called by the service's own code and by the SDK's client. */
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import { type Schedules, schedulesFrom } from '#lib/schedule/schedules.ts';
import { serviceFrom } from '#lib/service.ts';
import { openFakes, type TestFakes } from './open-fakes.ts';

let aws: TestFakes;
let client: SchedulerClient;
let schedules: Schedules;
const GroupName = KNOWN.SCHEDULE_GROUP;

beforeAll(async () => {
  aws = await openFakes();
  client = new SchedulerClient({ maxAttempts: 1 });
  schedules = schedulesFrom(serviceFrom({ ...process.env, ...aws.environment }));
});

afterEach(async () => {
  aws.faults.clear();
  for (const { name, group } of aws.schedules.list())
    await client.send(new DeleteScheduleCommand({ Name: name, GroupName: group }));
});

const Target = { Arn: KNOWN.RUNS_QUEUE_ARN, RoleArn: KNOWN.SCHEDULER_ROLE_ARN, Input: '{"a":1}' };

const create = (given: Partial<CreateScheduleCommandInput> = {}) =>
  client.send(
    new CreateScheduleCommand({
      Name: 'one',
      GroupName,
      ScheduleExpression: 'at(2030-01-01T11:00:00)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target,
      ...given,
    }),
  );

const scheduleRun = (name: string, at: string) => schedules.createSchedule({ name, at: new Date(at), input: { name } });

describe('runs that the service schedules', () => {
  it('scheduled runs are listed by their time, found when due, and taken once', async () => {
    await scheduleRun('b', '2030-01-01T12:00:00.000Z');
    await scheduleRun('a', '2030-01-01T11:00:00.000Z');
    await scheduleRun('c', '2030-01-01T13:00:00.000Z');
    expect(aws.schedules.list().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(aws.schedules.due(new Date('2030-01-01T10:59:59.999Z'))).toEqual([]);
    expect(aws.schedules.due(new Date('2030-01-01T12:00:00.000Z')).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(aws.schedules.take('a')).toEqual({
      name: 'a',
      group: 'collections',
      at: '2030-01-01T11:00:00.000Z',
      target: KNOWN.RUNS_QUEUE_ARN,
      input: { name: 'a' },
    });
    expect(aws.schedules.take('a')).toBeUndefined();
    expect(aws.schedules.list().map(({ name }) => name)).toEqual(['b', 'c']);
  });

  it('of two runs with one name the first is kept, and both calls succeed', async () => {
    await scheduleRun('a', '2030-01-01T11:00:00.000Z');
    await scheduleRun('a', '2030-01-01T12:00:00.000Z');
    expect(aws.schedules.list().map(({ at }) => at)).toEqual(['2030-01-01T11:00:00.000Z']);
  });

  it('an instant is rounded up to the second, so that no run is early', async () => {
    await scheduleRun('a', '2030-01-01T11:00:00.001Z');
    expect(aws.schedules.list()[0]?.at).toBe('2030-01-01T11:00:01.000Z');
  });

  it('scheduling a run for an instant that has passed fails', async () => {
    await expect(scheduleRun('a', '2030-01-01T09:59:59.000Z')).rejects.toMatchObject({ name: 'ValidationException' });
    expect(aws.schedules.list()).toEqual([]);
  });

  it.each(['throttle', 'error', 'lost-reply'] as const)(
    'one fault %s is overcome by a retry of the SDK',
    async (kind) => {
      aws.faults.setFault({ service: 'scheduler', kind, times: 1 });
      await scheduleRun('a', '2030-01-01T11:00:00.000Z');
      expect(aws.schedules.list()).toHaveLength(1);
      expect(aws.faults.list()).toEqual([]);
    },
  );

  it.each([
    ['throttle', 'ThrottlingException', 0],
    ['error', 'InternalServerException', 0],
    ['reject', 'ValidationException', 0],
    ['lost-reply', 'TimeoutError', 1],
  ] as const)('a lasting fault %s fails the call with %s, with %i schedules created', async (kind, name, made) => {
    aws.faults.setFault({ service: 'scheduler', kind, times: 3 });
    await expect(scheduleRun('a', '2030-01-01T11:00:00.000Z')).rejects.toMatchObject({ name });
    expect(aws.schedules.list()).toHaveLength(made);
  });
});

describe('on the wire', () => {
  it('GetSchedule shows a schedule as it was created', async () => {
    const { ScheduleArn } = await create({ ActionAfterCompletion: 'DELETE' });
    expect(ScheduleArn).toMatch(/^arn:aws:scheduler:[\w-]+:\d{12}:schedule\/collections\/one$/);
    const { $metadata, ...shown } = await client.send(new GetScheduleCommand({ Name: 'one', GroupName }));
    expect(shown).toEqual({
      Arn: ScheduleArn,
      Name: 'one',
      GroupName,
      State: 'ENABLED',
      ScheduleExpression: 'at(2030-01-01T11:00:00)',
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: 'DELETE',
      Target,
      CreationDate: new Date('2030-01-01T10:00:00.000Z'),
      LastModificationDate: new Date('2030-01-01T10:00:00.000Z'),
    });
  });

  it('CreateSchedule refuses a name that is taken, unless it is the same call again', async () => {
    await create({ ClientToken: 'token-1' });
    await expect(create({ ClientToken: 'token-1' })).resolves.toMatchObject({ ScheduleArn: expect.any(String) });
    await expect(create({ ClientToken: 'token-2' })).rejects.toMatchObject({
      name: 'ConflictException',
      $metadata: { httpStatusCode: 409 },
    });
    await expect(create({ GroupName: 'default' })).resolves.toBeDefined();
  });

  it.each([
    ['a name of 65 characters', { Name: 'a'.repeat(65) }],
    ['a name with a space', { Name: 'a b' }],
    ['an instant that has passed', { ScheduleExpression: 'at(2030-01-01T09:59:59)' }],
    ['an instant with a zone', { ScheduleExpression: 'at(2030-01-01T11:00:00Z)' }],
    ['an instant that does not exist', { ScheduleExpression: 'at(2030-13-01T11:00:00)' }],
    ['a rate of no minutes', { ScheduleExpression: 'rate(0 minutes)' }],
    ['a rate in an unknown unit', { ScheduleExpression: 'rate(5 fortnights)' }],
    ['a rate without a number', { ScheduleExpression: 'rate(hour)' }],
    ['a role that is none', { Target: { ...Target, RoleArn: 'scheduler' } }],
    ['a target that is none', { Target: { ...Target, Arn: '' } }],
    ['an input that is not JSON', { Target: { ...Target, Input: '{' } }],
    ['186 retries', { Target: { ...Target, RetryPolicy: { MaximumRetryAttempts: 186 } } }],
    ['an event age of 59 s', { Target: { ...Target, RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }],
    ['a dead letter queue that is none', { Target: { ...Target, DeadLetterConfig: { Arn: '' } } }],
  ])('CreateSchedule refuses %s', async (_, given) => {
    await expect(create(given)).rejects.toMatchObject({
      name: 'ValidationException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(aws.schedules.list()).toEqual([]);
  });
});
