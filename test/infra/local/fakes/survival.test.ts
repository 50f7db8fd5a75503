/** What the fakes have accepted survives their end, even when they are killed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#infra/local/open-database.ts';
import { readSenders } from '#lib/domain/channels/channels.ts';
import { createRecurringSchedule, createSchedule } from '#lib/schedule/create-schedule.ts';
import { schedule } from '#lib/schedule/scheduler.ts';
import { anAttempt, anOutgoing } from '#test/channels/a-message.ts';
import { sendBy } from '#test/channels/sending.ts';
import { openFakes } from './open-fakes.ts';

const ARNS = {
  roleArn: 'arn:aws:iam::000000000000:role/scheduler',
  deadLetterArn: 'arn:aws:sqs:us-east-1:000000000000:runs-not-delivered',
};

async function holdIn(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const environment = JSON.parse(printed.toString()) as Record<string, string>;
  Object.assign(process.env, environment);
  Object.assign(schedule, {
    group: environment['SCHEDULE_GROUP'],
    runsQueueArn: environment['RUNS_QUEUE_ARN'],
    roleArn: environment['SCHEDULER_ROLE_ARN'],
    deadLetterArn: environment['SCHEDULE_DLQ_ARN'],
  });
  return child;
}

it('every accepted message and schedule survives a kill in the middle of them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aws-'));
  const child = await holdIn(dataDir);
  const send = sendBy(readSenders(process.env));
  const acceptedIds: string[] = [];
  const madeNames: string[] = [];
  let inFlight = 0;
  let mayBeThere = 0;
  const work = Array.from({ length: 8 }, async (_, worker) => {
    for (let slot = 1; child.signalCode === null && slot < 200; slot += 1) {
      inFlight += 1;
      const outcome = await send(anOutgoing('sms', { attempt: anAttempt({ slot: worker * 1000 + slot }) }));
      if (outcome.kind === 'accepted') acceptedIds.push(outcome.messageId);
      if (outcome.kind === 'ambiguous') mayBeThere += 1;
      inFlight -= 1;
      if (acceptedIds.length === 60) child.kill('SIGKILL');
    }
  });
  const runs = (async () => {
    for (let run = 1; child.signalCode === null && run < 200; run += 1) {
      const name = `pay_x-${run}`;
      const made = await createSchedule({ name, at: new Date('2030-01-01T11:00:00Z'), input: { run } }).then(
        () => true,
        () => false,
      );
      if (made) madeNames.push(name);
    }
  })();
  await Promise.all([...work, runs]);
  expect(inFlight).toBe(0);
  expect(acceptedIds.length).toBeGreaterThanOrEqual(60);

  const aws = await openFakes(dataDir);
  const keptIds = new Set(aws.outbox.list().map(({ id }) => id));
  expect(acceptedIds.filter((id) => !keptIds.has(id))).toEqual([]);
  expect(keptIds.size).toBeLessThanOrEqual(acceptedIds.length + mayBeThere);
  const keptNames = new Set(aws.schedules.list().map(({ name }) => name));
  expect(madeNames.filter((name) => !keptNames.has(name))).toEqual([]);
});

it('recurring schedules are still there after a restart, in a folder of an earlier version too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aws-'));
  const earlier = openDatabase(join(dataDir, 'aws'));
  earlier.exec(`CREATE TABLE schedule (name TEXT, scheduleGroup TEXT, atMs INTEGER, clientToken TEXT, createdMs INTEGER,
    request TEXT, PRIMARY KEY (scheduleGroup, name))`);
  earlier.exec(`INSERT INTO schedule VALUES ('once', 'collections', 1893495600000, NULL, 0, '{"Target":{"Arn":"a"}}')`);
  earlier.close();
  const first = await openFakes(dataDir);
  Object.assign(schedule, { group: first.environment['SCHEDULE_GROUP'], ...ARNS, client: new SchedulerClient() });
  const functionArn = first.environment['RECONCILE_FUNCTION_ARN'] ?? '';
  await createRecurringSchedule({ name: 'hourly', every: '1 hour', input: {}, target: functionArn });
  const before = first.schedules.list();
  await first.close();
  const second = await openFakes(dataDir);
  expect(second.schedules.list()).toEqual(before);
  expect(before.map(({ name, everyMs }) => [name, everyMs])).toEqual([
    ['hourly', 3_600_000],
    ['once', undefined],
  ]);
});

it('faults, schedules and messages keep their order over a restart', async () => {
  const first = await openFakes();
  const send = sendBy(readSenders(first.environment));
  await send(anOutgoing('email'));
  await send(anOutgoing('whatsapp'));
  first.faults.setFault({ service: 'sms', kind: 'lost-reply', times: 3 });
  const before = { outbox: first.outbox.list(), schedules: first.schedules.list(), faults: first.faults.list() };
  await first.close();

  const second = await openFakes(first.dataDir);
  expect({
    outbox: second.outbox.list(),
    schedules: second.schedules.list(),
    faults: second.faults.list(),
  }).toEqual(before);
  expect(before.outbox.map(({ channel }) => channel)).toEqual(['email', 'whatsapp']);
});
