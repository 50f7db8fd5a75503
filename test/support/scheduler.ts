/** A fake of EventBridge Scheduler and of the queue of runs that accepts and remembers every requested run. */
import { beforeAll, beforeEach } from 'vitest';
import type { Run } from '#lib/schedule/queues.ts';
import { type StubAws, stubAwsFor } from '#test/channels/stub-aws.ts';
import type { Reply } from '#test/support/stub-server.ts';

/** A requested run: its name, which for a schedule is its own, its time, and its input. */
type RequestedRun = { name: string; at: string; input: Run };

export type StubScheduler = {
  runs: () => RequestedRun[];
  /** The runs that were put on the queue. */
  queued: () => RequestedRun[];
  /** The raw requests for schedules, in order of arrival. */
  requests: () => StubAws['received'];
  reply: (reply: Reply) => void;
};

const TAKEN: Reply = {
  status: 200,
  body: { ScheduleArn: 'arn:aws:scheduler:eu-west-1:123456789012:schedule/collections/x' },
};

/** Serves all tests of a file; each test begins with a scheduler that accepts everything and has no schedules. */
export function useScheduler(): StubScheduler {
  let stub: StubAws;
  beforeAll(async () => {
    stub = await stubAwsFor('scheduler');
    process.env['AWS_ENDPOINT_URL_SCHEDULER'] = stub.url;
    process.env['AWS_ENDPOINT_URL_SQS'] = stub.url;
  });
  beforeEach(() => {
    stub.received.length = 0;
    stub.reply = TAKEN;
  });
  const schedules = () => stub.received.filter(({ path }) => path.startsWith(SCHEDULES));
  return {
    requests: schedules,
    runs: () => schedules().map(({ path, body }) => requestedRun(path, body as never)),
    queued: () =>
      stub.received
        .filter(({ path }) => !path.startsWith(SCHEDULES))
        .flatMap(({ body, at }) => ((body as Sent).Entries ?? []).map((entry) => queuedRun(entry, at))),
    reply: (reply) => {
      stub.reply = reply;
    },
  };
}

const SCHEDULES = '/schedules/';

type Entry = { MessageBody: string; DelaySeconds: number };
type Sent = { Entries?: Entry[] };

function queuedRun({ MessageBody, DelaySeconds }: Entry, at: Date): RequestedRun {
  const input: Run = JSON.parse(MessageBody);
  const due = new Date(at.getTime() + DelaySeconds * 1000);
  return { name: `${input.collection}-${input.run ?? 'asks'}`, at: due.toISOString(), input };
}

function requestedRun(path: string, body: { ScheduleExpression: string; Target: { Input: string } }): RequestedRun {
  const at = `${body.ScheduleExpression.slice('at('.length, -1)}.000Z`;
  return { name: path.slice(SCHEDULES.length), at, input: JSON.parse(body.Target.Input) };
}
