/** What each fake of an AWS service offers to the server, how fakes read requests, and how they refuse or are made to fail. */
import type { IncomingHttpHeaders } from 'node:http';
import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';

/** `raw`: the body as it is, in place of JSON. */
export type AwsAnswer = { status: number; headers?: Record<string, string>; body?: unknown; raw?: string | Buffer };

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

export const FAULT_SERVICES = [...CHANNELS, 'scheduler', 'queue', 'kms', 'sandbox', 'api'] as const;
export type FaultService = (typeof FAULT_SERVICES)[number];

/** `error`: 500, and nothing is accepted. `lost-reply`: accepted, but the connection ends without an answer. */
export const FAULT_KINDS = ['reject', 'throttle', 'error', 'lost-reply'] as const;

/** Of the sandbox alone: like `error`, but only for requests that read what was paid. */
export const READ_FAULT = 'unavailable-verify';

/** Of the API itself: 429, 500 and 503 before anything is done; 504, or no answer, after all of it was. */
export const API_FAULTS = ['throttle', 'error', 'unavailable', 'timeout', 'lost-reply'] as const;
export type ApiFault = (typeof API_FAULTS)[number];

export type FaultKind = (typeof FAULT_KINDS)[number] | typeof READ_FAULT;

/** `times` counts HTTP requests, including the SDK's retries. */
type Fault = { service: FaultService; kind: FaultKind | ApiFault; times: number };

export type Faults = {
  setFault(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** Uses one up: how the current request must fail; undefined when it must not. `isRead`: it may use a `READ_FAULT`. */
  take(service: FaultService, isRead?: boolean): FaultKind | undefined;
  takeApiFault(): ApiFault | undefined;
};

export function openFaults(state: DatabaseSync): Faults {
  const insert = state.prepare('INSERT INTO fault (service, kind, times) VALUES (?, ?, ?)');
  const all = state.prepare('SELECT service, kind, times FROM fault ORDER BY number');
  const first = state.prepare(
    'SELECT number, kind, times FROM fault WHERE service = ? AND kind <> ? ORDER BY number LIMIT 1',
  );
  const shorten = state.prepare('UPDATE fault SET times = times - 1 WHERE number = ?');
  const remove = state.prepare('DELETE FROM fault WHERE number = ?');
  const takeFirst = (service: FaultService, except: string): Fault['kind'] | undefined => {
    const row = first.get(service, except) as { number: number; kind: Fault['kind']; times: number } | undefined;
    if (row === undefined) return undefined;
    (row.times > 1 ? shorten : remove).run(row.number);
    return row.kind;
  };
  return {
    setFault: ({ service, kind, times }) => {
      if (times > 0) insert.run(service, kind, times);
    },
    list: () => all.all().map((row) => ({ ...row }) as Fault),
    clear: () => state.exec('DELETE FROM fault'),
    take: (service, isRead = false) => takeFirst(service, isRead ? '' : READ_FAULT) as FaultKind | undefined,
    takeApiFault: () => takeFirst('api', '') as ApiFault | undefined,
  };
}
