/** Asks EventBridge Scheduler to queue a run or a webhook once, or to invoke a function once or again and again. */
import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import type { WebhookTask } from '#lib/domain/webhook/delivery.ts';
import { requestHandler } from '#lib/request-handler.ts';
import type { Service } from '#lib/service.ts';
import type { Settings } from '#lib/settings.ts';

/** `name` and `input` contain ids only, because everyone with access to schedules can read both. */
type Request = {
  name: string;
  input: object;
  /** The ARN of the function to invoke, or of the queue to put `input` on: that of runs, if it is not given. */
  target?: string;
};

export type OneTimeSchedule = Request & { at: Date };

export type Schedules = {
  /** Resolves when the name is taken, too: it is the same run. @throws the other errors, such as for a past instant */
  createSchedule: (schedule: OneTimeSchedule) => Promise<void>;
  /** Resolves when the provider has both its recurring schedules, whether or not it had them before. @throws the other errors */
  scheduleReconciliation: (provider: string) => Promise<void>;
  /** It does not throw: the sweeper finds what has no schedule. The name is the attempt's, so a repetition is the same. */
  scheduleWebhook: (task: WebhookTask, at: Date) => Promise<void>;
};

/** After 15 minutes a run is stale, because the sweeper, or the next run of what recurs, has taken over. */
const RETRY = { MaximumRetryAttempts: 5, MaximumEventAgeInSeconds: 900 };

const connect = (settings: Pick<Settings, 'version'>): SchedulerClient =>
  new SchedulerClient({
    maxAttempts: 3,
    // Short, because the relay creates many schedules within its own time limit.
    requestHandler: requestHandler(settings, { connectionTimeout: 1_000, requestTimeout: 2_000 }),
  });

export function schedulesFrom(
  { settings, log }: Pick<Service, 'settings' | 'log'>,
  client = connect(settings),
): Schedules {
  const create = async (
    { name, input, target = settings.runsQueue.arn }: Request,
    expression: string,
    afterCompletion: 'DELETE' | 'NONE',
  ): Promise<void> => {
    const { schedules } = settings;
    const command = new CreateScheduleCommand({
      Name: name,
      GroupName: schedules.group,
      ScheduleExpression: expression,
      ScheduleExpressionTimezone: 'UTC',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ActionAfterCompletion: afterCompletion,
      Target: {
        Arn: target,
        RoleArn: schedules.roleArn,
        Input: JSON.stringify(input),
        RetryPolicy: RETRY,
        DeadLetterConfig: { Arn: schedules.deadLetterArn },
      },
    });
    try {
      await client.send(command);
    } catch (error) {
      if (!(error instanceof ConflictException)) throw error;
    }
  };
  const createSchedule = ({ at, ...request }: OneTimeSchedule) => create(request, atExpression(at), 'DELETE');
  return {
    createSchedule,
    scheduleReconciliation: async (provider) => {
      const target = settings.reconcileFunctionArn;
      const hourly = { name: `${provider}-hourly`, input: { provider, window: 'hour' }, target };
      const daily = { name: `${provider}-daily`, input: { provider, window: 'days' }, target };
      await Promise.all([create(hourly, 'rate(1 hour)', 'NONE'), create(daily, 'rate(1 day)', 'NONE')]);
    },
    scheduleWebhook: async (task, at) => {
      await createSchedule({ name: webhookName(task, at), at, input: task, target: settings.webhooksQueue.arn }).catch(
        (error: Error) => log.count('ERROR', 'webhook_not_queued', { error: error.name }),
      );
    },
  };
}

const webhookName = ({ endpoint, delivery, round, attempt }: WebhookTask, at: Date): string =>
  delivery === undefined ? `${endpoint}-${at.getTime().toString(36)}` : `${delivery}-${round}-${attempt}`;

/** Scheduler takes whole seconds. We round up, because a run before its time finds nothing due. */
function atExpression(at: Date): string {
  const wholeSecond = new Date(Math.ceil(at.getTime() / 1000) * 1000);
  return `at(${wholeSecond.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`;
}
