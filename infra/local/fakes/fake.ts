/** What each fake of an AWS service offers to the server, and how fakes read requests. */
import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod/mini';
import type { AwsAnswer, AwsRefusal } from './aws-refusal.ts';
import type { FAULT_KINDS, FaultService } from './faults.ts';

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
