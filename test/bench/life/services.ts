/** Counts the requests to Scheduler and SQS, and what the functions log. */
import { output } from '#lib/log.ts';
import { schedule } from '#lib/schedule/scheduler.ts';
import { sqs } from '#lib/schedule/sqs.ts';

export type Services = {
  schedules: number;
  queueSends: number;
  logLines: number;
  logBytes: number;
};

type Counted = 'schedules' | 'queueSends';
/** What the clients of the SDK have in common. */
type Stack = { add: (middleware: never, options: object) => void; remove: (name: string) => boolean };

const STACKS: readonly [Counted, () => Stack][] = [
  ['schedules', () => schedule.client.middlewareStack],
  ['queueSends', () => sqs.client.middlewareStack],
];

const COUNTER = 'countRequests';

export async function countServices(work: () => Promise<unknown>): Promise<Services> {
  const counted: Services = { schedules: 0, queueSends: 0, logLines: 0, logBytes: 0 };
  const { write } = output;
  output.write = (line) => {
    counted.logLines += 1;
    counted.logBytes += Buffer.byteLength(line) + 1;
  };
  for (const [name, stack] of STACKS) {
    const count = (next: (args: unknown) => unknown) => (args: unknown) => {
      counted[name] += 1;
      return next(args);
    };
    stack().add(count as never, { step: 'initialize', name: COUNTER });
  }
  try {
    await work();
    return counted;
  } finally {
    output.write = write;
    for (const [, stack] of STACKS) stack().remove(COUNTER);
  }
}
