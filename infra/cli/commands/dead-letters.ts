/** `dead-letters list` and `dead-letters redrive`: what a stage could not process, and another attempt at it when the reason is mended. */
import {
  GetFunctionEventInvokeConfigCommand,
  InvokeCommand,
  LambdaClient,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  paginateListDeadLetterSourceQueues,
  paginateListQueues,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { CommandFailure, type Run, stageOf, textOf } from '#infra/cli/command.ts';

type DeadLetters = { name: string; url: string; arn: string; waiting: number };

/** CloudFormation names a queue by its stack and its place there; `DeadLetters` of the stack have these places. */
const IS_DEAD_LETTERS = /Failures|Undelivered/;
const ALIAS = 'live';
const BATCH = 10;
const WAIT_SECONDS = 1;

const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

async function queuesOf(sqs: SQSClient, stage: string): Promise<DeadLetters[]> {
  const urls: string[] = [];
  for await (const { QueueUrls = [] } of paginateListQueues(
    { client: sqs },
    { QueueNamePrefix: `collections-${stage}-` },
  ))
    urls.push(...QueueUrls.filter((url) => IS_DEAD_LETTERS.test(nameOf(url))));
  return Promise.all(urls.toSorted().map((url) => lookAt(sqs, url)));
}

async function lookAt(sqs: SQSClient, url: string): Promise<DeadLetters> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'] }),
  );
  const { QueueArn: arn = '', ApproximateNumberOfMessages: waiting } = Attributes;
  return { name: nameOf(url), url, arn, waiting: Number(waiting) };
}

export const list: Run = async (values) => {
  const queues = await queuesOf(new SQSClient({}), stageOf(values));
  const full = queues.filter(({ waiting }) => waiting > 0);
  const rows = full.map(({ name, waiting }) => `${String(waiting).padStart(6)}  ${name}`);
  const text = full.length === 0 ? `None of ${queues.length} queues has a message.` : rows.join('\n');
  return { data: queues.map(({ name, waiting }) => ({ name, waiting })), text, isBad: full.length > 0 };
};

export const redrive: Run = async (values) => {
  const [stage, name] = [stageOf(values), textOf(values, 'queue')];
  const sqs = new SQSClient({});
  const queue = (await queuesOf(sqs, stage)).find((each) => each.name === name);
  if (queue === undefined)
    throw new CommandFailure(
      `The stage "${stage}" has no dead-letter queue ${name}. \`dead-letters list\` says which.`,
    );
  if (await isOfAQueue(sqs, queue)) {
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queue.arn }));
    return { data: { queue: name, moved: queue.waiting }, text: `${queue.waiting} messages go back to their queue.` };
  }
  const lambda = new LambdaClient({});
  const failing = await functionOf(lambda, stage, queue);
  if (failing === undefined)
    throw new CommandFailure(
      `${name} holds places in the stream, or runs of schedules, and no events of a function: the runbook (Waiting) says what finds these anyway.`,
    );
  const again = await invokeWithAll(sqs, queue, async (event) => {
    await lambda.send(
      new InvokeCommand({
        FunctionName: failing,
        Qualifier: ALIAS,
        InvocationType: 'Event',
        Payload: Buffer.from(JSON.stringify(event)),
      }),
    );
  });
  return { data: { queue: name, function: failing, invoked: again }, text: `${failing} gets ${again} events again.` };
};

/** A queue's own dead letters go back to it; the others are events that a function failed at. */
async function isOfAQueue(client: SQSClient, { url }: DeadLetters): Promise<boolean> {
  for await (const { queueUrls = [] } of paginateListDeadLetterSourceQueues({ client }, { QueueUrl: url }))
    if (queueUrls.length > 0) return true;
  return false;
}

/** The function whose failures come to this queue. */
async function functionOf(client: LambdaClient, stage: string, { arn }: DeadLetters): Promise<string | undefined> {
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { FunctionName = '' } of Functions) {
      if (!FunctionName.startsWith(`collections-${stage}-`)) continue;
      const asked = new GetFunctionEventInvokeConfigCommand({ FunctionName, Qualifier: ALIAS });
      const found = await client.send(asked).catch(unlessMissing);
      if (found?.DestinationConfig?.OnFailure?.Destination === arn) return FunctionName;
    }
  return undefined;
}

function unlessMissing(error: Error): undefined {
  if (error.name !== 'ResourceNotFoundException') throw error;
}

/** Each is removed after its function has it: a crash in between gives it twice, which every function bears. */
async function invokeWithAll(
  sqs: SQSClient,
  { url: QueueUrl }: DeadLetters,
  invoke: (event: unknown) => Promise<void>,
): Promise<number> {
  for (let count = 0; ; ) {
    const asked = { QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: WAIT_SECONDS };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked));
    if (Messages.length === 0) return count;
    for (const { Body = '{}', ReceiptHandle } of Messages) {
      await invoke(eventIn(JSON.parse(Body)));
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      count += 1;
    }
  }
}

type Body = { requestPayload?: unknown; requestContext?: object; Type?: string; TopicArn?: string };

/**
 * The event as the function gets it. Lambda keeps it inside of a record of the invocation
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html), SNS keeps the bare notification, and EventBridge the event itself.
 */
function eventIn(body: Body): unknown {
  if (body.requestContext !== undefined && 'requestPayload' in body) return body.requestPayload;
  if (body.Type === 'Notification')
    return {
      Records: [{ EventSource: 'aws:sns', EventVersion: '1.0', EventSubscriptionArn: body.TopicArn, Sns: body }],
    };
  return body;
}
