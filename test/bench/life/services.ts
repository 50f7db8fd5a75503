/** Counts the requests to Scheduler and SQS, and what the functions log. */
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { output } from '#lib/log.ts';

export type Services = {
  schedules: number;
  queueSends: number;
  logLines: number;
  logBytes: number;
};

type Counted = 'schedules' | 'queueSends';
const CLIENTS: readonly [Counted, { send: unknown }][] = [
  ['schedules', SchedulerClient.prototype],
  ['queueSends', SQSClient.prototype],
];

type Send = (this: unknown, ...asked: unknown[]) => unknown;

export async function countServices(work: () => Promise<unknown>): Promise<Services> {
  const counted: Services = { schedules: 0, queueSends: 0, logLines: 0, logBytes: 0 };
  const { write } = output;
  output.write = (line) => {
    counted.logLines += 1;
    counted.logBytes += Buffer.byteLength(line) + 1;
  };
  const before = CLIENTS.map(([name, client]) => {
    const send = client.send as Send;
    client.send = function (this: unknown, ...asked: unknown[]) {
      counted[name] += 1;
      return send.apply(this, asked);
    };
    return () => Object.assign(client, { send });
  });
  try {
    await work();
    return counted;
  } finally {
    output.write = write;
    for (const restore of before) restore();
  }
}
