/** The two recurring schedules of each payment provider, as EventBridge Scheduler gets them. */
import { expect, it } from 'vitest';
import { service } from '#test/support/a-service.ts';
import { useScheduler } from '#test/support/scheduler.ts';

const PROVIDER = 'prv_ab12cd34efgh5678ijkl9012mnop3456qrs';
const scheduler = useScheduler();

const asked = () =>
  Object.fromEntries(
    scheduler
      .requests()
      .map(({ path, body: { ClientToken: _token, ...body } }) => [path?.slice('/schedules/'.length), body]),
  );

const expected = (expression: string, window: string) => ({
  GroupName: 'collections',
  ScheduleExpression: expression,
  ScheduleExpressionTimezone: 'UTC',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ActionAfterCompletion: 'NONE',
  Target: {
    Arn: service.settings.reconcileFunctionArn,
    RoleArn: 'arn:aws:iam::123456789012:role/scheduler',
    Input: JSON.stringify({ provider: PROVIDER, window }),
    RetryPolicy: { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 },
    DeadLetterConfig: { Arn: 'arn:aws:sqs:eu-west-1:123456789012:missed-runs' },
  },
});

it('a provider gets an hourly and a daily schedule, which have its id in their names and never end', async () => {
  await service.scheduleReconciliation(PROVIDER);
  expect(asked()).toEqual({
    [`${PROVIDER}-hourly`]: expected('rate(1 hour)', 'hour'),
    [`${PROVIDER}-daily`]: expected('rate(1 day)', 'days'),
  });
  for (const name of Object.keys(asked())) expect(name.length).toBeLessThanOrEqual(64);
});

it('a provider that has its schedules already keeps them, and that is success', async () => {
  scheduler.reply({ status: 409, headers: { 'x-amzn-errortype': 'ConflictException' }, body: { Message: 'there' } });
  await expect(service.scheduleReconciliation(PROVIDER)).resolves.toBeUndefined();
  expect(scheduler.requests()).toHaveLength(2);
});

it('a provider whose schedules cannot be created fails, so that the relay tries again', async () => {
  scheduler.reply({
    status: 402,
    headers: { 'x-amzn-errortype': 'ServiceQuotaExceededException' },
    body: { Message: 'no' },
  });
  await expect(service.scheduleReconciliation(PROVIDER)).rejects.toMatchObject({
    name: 'ServiceQuotaExceededException',
  });
});
