/** The fake of EventBridge Scheduler, called by the service's own code and by the SDK's client. */
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import { createRecurringSchedule, createSchedule } from '#lib/schedule/create-schedule.ts';
import { schedule } from '#lib/schedule/scheduler.ts';
import { openFakes, type TestFakes } from './open-fakes.ts';

let aws: TestFakes;
let client: SchedulerClient;
const GroupName = KNOWN.SCHEDULE_GROUP;

beforeAll(async () => {
  aws = await openFakes();
  client = new SchedulerClient({ maxAttempts: 1 });
  Object.assign(schedule, {
    group: aws.environment['SCHEDULE_GROUP'],
    runsQueueArn: aws.environment['RUNS_QUEUE_ARN'],
    roleArn: aws.environment['SCHEDULER_ROLE_ARN'],
    deadLetterArn: aws.environment['SCHEDULE_DLQ_ARN'],
  });
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

const scheduleRun = (name: string, at: string) => createSchedule({ name, at: new Date(at), input: { name } });

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

describe('recurring schedules', () => {
  const functionArn = KNOWN.RECONCILE_FUNCTION_ARN;
  const recur = (name: string, every: string) =>
    createRecurringSchedule({ name, every, input: { name }, target: functionArn });
  const times = () => aws.schedules.list().map(({ name, at, everyMs }) => [name, at, everyMs]);
  const HOUR = 3_600_000;

  it('a recurring schedule is due one interval after it was created, and is listed with what is next', async () => {
    await recur('hourly', '1 hour');
    await recur('daily', '1 day');
    await recur('soon', '15 minutes');
    expect(times()).toEqual([
      ['soon', '2030-01-01T10:15:00.000Z', HOUR / 4],
      ['hourly', '2030-01-01T11:00:00.000Z', HOUR],
      ['daily', '2030-01-02T10:00:00.000Z', 24 * HOUR],
    ]);
    expect(aws.schedules.due(new Date('2030-01-01T11:00:00.000Z')).map(({ target }) => target)).toEqual([
      functionArn,
      functionArn,
    ]);
  });

  it('a recurring schedule cannot be taken, and moves on to its first instant after the given one', async () => {
    await recur('hourly', '1 hour');
    expect(aws.schedules.take('hourly')).toBeUndefined();
    for (const [now, next] of [
      ['2030-01-01T11:00:00.000Z', '2030-01-01T12:00:00.000Z'],
      ['2030-01-01T11:20:00.000Z', '2030-01-01T13:00:00.000Z'],
      ['2030-03-01T10:59:59.999Z', '2030-03-01T11:00:00.000Z'],
    ]) {
      aws.schedules.moveOn('hourly', new Date(now ?? ''));
      expect(times()).toEqual([['hourly', next, HOUR]]);
    }
  });

  it('of the schedules that are due, the earliest one-time schedules are found apart from what recurs', async () => {
    await recur('soon', '1 minute');
    await scheduleRun('once', '2030-01-01T11:00:00.000Z');
    const until = new Date('2030-01-02T00:00:00.000Z');
    expect(aws.schedules.earliest(until).map(({ name }) => name)).toEqual(['once']);
    expect(aws.schedules.recurring(until).map(({ name }) => name)).toEqual(['soon']);
    aws.schedules.take('once');
    expect(aws.schedules.earliest(until)).toEqual([]);
    expect(aws.schedules.recurring(new Date('2030-01-01T10:00:59.999Z'))).toEqual([]);
  });

  it('creating a recurring schedule again leaves it as it is', async () => {
    await recur('hourly', '1 hour');
    aws.schedules.moveOn('hourly', new Date('2030-01-01T11:00:00.000Z'));
    await recur('hourly', '1 hour');
    expect(times()).toEqual([['hourly', '2030-01-01T12:00:00.000Z', HOUR]]);
  });

  it('GetSchedule shows the expression of a recurring schedule', async () => {
    await recur('daily', '1 day');
    const shown = await client.send(new GetScheduleCommand({ Name: 'daily', GroupName }));
    expect(shown).toMatchObject({ ScheduleExpression: 'rate(1 day)', ActionAfterCompletion: 'NONE' });
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

  it('DeleteSchedule deletes a schedule, and refuses an unknown one', async () => {
    await create();
    const one = { Name: 'one', GroupName };
    await client.send(new DeleteScheduleCommand(one));
    const missing = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } };
    await expect(client.send(new DeleteScheduleCommand(one))).rejects.toMatchObject(missing);
    await expect(client.send(new GetScheduleCommand(one))).rejects.toMatchObject(missing);
  });

  it('ListSchedules lists page by page, by group and by the start of the name', async () => {
    for (const Name of ['a-1', 'a-2', 'a-3', 'b-1']) await create({ Name });
    await create({ Name: 'a-4', GroupName: 'default' });
    const list = async (given: object) => {
      const names: (string | undefined)[][] = [];
      for (let NextToken: string | undefined, pages = 0; pages < 5; pages += 1) {
        const page = await client.send(new ListSchedulesCommand({ ...given, ...(NextToken && { NextToken }) }));
        names.push((page.Schedules ?? []).map(({ Name }) => Name));
        NextToken = page.NextToken;
        if (NextToken === undefined) break;
      }
      return names;
    };
    expect(await list({ GroupName, NamePrefix: 'a-', MaxResults: 2 })).toEqual([['a-1', 'a-2'], ['a-3']]);
    expect(await list({ GroupName: 'default' })).toEqual([['a-4']]);
    expect((await list({})).flat()).toHaveLength(5);
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

  it('CreateSchedule takes a name of 64 characters of every allowed kind', async () => {
    const Name = `${'a'.repeat(58)}Z9-_.0`;
    await create({ Name });
    expect(aws.schedules.take(Name)).toMatchObject({ name: Name });
  });

  it('CreateSchedule refuses an unknown group', async () => {
    await expect(create({ GroupName: 'other' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
