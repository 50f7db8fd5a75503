/** Reads a request from API Gateway's event: its body, its query and its headers, with all faults at once. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { DomainError, type Fault, validationFailed } from '#lib/domain/errors.ts';
import type { By } from '#lib/domain/member.ts';

export type HttpEvent = APIGatewayProxyEvent;

/** `account` is verified when `run` gets it; when `load` gets it, it is only what the key or the session names. */
export type Request<Body, Query> = {
  account: string;
  requestId: string;
  id: string;
  /** What a path names inside of what `id` names, such as a claim; else empty. */
  partId: string;
  /** All that the path names. */
  parameters: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  idempotencyKey: string | undefined;
  now: Date;
  /** Of a caller with a session, when `run` gets it. */
  by?: By | undefined;
};

/** A HEAD is answered as its GET; what answers over the wire leaves out the body. */
export const methodOf = ({ httpMethod }: HttpEvent): string => (httpMethod === 'HEAD' ? 'GET' : httpMethod);

/** API Gateway keeps the caller's upper and lower case; `name` is in lower case. */
export function header(event: HttpEvent, name: string): string | undefined {
  for (const [given, value] of Object.entries(event.headers ?? {})) if (given.toLowerCase() === name) return value;
  return undefined;
}

/** The value of a cookie; undefined if it is not there, or empty. */
export function cookieIn(event: HttpEvent, name: string): string | undefined {
  const lines = Object.entries(event.multiValueHeaders ?? {}).find(([given]) => given.toLowerCase() === 'cookie')?.[1];
  // HTTP/2 may send each cookie in a header of its own.
  const sent = lines?.join(';') ?? header(event, 'cookie');
  // A caller with an API key sends none.
  if (sent === undefined) return undefined;
  const start = `${name}=`;
  const found = sent
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length) || undefined;
}

/** The answer and every log line contain it. */
export const requestIdOf = (event: HttpEvent): string => event.requestContext?.requestId ?? '';

/** The first value of each parameter. */
function queryOf({ multiValueQueryStringParameters }: HttpEvent): Record<string, string> {
  const given = Object.entries(multiValueQueryStringParameters ?? {});
  return Object.fromEntries(given.map(([name, [value = ''] = []]) => [name, value]));
}

const repeatedIn = ({ multiValueQueryStringParameters }: HttpEvent): string[] =>
  Object.entries(multiValueQueryStringParameters ?? {}).flatMap(([name, values = []]) =>
    values.length > 1 ? name : [],
  );

export const headersOf = ({ headers }: HttpEvent): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** @throws validation_failed */
export type Reader<Read> = (input: unknown) => Read;

type Readers<Body, Query> = {
  body?: Reader<Body> | undefined;
  query?: Reader<Query> | undefined;
};

const IDEMPOTENCY_KEY = 'idempotency-key';
const IDEMPOTENCY_KEY_LENGTH = 255;

export function readRequest<Body, Query>(
  readers: Readers<Body, Query>,
  event: HttpEvent,
  { body: json, ...caller }: { body: unknown; account: string; now: Date },
): Request<Body, Query> {
  const faults: Fault[] = [];
  const hasQuery = readers.query !== undefined || event.multiValueQueryStringParameters;
  const query = hasQuery ? collect(faults, readers.query ?? noQuery, queryOf(event)) : undefined;
  for (const path of repeatedIn(event)) {
    if (!faults.some((fault) => fault.path === path)) faults.push({ path, message: 'must be given once' });
  }
  const idempotencyKey = collect(faults, idempotencyKeyOf, event);
  const body = readers.body ? collect(faults, readers.body, json) : collect(faults, noBody, event);
  if (faults.length > 0) throw validationFailed(faults);
  return {
    ...caller,
    requestId: requestIdOf(event),
    id: event.pathParameters?.['id'] ?? '',
    partId: partOf(event),
    parameters: parametersOf(event),
    body: body as Body,
    query: query as Query,
    idempotencyKey,
  };
}

const parametersOf = ({ pathParameters }: HttpEvent): Record<string, string> =>
  Object.fromEntries(Object.entries(pathParameters ?? {}).map(([name, value]) => [name, value ?? '']));

const partOf = ({ pathParameters }: HttpEvent): string =>
  Object.entries(pathParameters ?? {}).find(([name]) => name !== 'id')?.[1] ?? '';

/** For a route that takes nothing. @throws validation_failed */
export function refuseInput(event: HttpEvent): void {
  readRequest({}, event, { body: undefined, account: '', now: new Date(0) });
}

function collect<Input, Read>(faults: Fault[], read: (input: Input) => Read, input: Input): Read | undefined {
  try {
    return read(input);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    faults.push(...(error.details.errors ?? []));
    return undefined;
  }
}

function noQuery(query: object): undefined {
  const faults = Object.keys(query).map((path) => ({ path, message: 'is not a known parameter' }));
  if (faults.length > 0) throw validationFailed(faults);
}

/** For a route without a body. Many clients send an empty object all the same. @throws validation_failed */
function noBody({ body, isBase64Encoded }: HttpEvent): undefined {
  const text = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')
    .toString()
    .trim();
  if (text === '') return;
  const names = fieldsOf(text);
  const faults = names?.map((path) => ({ path, message: 'is not a known field' })) ?? [
    { path: '', message: 'must be empty' },
  ];
  if (faults.length > 0) throw validationFailed(faults);
}

/** No field of a larger body is named. */
const MAX_LENGTH = 64 * 1024;

/** Undefined if it is no object. */
function fieldsOf(text: string): string[] | undefined {
  try {
    const value: unknown = text.length > MAX_LENGTH ? undefined : JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : undefined;
  } catch {
    return undefined;
  }
}

function idempotencyKeyOf(event: HttpEvent): string | undefined {
  const key = header(event, IDEMPOTENCY_KEY);
  if (key === undefined || (key.length > 0 && key.length <= IDEMPOTENCY_KEY_LENGTH)) return key;
  throw validationFailed([{ path: IDEMPOTENCY_KEY, message: `must have 1 to ${IDEMPOTENCY_KEY_LENGTH} characters` }]);
}
