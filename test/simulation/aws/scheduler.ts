/** EventBridge Scheduler: one-time schedules that run late, twice or never, and Lambda's Invoke, which the sweeper uses. */
import { ServiceException, TooManyRequestsException } from '@aws-sdk/client-lambda';
import {
  ConflictException,
  type CreateScheduleCommandInput,
  InternalServerException,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import type { World } from '#test/simulation/world/world.ts';
import { exchange, type Served } from './exchange.ts';
import { noReply, withRetries } from './retries.ts';

const refused = { $metadata: { httpStatusCode: 400 }, Message: '', message: '' };
const broke = { $metadata: { httpStatusCode: 500 }, Message: 'internal', message: 'internal' };

const TIMEOUT_MS = 2_000;
/** The precision of Scheduler. */
const MINUTE = 60_000;
/** Scheduler retries an invocation for a quarter of an hour. */
const MAX_RETRY = 15 * MINUTE;

export function createScheduler(world: World) {
  const { kernel, faults, network, lambda } = world;
  const pending = new Set<string>();
  const runs = new Map<string, string>();

  function invoke(name: string, input: { collection: string }): void {
    // Completed schedules are deleted, so the name is free again.
    pending.delete(name);
    kernel.trace.say(`schedule ${name} runs`);
    if (!faults.strikes('nemesis')) {
      lambda.invokeLater('follow-up', input);
      return;
    }
    // The customer replies STOP while the run is being started.
    world.customers.stop(input.collection);
    kernel.after(faults.random('nemesis').between(50, 2_500), () => lambda.invokeLater('follow-up', input));
  }

  function create({ Name = '', ScheduleExpression = '', Target }: CreateScheduleCommandInput): Served<object> {
    const at = Date.parse(`${ScheduleExpression.slice('at('.length, -1)}.000Z`);
    const run = Target?.Input ?? '{}';
    if ((runs.get(Name) ?? run) !== run) world.violate(4, `the schedule ${Name} stands for two runs`);
    runs.set(Name, run);
    if (pending.has(Name)) {
      world.note('schedule exists already');
      return { error: new ConflictException(refused) };
    }
    if (at <= kernel.now()) return { error: new ValidationException(refused) };
    pending.add(Name);
    const input = JSON.parse(run);
    if (faults.strikes('schedule-never')) return { value: {} };
    const late = faults.strikes('schedule-late') ? faults.random('schedule-late').between(0, MAX_RETRY) : 0;
    kernel.after(at - kernel.now() + late + network.between(0, 2_000), () => invoke(Name, input));
    if (faults.strikes('schedule-twice'))
      kernel.after(at - kernel.now() + network.between(0, MINUTE), () => invoke(Name, input));
    return { value: { ScheduleArn: `arn:aws:scheduler:eu-west-1:123456789012:schedule/collections/${Name}` } };
  }

  return {
    send: ({ input: given }: { input: CreateScheduleCommandInput }): Promise<object> => {
      const input = world.seams.schedule(given);
      return withRetries(world, 2, () =>
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

type InvokeInput = { FunctionName?: string; Payload?: Uint8Array };

export function createFollowUpFunction(world: World) {
  return {
    send: ({ input }: { input: InvokeInput }): Promise<object> =>
      withRetries(world, 3, () =>
        exchange<object>(world, {
          service: 'lambda',
          what: `lambda invoke ${input.FunctionName}`,
          timeoutMs: TIMEOUT_MS,
          gaveUp: noReply,
          throttled: () => new TooManyRequestsException({ message: 'throttled', $metadata: { httpStatusCode: 429 } }),
          broken: () => new ServiceException({ message: 'internal', $metadata: { httpStatusCode: 500 } }),
          serve: (answer) => {
            world.lambda.invokeLater('follow-up', JSON.parse(new TextDecoder().decode(input.Payload)));
            answer({ value: { StatusCode: 202 } });
          },
        }),
      ),
  };
}
