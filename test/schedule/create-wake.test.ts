/** A wake as EventBridge Scheduler is asked for it, and what its answers mean. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createWake } from '#lib/schedule/create-wake.ts';
import { schedule } from '#lib/schedule/schedule.ts';
import { pointAwsAt, startStubAws } from '#test/message/stub-aws.ts';

const NAME = 'pay_ab12cd34efgh5678ijkl9012mnop3456qr-7';
const INPUT = { collectionId: 'pay_ab12cd34efgh5678ijkl9012mnop3456qr', wakeNumber: 7 };
const wakeAt = (at: string) => createWake({ name: NAME, at: new Date(at), input: INPUT });

let stub: Awaited<ReturnType<typeof startStubAws>>;

beforeAll(async () => {
  stub = await startStubAws();
  pointAwsAt(stub.url);
  Object.assign(schedule, {
    group: 'collections',
    functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:follow-up',
    roleArn: 'arn:aws:iam::123456789012:role/scheduler',
    deadLetterArn: 'arn:aws:sqs:eu-west-1:123456789012:wakes',
  });
});

beforeEach(() => {
  stub.received.length = 0;
  stub.reply = {
    status: 200,
    body: { ScheduleArn: 'arn:aws:scheduler:eu-west-1:123456789012:schedule/collections/x' },
  };
});

const failWith = (status: number, name: string) => {
  stub.reply = { status, headers: { 'x-amzn-errortype': name }, body: { Message: 'no' } };
};

it('asks for one ring that deletes itself, gives up after fifteen minutes, and then is told of', async () => {
  await wakeAt('2030-01-02T03:04:05.000Z');
  expect(stub.received).toHaveLength(1);
  expect(stub.received[0]).toMatchObject({ path: `/schedules/${NAME}` });
  expect(stub.received[0]?.body).toEqual({
    GroupName: 'collections',
    ClientToken: expect.any(String),
    ScheduleExpression: 'at(2030-01-02T03:04:05)',
    ScheduleExpressionTimezone: 'UTC',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: 'arn:aws:lambda:eu-west-1:123456789012:function:follow-up',
      RoleArn: 'arn:aws:iam::123456789012:role/scheduler',
      Input: JSON.stringify(INPUT),
      RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 },
      DeadLetterConfig: { Arn: 'arn:aws:sqs:eu-west-1:123456789012:wakes' },
    },
  });
});

it.each([
  ['2030-01-02T03:04:05.001Z', 'at(2030-01-02T03:04:06)'],
  ['2030-01-02T03:04:59.999Z', 'at(2030-01-02T03:05:00)'],
  ['2030-12-31T23:59:59.500Z', 'at(2031-01-01T00:00:00)'],
])('never rings before its instant: %s becomes %s', async (at, expression) => {
  await wakeAt(at);
  expect(stub.received[0]?.body['ScheduleExpression']).toBe(expression);
});

it('is content when the name is taken: it is the same wake', async () => {
  failWith(409, 'ConflictException');
  await expect(wakeAt('2030-01-02T03:04:05.000Z')).resolves.toBeUndefined();
  expect(stub.received).toHaveLength(1);
});

it.each([
  [400, 'ValidationException', 1],
  [402, 'ServiceQuotaExceededException', 1],
  [404, 'ResourceNotFoundException', 1],
  [429, 'ThrottlingException', 2],
  [500, 'InternalServerException', 2],
] as const)('tells the caller of a %i %s, after %i requests', async (status, name, requests) => {
  failWith(status, name);
  await expect(wakeAt('2030-01-02T03:04:05.000Z')).rejects.toMatchObject({ name });
  expect(stub.received).toHaveLength(requests);
});

it('repeats a request whose answer was lost with the same token, so that there is one wake', async () => {
  stub.reply = 'drop';
  await expect(wakeAt('2030-01-02T03:04:05.000Z')).rejects.toThrow();
  expect(stub.received).toHaveLength(2);
  expect(new Set(stub.received.map(({ body }) => body['ClientToken'])).size).toBe(1);
});
