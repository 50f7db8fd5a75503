/** What each fake of an AWS service offers to the server, how fakes read requests, and how they refuse. */
import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod/mini';
import type { FAULT_KINDS, FaultService } from './faults.ts';

/** `raw`: the body as it is, in place of JSON. */
export type AwsAnswer = { status: number; headers?: Record<string, string>; body?: unknown; raw?: string };

type Refusal = { status: number; type: string; message: string; details?: Record<string, unknown> };

export class AwsRefusal extends Error {
  readonly refused: Refusal;

  constructor(refused: Refusal) {
    super(refused.message);
    this.refused = refused;
  }
}

/** REST JSON names the error in a header; the name of the message's member differs between services. */
export const restError =
  (messageMember: 'message' | 'Message') =>
  ({ status, type, message, details }: Refusal): AwsAnswer => ({
    status,
    headers: { 'x-amzn-errortype': type },
    body: { [messageMember]: message, ...details },
  });

/** AWS JSON 1.0 names the error, with its namespace, in the body. */
export const jsonError =
  (namespace: string) =>
  ({ status, type, message, details }: Refusal): AwsAnswer => ({
    status,
    body: { __type: `${namespace}#${type}`, Message: message, ...details },
  });

export type AwsRequest = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };

export type Fake = {
  /** The service's name in a request's signature. */
  signingName: string;
  answers(request: AwsRequest): boolean;
  /** What it accepts is saved before it answers. @throws {AwsRefusal} */
  answer(request: AwsRequest): AwsAnswer | Promise<AwsAnswer>;
  spellError(refused: AwsRefusal['refused']): AwsAnswer;
  /** How it fails on demand, if it can. */
  faults?: { service: FaultService; refusals: Record<Exclude<(typeof FAULT_KINDS)[number], 'lost-reply'>, AwsRefusal> };
};

/** The body as the schema parses it; `refuse` makes the service's error for an invalid body. */
export function readBody<Schema extends z.ZodMiniType>(
  { body }: AwsRequest,
  schema: Schema,
  refuse: (message: string, member: string) => AwsRefusal,
): z.output<Schema> {
  const parsed = schema.safeParse(readJson(body.toString()));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'not JSON' };
  const member = path.join('.');
  throw refuse(`1 validation error detected: Value at '${member}' failed to satisfy constraint: ${message}`, member);
}

/** Undefined when it is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
