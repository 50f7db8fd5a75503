/** EventBridge Scheduler: one-time schedules, which queue their run late, twice or never. */
import {
  ConflictException,
  type CreateScheduleCommandInput,
  InternalServerException,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import type { World } from '#test/simulation/world/world.ts';
import { exchange, noReply, type Served, withRetries } from './exchange.ts';

const refused = { $metadata: { httpStatusCode: 400 }, Message: '', message: '' };
const broke = { $metadata: { httpStatusCode: 500 }, Message: 'internal', message: 'internal' };

export const WEBHOOKS_ARN = 'arn:webhooks';
export const SCHEDULER = {
  group: 'collections',
  roleArn: 'arn:role',
  deadLetterArn: 'arn:dead',
  runsQueueArn: 'arn:runs',
};

const TIMEOUT_MS = 2_000;
/** The precision of Scheduler. */
const MINUTE = 60_000;
/** Scheduler retries for a quarter of an hour. */
const MAX_RETRY = 15 * MINUTE;

export function createScheduler(world: World) {
  const { kernel, faults, network, queues } = world;
  const pending = new Set<string>();
  const inputs = new Map<string, string>();

  function run(name: string, { input, target }: { input: string; target: string | undefined }): void {
    // Completed schedules are deleted, so the name is free again.
    pending.delete(name);
    kernel.trace.say(`schedule ${name} runs`);
    const add = target === WEBHOOKS_ARN ? queues.addWebhook : queues.addRun;
    if (target === WEBHOOKS_ARN || !faults.strikes('nemesis')) {
      add(input);
      return;
    }
    // The customer replies STOP while the run is being started.
    world.customers.stop(JSON.parse(input).collection);
    kernel.after(faults.random('nemesis').between(50, 2_500), () => queues.addRun(input));
  }

  function create({ Name = '', ScheduleExpression = '', Target }: CreateScheduleCommandInput): Served<object> {
    const at = Date.parse(`${ScheduleExpression.slice('at('.length, -1)}.000Z`);
    const input = Target?.Input ?? '{}';
    const asked = { input, target: Target?.Arn };
    if ((inputs.get(Name) ?? input) !== input) world.violate(4, `the schedule ${Name} stands for two runs`);
    inputs.set(Name, input);
    if (pending.has(Name)) {
      world.note('schedule exists already');
      return { error: new ConflictException(refused) };
    }
    if (at <= kernel.now()) return { error: new ValidationException(refused) };
    pending.add(Name);
    if (faults.strikes('schedule-never')) return { value: {} };
    const late = faults.strikes('schedule-late') ? faults.random('schedule-late').between(0, MAX_RETRY) : 0;
    kernel.after(at - kernel.now() + late + network.between(0, 2_000), () => run(Name, asked));
    if (faults.strikes('schedule-twice'))
      kernel.after(at - kernel.now() + network.between(0, MINUTE), () => run(Name, asked));
    return { value: { ScheduleArn: `arn:aws:scheduler:eu-west-1:123456789012:schedule/collections/${Name}` } };
  }

  return {
    send: ({ input: given }: { input: CreateScheduleCommandInput }): Promise<object> => {
      const input = world.seams.schedule(given);
      if (!isWellFormed(input)) world.violate(4, `not a schedule: ${JSON.stringify(input)}`);
      return withRetries(world, 3, () =>
        exchange<object>(world, {
          service: 'scheduler',
          what: `scheduler ${input.Name} ${input.ScheduleExpression}`,
          timeoutMs: TIMEOUT_MS,
          gaveUp: noReply,
          throttled: () => new ThrottlingException(refused),
          broken: () => new InternalServerException(broke),
          serve: (answer) => answer(create(input)),
        }),
      );
    },
  };
}

/** Once, on the second, to one of our queues, under a name that Scheduler takes. */
const isWellFormed = ({ Name = '', ScheduleExpression = '', Target }: CreateScheduleCommandInput): boolean =>
  /^[\w.-]{1,64}$/.test(Name) &&
  /^at\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\)$/.test(ScheduleExpression) &&
  [SCHEDULER.runsQueueArn, WEBHOOKS_ARN].includes(Target?.Arn ?? '');
