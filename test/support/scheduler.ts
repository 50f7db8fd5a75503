/** A fake of EventBridge Scheduler that accepts and remembers every requested run. */
import { beforeAll, beforeEach } from 'vitest';
import { schedule } from '#lib/schedule/scheduler.ts';
import { startStubAws } from '#test/message/stub-aws.ts';
import type { Reply } from '#test/support/stub-server.ts';

/** A requested run: the name of its schedule, its time, and its input. */
type RequestedRun = { name: string; at: string; input: { collection: string; run: number } };

type Stub = Awaited<ReturnType<typeof startStubAws>>;

export type StubScheduler = {
  runs: () => RequestedRun[];
  /** The raw requests in order of arrival. */
  requests: () => Stub['received'];
  reply: (reply: Reply) => void;
};

const TAKEN: Reply = {
  status: 200,
  body: { ScheduleArn: 'arn:aws:scheduler:eu-west-1:123456789012:schedule/collections/x' },
};

/** Serves all tests of a file; each test begins with a scheduler that accepts everything and has no schedules. */
export function useScheduler(): StubScheduler {
  let stub: Stub;
  beforeAll(async () => {
    stub = await startStubAws();
    process.env['AWS_ENDPOINT_URL_SCHEDULER'] = stub.url;
    Object.assign(schedule, {
      group: 'collections',
      functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:follow-up',
      roleArn: 'arn:aws:iam::123456789012:role/scheduler',
      deadLetterArn: 'arn:aws:sqs:eu-west-1:123456789012:missed-runs',
    });
  });
  beforeEach(() => {
    stub.received.length = 0;
    stub.reply = TAKEN;
  });
  return {
    requests: () => stub.received,
    runs: () => stub.received.map(({ path, body }) => requestedRun(path, body as never)),
    reply: (reply) => {
      stub.reply = reply;
    },
  };
}

function requestedRun(path: string, body: { ScheduleExpression: string; Target: { Input: string } }): RequestedRun {
  const at = `${body.ScheduleExpression.slice('at('.length, -1)}.000Z`;
  return { name: path.slice('/schedules/'.length), at, input: JSON.parse(body.Target.Input) };
}
