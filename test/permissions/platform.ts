/** What Lambda itself asks with the role of a function: for its logs and traces, its event sources, and its failed events. */
import type { IamRequest } from './evaluate.ts';
import type { Principal } from './principals.ts';
import { resolverOf, type Template } from './resolve.ts';

const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const TRACES = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const STREAM = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
const QUEUE = ['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];

/** CDK permits these beside what Lambda needs: of every queue, and of the stream. */
export const ALSO_BY_CDK = ['sqs:GetQueueUrl', 'sqs:GetQueueAttributes', 'dynamodb:ListStreams'];

export function platformRequests(template: Template, { id }: Principal): IamRequest[] {
  const resolve = resolverOf(template);
  const of = (type: string) =>
    Object.values(template.Resources)
      .filter(
        ({ Type, Properties }) => Type === type && String(resolve(Properties.FunctionName)).split(':').includes(id),
      )
      .map(({ Properties }) => Properties);
  const { LoggingConfig } = template.Resources[id]?.Properties ?? {};
  const sources = of('AWS::Lambda::EventSourceMapping');
  const failing = [...sources, ...of('AWS::Lambda::EventInvokeConfig')];
  return [
    ...ask(LOGS, `${resolve({ 'Fn::GetAtt': [LoggingConfig.LogGroup.Ref, 'Arn'] })}log-stream:1`),
    ...ask(TRACES, '*'),
    ...sources.flatMap(({ EventSourceArn, StartingPosition }) => {
      return ask(StartingPosition === undefined ? QUEUE : STREAM, String(resolve(EventSourceArn)));
    }),
    ...failing.flatMap(({ DestinationConfig }) =>
      DestinationConfig === undefined
        ? []
        : ask(['sqs:SendMessage'], String(resolve(DestinationConfig.OnFailure.Destination))),
    ),
  ];
}

const ask = (actions: readonly string[], resource: string): IamRequest[] =>
  actions.map((action) => ({ action, resource, context: {} }));
