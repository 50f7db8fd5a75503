/** Reads a request from API Gateway's event: its JSON body, its query and its headers, with all faults at once. */

import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { By } from '#lib/domain/account.ts';
import {
  DomainError,
  type Fault,
  malformedJson,
  payloadTooLarge,
  unsupportedEncoding,
  unsupportedMediaType,
  validationFailed,
} from '#lib/domain/errors.ts';
import { exactJson, mayBend } from '#lib/domain/exact-json.ts';

export type HttpEvent = APIGatewayProxyEvent;

/** `account` is verified when `run` gets it; when `load` gets it, it is only what the key or the session names. */
export type Request<Body, Query> = {
  account: string;
  requestId: string;
  id: string;
  body: Body;
  query: Query;
  idempotencyKey: string | undefined;
  now: Date;
  /** Of a caller with a session, when `run` gets it. */
  by?: By | undefined;
};

/** API Gateway keeps the caller's upper and lower case; `name` is in lower case. */
export function header(event: HttpEvent, name: string): string | undefined {
  for (const [given, value] of Object.entries(event.headers ?? {})) if (given.toLowerCase() === name) return value;
  return undefined;
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

/** Far more than any provider's webhook has. */
const MAX_RAW_BYTES = 256 * 1024;

/** The body as it was sent, because a signature is checked over it. */
export function rawBody(event: HttpEvent): string {
  const { body, isBase64Encoded } = event;
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_RAW_BYTES) throw payloadTooLarge(MAX_RAW_BYTES);
  refuseEncoded(event);
  return bytes.toString('utf8');
}

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
    body: body as Body,
    query: query as Query,
    idempotencyKey,
  };
}

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

/** Undefined if it is no object, or larger than any that we read. */
function fieldsOf(text: string): string[] | undefined {
  try {
    const value: unknown = text.length > MAX_BYTES ? undefined : JSON.parse(text);
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

const MAX_BYTES = 64 * 1024;
/** Half of a character that JSON writes as two escapes. */
const SURROGATE = /\\u[dD][89a-fA-F]/;
const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i;

/** Nothing here decodes a body: a small one can become a huge one. Several lines of a header are one list. */
function refuseEncoded(event: HttpEvent): void {
  const lines = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values = []]) =>
    name.toLowerCase() === CONTENT_ENCODING ? values : [],
  );
  const codings = [header(event, CONTENT_ENCODING) ?? '', ...lines].flatMap((line) => line.split(','));
  if (codings.some((coding) => !/^\s*(identity)?\s*$/i.test(coding))) throw unsupportedEncoding();
}

const CONTENT_ENCODING = 'content-encoding';

/** Refuses in this order: too large, encoded, not declared as JSON, not JSON, not Unicode. */
export function readJsonBody(event: HttpEvent): unknown {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BYTES) throw payloadTooLarge(MAX_BYTES);
  refuseEncoded(event);
  if (bytes.length > 0 && !JSON_TYPE.test(header(event, 'content-type') ?? '')) throw unsupportedMediaType();
  const text = event.isBase64Encoded ? decode(bytes) : (event.body ?? '');
  const body = parse(
    { ...event, body: text, isBase64Encoded: false, headers: { ...event.headers, ...JSON_HEADERS } },
    text,
  );
  if (SURROGATE.test(text) || !text.isWellFormed()) refuseIllFormed(body);
  return body;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedJson();
  }
}

const parser = httpJsonBodyParser() as { before: (request: unknown) => void };
const JSON_HEADERS = { 'content-type': 'application/json' };

/**
 * The parser stops at a forbidden key (`__proto__`) and rounds long numbers. In these cases the text is read again:
 * such keys become plain properties, which every schema refuses together with all other faults, and numbers stay
 * exact.
 */
function parse(event: HttpEvent, text: string): unknown {
  try {
    parser.before({ event });
    return mayBend(text) ? exactJson(text) : event.body;
  } catch {
    return readAgain(text);
  }
}

function readAgain(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    throw malformedJson();
  }
}

function refuseIllFormed(body: unknown): void {
  const faults = illFormedFaults(body);
  if (faults.length > 0) throw validationFailed(faults);
}

/** Paths grow with each level. */
const PATH_LENGTH = 200;

function illFormedFaults(root: unknown): Fault[] {
  const faults: Fault[] = [];
  const left: { path: string; value: unknown }[] = [{ path: '', value: root }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && !value.isWellFormed()) faults.push({ path, message: ILL_FORMED });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const at = (path === '' ? key : `${path}.${key}`).slice(0, PATH_LENGTH).toWellFormed();
      if (!key.isWellFormed()) faults.push({ path: at, message: ILL_FORMED });
      left.push({ path: at, value: child });
    }
  }
  return faults;
}

const ILL_FORMED = 'must be well-formed Unicode';
