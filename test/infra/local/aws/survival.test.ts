/** What the stand-ins have said yes to outlives them, however they end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openChannels } from '#lib/message/send.ts';
import { readSenders, senders } from '#lib/message/senders.ts';
import { LIMITS } from '#lib/message/sending-client.ts';
import { createWake } from '#lib/schedule/create-wake.ts';
import { schedule } from '#lib/schedule/schedule.ts';
import { anAttempt, anOutgoing } from '#test/message/a-message.ts';
import { openStandIns } from './stand-ins.ts';

async function holdIn(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const environment = JSON.parse(printed.toString()) as Record<string, string>;
  Object.assign(process.env, environment);
  Object.assign(senders, readSenders(environment));
  Object.assign(schedule, {
    group: environment['SCHEDULE_GROUP'],
    functionArn: environment['FOLLOW_UP_FUNCTION_ARN'],
    roleArn: environment['SCHEDULER_ROLE_ARN'],
    deadLetterArn: environment['SCHEDULE_DLQ_ARN'],
  });
  return child;
}

it('has every accepted message and every wake after it was killed in the middle of them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aws-'));
  const child = await holdIn(dataDir);
  const send = openChannels(LIMITS);
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
  const wakes = (async () => {
    for (let wake = 1; child.signalCode === null && wake < 200; wake += 1) {
      const name = `pay_x-${wake}`;
      const made = await createWake({ name, at: new Date('2030-01-01T11:00:00Z'), input: { wake } }).then(
        () => true,
        () => false,
      );
      if (made) madeNames.push(name);
    }
  })();
  await Promise.all([...work, wakes]);
  expect(inFlight).toBe(0);
  expect(acceptedIds.length).toBeGreaterThanOrEqual(60);

  const aws = await openStandIns(dataDir);
  const keptIds = new Set(aws.outbox.list().map(({ id }) => id));
  expect(acceptedIds.filter((id) => !keptIds.has(id))).toEqual([]);
  expect(keptIds.size).toBeLessThanOrEqual(acceptedIds.length + mayBeThere);
  const keptNames = new Set(aws.schedules.list().map(({ name }) => name));
  expect(madeNames.filter((name) => !keptNames.has(name))).toEqual([]);
});

it('goes on with faults, schedules and messages in the order they had', async () => {
  const first = await openStandIns();
  Object.assign(senders, readSenders(first.environment));
  await openChannels(LIMITS)(anOutgoing('email'));
  await openChannels(LIMITS)(anOutgoing('whatsapp'));
  first.faults.setFault({ service: 'sms', kind: 'lost-reply', times: 3 });
  const before = { outbox: first.outbox.list(), schedules: first.schedules.list(), faults: first.faults.list() };
  await first.close();

  const second = await openStandIns(first.dataDir);
  expect({
    outbox: second.outbox.list(),
    schedules: second.schedules.list(),
    faults: second.faults.list(),
  }).toEqual(before);
  expect(before.outbox.map(({ channel }) => channel)).toEqual(['email', 'whatsapp']);
});
