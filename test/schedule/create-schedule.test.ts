/** The request for a run that EventBridge Scheduler gets, and the result of each answer. */
import { expect, it } from 'vitest';
import { service } from '#test/support/a-service.ts';
import { useScheduler } from '#test/support/scheduler.ts';

const NAME = 'pay_ab12cd34efgh5678ijkl9012mnop3456qr-7';
const INPUT = { collectionId: 'pay_ab12cd34efgh5678ijkl9012mnop3456qr', runNumber: 7 };
const scheduleAt = (at: string) => service.createSchedule({ name: NAME, at: new Date(at), input: INPUT });

const scheduler = useScheduler();

const failWith = (status: number, name: string) => {
  scheduler.reply({ status, headers: { 'x-amzn-errortype': name }, body: { Message: 'no' } });
};

it('a schedule runs once, deletes itself, and goes to the dead-letter queue after fifteen minutes of failure', async () => {
  await scheduleAt('2030-01-02T03:04:05.000Z');
  expect(scheduler.requests()).toHaveLength(1);
  expect(scheduler.requests()[0]).toMatchObject({ path: `/schedules/${NAME}` });
  expect(scheduler.requests()[0]?.body).toEqual({
    GroupName: 'collections',
    ClientToken: expect.any(String),
    ScheduleExpression: 'at(2030-01-02T03:04:05)',
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: 'arn:aws:sqs:eu-west-1:123456789012:runs',
      RoleArn: 'arn:aws:iam::123456789012:role/scheduler',
      Input: JSON.stringify(INPUT),
      RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 },
      DeadLetterConfig: { Arn: 'arn:aws:sqs:eu-west-1:123456789012:missed-runs' },
    },
  });
});

it.each([
  ['2030-01-02T03:04:05.001Z', 'at(2030-01-02T03:04:06)'],
  ['2030-01-02T03:04:59.999Z', 'at(2030-01-02T03:05:00)'],
  ['2030-12-31T23:59:59.500Z', 'at(2031-01-01T00:00:00)'],
])('a schedule never runs before its instant: %s becomes %s', async (at, expression) => {
  await scheduleAt(at);
  expect(scheduler.requests()[0]?.body['ScheduleExpression']).toBe(expression);
});

it('createSchedule succeeds when the name is taken, because it is the same run', async () => {
  failWith(409, 'ConflictException');
  await expect(scheduleAt('2030-01-02T03:04:05.000Z')).resolves.toBeUndefined();
  expect(scheduler.requests()).toHaveLength(1);
});

it.each([
  [400, 'ValidationException', 1],
  [402, 'ServiceQuotaExceededException', 1],
  [404, 'ResourceNotFoundException', 1],
  [429, 'ThrottlingException', 3],
  [500, 'InternalServerException', 3],
] as const)('createSchedule throws the error of status %i, %s, after %i requests', async (status, name, requests) => {
  failWith(status, name);
  await expect(scheduleAt('2030-01-02T03:04:05.000Z')).rejects.toMatchObject({ name });
  expect(scheduler.requests()).toHaveLength(requests);
});

it('createSchedule repeats a request whose answer was lost with the same token, so there is one run', async () => {
  scheduler.reply('drop');
  await expect(scheduleAt('2030-01-02T03:04:05.000Z')).rejects.toThrow();
  expect(scheduler.requests()).toHaveLength(3);
  expect(new Set(scheduler.requests().map(({ body }) => body['ClientToken'])).size).toBe(1);
});
