import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Queues, queuesFrom } from '#lib/schedule/queues.ts';
import { serviceFrom } from '#lib/service.ts';
import { NOW, openFakes, type TestFakes } from './open-fakes.ts';

let aws: TestFakes;
let client: SQSClient;
let queues: Queues;
let QueueUrl: string;
const ID = `pay_${'a'.repeat(35)}`;
const FAR = new Date('2031-01-01T00:00:00.000Z');

beforeAll(async () => {
  aws = await openFakes();
  client = new SQSClient({ maxAttempts: 1 });
  QueueUrl = aws.environment['RUNS_QUEUE_URL'] ?? '';
  queues = queuesFrom(serviceFrom({ ...process.env, ...aws.environment }));
});

afterEach(() => {
  aws.faults.clear();
  for (const { id } of aws.queue.due(FAR)) aws.queue.remove(id);
});

const left = () => aws.queue.due(FAR).map(({ body, at }) => [JSON.parse(body), at]);

it('runs are queued in their order, each for its instant', async () => {
  expect(await queues.queueRuns([{ collection: ID, run: 2 }], 60)).toBe(0);
  expect(await queues.queueRuns([{ collection: ID, run: 1 }, { collection: 'another' }])).toBe(0);
  expect(left()).toEqual([
    [{ collection: ID, run: 1 }, NOW.toISOString()],
    [{ collection: 'another' }, NOW.toISOString()],
    [{ collection: ID, run: 2 }, '2030-01-01T10:01:00.000Z'],
  ]);
});

it('the number of waiting runs leaves out those whose instant has not come', async () => {
  await queues.queueRuns([{ collection: ID }, { collection: ID }]);
  await queues.queueRuns([{ collection: ID }], 1);
  expect(await queues.waitingRuns()).toBe(2);
});

it.each(['throttle', 'error', 'lost-reply'] as const)(
  'one fault %s of the queue is overcome by a retry of the SDK',
  async (kind) => {
    aws.faults.setFault({ service: 'queue', kind, times: 1 });
    expect(await queues.queueRuns([{ collection: ID }])).toBe(0);
    expect(left().length).toBe(kind === 'lost-reply' ? 2 : 1);
  },
);

it.each([
  ['throttle', 'RequestThrottled'],
  ['error', 'InternalFailure'],
  ['reject', 'AccessDeniedException'],
] as const)('a lasting fault %s of the queue fails the call with %s', async (kind, name) => {
  aws.faults.setFault({ service: 'queue', kind, times: 9 });
  await expect(queues.queueRuns([{ collection: ID }])).rejects.toMatchObject({ name });
  expect(left()).toEqual([]);
});

const entry = (Id: string, given: object = {}) => ({ Id, MessageBody: '{}', ...given });

it.each([
  ['no entry', [], 'EmptyBatchRequest'],
  ['eleven entries', Array.from({ length: 11 }, (_, index) => entry(String(index))), 'TooManyEntriesInBatchRequest'],
  ['two entries of one id', [entry('a'), entry('a')], 'BatchEntryIdsNotDistinct'],
  ['an id with a space', [entry('a b')], 'InvalidParameterValue'],
  ['a delay of 901 s', [entry('a', { DelaySeconds: 901 })], 'InvalidParameterValue'],
  ['a group with a space', [entry('a', { MessageGroupId: 'a b' })], 'InvalidParameterValue'],
])('SendMessageBatch refuses %s', async (_, Entries, name) => {
  const sent = client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  await expect(sent).rejects.toMatchObject({ name });
  expect(left()).toEqual([]);
});

it.each([
  ['under another name that leads to this machine', { host: 'evil.example' }],
  ['from another page', { origin: 'http://evil.example' }],
])('a web page that asks %s is refused by every fake, as by the service', async (_how, headers) => {
  const asked = request(aws.url, { method: 'POST', headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  answer.destroy();
});
