/** `cli dead-letters`, against a fake of SQS and Lambda: what goes back to its queue, what a function gets again, and what is left. */
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { list, redrive } from '#infra/cli/commands/dead-letters.ts';
import { type Reply, startStubServer } from '#test/support/stub-server.ts';

const RUNS = 'collections-prod-background-FollowUpsRunsFailures1A2B';
const REPLIES = 'collections-prod-background-RepliesRecordFailures3C4D';
const RELAY = 'collections-prod-background-RelayFailures5E6F';
const RECORD = 'collections-prod-background-RepliesRecord7A8B';
/** Of another stage, which is not asked. */
const OTHERS = 'collections-test-background-RepliesRecord9E0F';
const WITHOUT = 'collections-prod-endpoints-GetCollection1B2C';
const arnOf = (name: string): string => `arn:aws:sqs:eu-west-1:111111111111:${name}`;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

let url = '';
let queues: Map<string, string[]>;
let moved: string[];
let invoked: { path: string; event: unknown }[];
/** Set to the number of the invocation that AWS refuses. */
let refused: number | undefined;

type Asked = Record<string, string>;

const sqs: Record<string, (asked: Asked) => object> = {
  ListQueues: ({ QueueNamePrefix = '' }) => ({
    QueueUrls: [...queues.keys(), 'collections-prod-background-FollowUpsRunsQueue9C']
      .filter((name) => name.startsWith(QueueNamePrefix))
      .map((name) => `${url}/111111111111/${name}`),
  }),
  GetQueueAttributes: ({ QueueUrl = '' }) => {
    const name = QueueUrl.split('/').at(-1) ?? '';
    return { Attributes: { QueueArn: arnOf(name), ApproximateNumberOfMessages: String(queues.get(name)?.length) } };
  },
  ListDeadLetterSourceQueues: ({ QueueUrl = '' }) => ({ queueUrls: QueueUrl.endsWith(RUNS) ? [`${url}/1/runs`] : [] }),
  StartMessageMoveTask: ({ SourceArn = '' }) => {
    moved.push(SourceArn);
    return { TaskHandle: 'task' };
  },
  ReceiveMessage: ({ QueueUrl = '' }) => {
    const bodies = queues.get(QueueUrl.split('/').at(-1) ?? '') ?? [];
    return { Messages: bodies.map((Body) => ({ MessageId: Body, ReceiptHandle: Body, Body, MD5OfBody: md5(Body) })) };
  },
  DeleteMessage: ({ QueueUrl = '', ReceiptHandle = '' }) => {
    const name = QueueUrl.split('/').at(-1) ?? '';
    queues.set(
      name,
      (queues.get(name) ?? []).filter((body) => body !== ReceiptHandle),
    );
    return {};
  },
};

function lambda(path: string, body: string): Reply {
  if (/\/functions\/?(\?|$)/.test(path))
    return { status: 200, body: { Functions: [OTHERS, WITHOUT, RECORD].map((FunctionName) => ({ FunctionName })) } };
  if (path.includes('/event-invoke-config')) {
    if (path.includes(WITHOUT)) return { status: 404, headers: { 'x-amzn-errortype': 'ResourceNotFoundException' } };
    const OnFailure = { Destination: arnOf(REPLIES) };
    return { status: 200, body: { DestinationConfig: { OnFailure } } };
  }
  if (invoked.length === refused)
    return { status: 400, body: { message: 'no' }, headers: { 'x-amzn-errortype': 'InvalidRequestContentException' } };
  invoked.push({ path, event: JSON.parse(body) });
  return { status: 202, text: '' };
}

beforeAll(async () => {
  const stub = await startStubServer(({ url: path = '', headers }, body) => {
    const operation = String(headers['x-amz-target'] ?? '').split('.')[1];
    if (operation === undefined) return lambda(path, body);
    const headersOfJson = { 'content-type': 'application/x-amz-json-1.0' };
    return { status: 200, body: sqs[operation]?.(JSON.parse(body)), headers: headersOfJson };
  });
  url = stub.url;
  Object.assign(process.env, { AWS_ENDPOINT_URL: url, AWS_REGION: 'eu-west-1' });
});

const NOTIFICATION = JSON.stringify({ Type: 'Notification', TopicArn: 'arn:topic', Message: '{"messageBody":"STOP"}' });
const RECORDED = JSON.stringify({
  version: '1.0',
  requestContext: {
    functionArn: `arn:aws:lambda:eu-west-1:111111111111:function:${RECORD}:live`,
    condition: 'RetriesExhausted',
  },
  requestPayload: { Records: [{ Sns: { Message: '{"messageBody":"Yes"}' } }] },
});
const EVENT = JSON.stringify({ source: 'aws.ses', 'detail-type': 'Email Delivered' });

beforeEach(() => {
  queues = new Map([
    [RUNS, ['run']],
    [REPLIES, [NOTIFICATION, RECORDED, EVENT]],
    [RELAY, []],
  ]);
  [moved, invoked, refused] = [[], [], undefined];
});

const stage = 'prod';

it('the queues with messages are listed, and then not all is well', async () => {
  expect(await list({ stage })).toMatchObject({ isBad: true, text: `     1  ${RUNS}\n     3  ${REPLIES}` });
  queues = new Map([[RELAY, []]]);
  expect(await list({ stage })).toMatchObject({ isBad: false, text: 'None of 1 queues has a message.' });
});

it('the dead letters of a queue of work go back to it', async () => {
  expect((await redrive({ stage, queue: RUNS })).text).toBe('1 messages go back to their queue.');
  expect([moved, invoked]).toEqual([[arnOf(RUNS)], []]);
});

it('a function gets again what it failed at, as Lambda, SNS and EventBridge had given it', async () => {
  expect((await redrive({ stage, queue: REPLIES })).text).toBe(`${RECORD} gets 3 events again.`);
  expect(invoked.map(({ event }) => event)).toEqual([
    { Records: [expect.objectContaining({ EventSource: 'aws:sns', Sns: JSON.parse(NOTIFICATION) })] },
    JSON.parse(RECORDED).requestPayload,
    JSON.parse(EVENT),
  ]);
  expect(invoked.every(({ path }) => path.includes(`${RECORD}/invocations?Qualifier=live`))).toBe(true);
  expect(queues.get(REPLIES)).toEqual([]);
});

it('what the function could not be given stays in the queue', async () => {
  refused = 1;
  await expect(redrive({ stage, queue: REPLIES })).rejects.toThrow('no');
  expect(queues.get(REPLIES)).toEqual([RECORDED, EVENT]);
});

it('places in the stream are no events, and an unknown queue or stage is said', async () => {
  await expect(redrive({ stage, queue: RELAY })).rejects.toThrow('holds places in the stream');
  await expect(redrive({ stage, queue: 'x' })).rejects.toThrow('has no dead-letter queue x');
  await expect(list({})).rejects.toThrow('Which stage? Give --stage.');
});
