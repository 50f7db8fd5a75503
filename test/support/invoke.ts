/**
 * Invokes a function's handler as Lambda does, and reads its answer as a client does.
 * Runs a collection by the follow-up function, as its queue does.
 */
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { followUp } from '#functions/scheduled/follow-up.ts';
import type { Run } from '#lib/schedule/queues.ts';
import { service } from './a-service.ts';
import { anApiEvent, type Call } from './api-event.ts';

export type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** Any envelope; tests of a certain shape parse `body` with its schema. */
type Envelope = {
  status: string;
  message: string;
  data?: unknown;
  meta?: unknown;
  code?: string;
  errors?: { path: string; message: string }[];
  existing?: { id: string };
};

export type Answer = { status: number; headers: Record<string, string>; text: string; body: Envelope };

export async function invoke(handler: Handler, call: Call): Promise<Answer> {
  const { statusCode, headers = {}, body } = await handler(anApiEvent(call), {} as Context);
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    headers: Object.fromEntries(lowered),
    text: body,
    body: body === '' ? { status: '', message: '' } : JSON.parse(body),
  };
}

/** The `data` of the answer; throws unless it matches the schema. */
export const dataOf = <Schema extends z.ZodMiniType>(answer: Answer, schema: Schema): z.output<Schema> =>
  z.parse(schema, answer.body.data);

/** The paths of all faults of an answer, in alphabetical order. */
export const faultPaths = (answer: Answer): string[] => (answer.body.errors ?? []).map(({ path }) => path).toSorted();

const handler = followUp(service);

/** Rejects when the run fails, and would come again. */
export async function runCollection(run: Run, runs = handler): Promise<void> {
  const { batchItemFailures } = await runs({ Records: [{ messageId: 'one', body: JSON.stringify(run) }] as never });
  if (batchItemFailures.length > 0) throw new Error('the run failed');
}
