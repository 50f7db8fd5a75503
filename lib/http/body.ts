/** Reads the body of a request: as JSON, or as it was sent. */

import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyResult } from 'aws-lambda';
import {
  type Fault,
  malformedJson,
  payloadTooLarge,
  unsupportedEncoding,
  unsupportedMediaType,
  validationFailed,
} from '#lib/domain/errors.ts';
import { exactJson, mayBend } from '#lib/domain/exact-json.ts';
import { type HttpEvent, header } from './request.ts';

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

/** What the middleware adds to the event: the body's value; undefined where there are no bytes, or where none is read. */
export type WithJson = HttpEvent & { json: unknown };

/** Where no field is required, no bytes count as an object without fields. */
export const parsesJson = (
  takesBody: boolean,
  maxBytes = MAX_BYTES,
): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    const isEmpty = (event.body ?? '') === '';
    (event as WithJson).json = takesBody && !isEmpty ? readJsonBody(event, maxBytes) : undefined;
  },
});

/** Refuses in this order: too large, encoded, not declared as JSON, not JSON, not Unicode. */
export function readJsonBody(event: HttpEvent, maxBytes = MAX_BYTES): unknown {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > maxBytes) throw payloadTooLarge(maxBytes);
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
 * The parser stops at a forbidden key (`__proto__`), and its reviver is not given the text of a number (7.9), so it rounds long ones. In
 * these cases the text is read again: such keys become plain properties, which every schema refuses together with all other
 * faults, and numbers stay exact.
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
