/** The responses of each operation, for the API's description. Refusals are shared: each names its codes. */

import { ErrorEnvelope } from '#lib/contract/envelope.ts';
import { ROUTES } from '#lib/contract/routes.ts';
import type { Role } from '#lib/domain/member.ts';
import { type AnyErrorCode, meaningOf, refusalExample } from './error-codes.ts';
import type { OperationContract } from './operation-contract.ts';
import { OPERATIONS } from './operations.ts';
import type { Json } from './schemas.ts';
import { refTo } from './schemas.ts';

/** `create-collection` becomes `createCollection`, as in code. */
export const operationId = (operation: string): string =>
  operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const text = { type: 'string' };

export const HEADERS = {
  RequestId: {
    description: 'Names the request in the logs. Say it when you ask for help.',
    schema: text,
    example: '5b1f0c9e-2a7d-4a35-9a51-0d5d0b0f6c11',
  },
  Location: {
    description: 'Absolute URL of what was made.',
    schema: { ...text, format: 'uri' },
    example: 'https://api.example/public/collections/pay_0a1b2c3d4ek7m2x9q4t8w1z5r3v6b0n8c2d',
  },
  ETag: {
    description:
      'Names this version. Sent back as `If-None-Match` it is answered with 304 and no body until there is another.',
    schema: text,
    example: '"uNcL1wX5cZ0Y7p2m"',
  },
  RateLimitLimit: {
    description: 'How many requests the account may make in a burst.',
    schema: { ...text, pattern: '^\\d+$' },
    example: '1000',
  },
  RateLimitRemaining: {
    description: 'How many are left of them, as far as the process that answers has counted: a hint, and no promise.',
    schema: { ...text, pattern: '^\\d+$' },
    example: '0',
  },
  RateLimitReset: {
    description: 'In how many seconds all are there again.',
    schema: { ...text, pattern: '^\\d+$' },
    example: '10',
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { ...text, pattern: '^\\d+$' }, example: '1' },
  IdempotentReplayed: {
    description: '`true` when an earlier request with the same Idempotency-Key did what was asked; else absent.',
    schema: { ...text, enum: ['true'] },
    example: 'true',
  },
};

const header = (name: keyof typeof HEADERS): Json => ({ $ref: `#/components/headers/${name}` });
const REQUEST_ID = { 'x-request-id': header('RequestId') };

export function success(
  { summary, creates, tagged, idempotent, success: { schema, example } }: OperationContract,
  path: string,
) {
  const headers = {
    ...REQUEST_ID,
    ...(creates && { location: header('Location') }),
    ...(tagged && { etag: header('ETag') }),
    ...(idempotent && { 'idempotent-replayed': header('IdempotentReplayed') }),
  };
  const content = { 'application/json': { schema: refTo(schema), example } };
  return { description: `Done: ${summary}.`, headers, content, ...(creates && { links: linksFrom(path) }) };
}

/** The operations that use the id of what was created. */
const linksFrom = (path: string): Json =>
  Object.fromEntries(
    ROUTES.filter((route) => route.path.startsWith(`${path}/{id}`)).map(({ operation }) => [
      operationId(operation),
      {
        operationId: operationId(operation),
        description: OPERATIONS[operation].summary,
        parameters: { id: '$response.body#/data/id' },
      },
    ]),
  );

type Codes = readonly AnyErrorCode[];

/** The codes by their status: those of every operation of this kind, and the operation's own. They name the responses. */
function firstCodesOf({ open, body, errors }: OperationContract): Record<string, Codes> {
  return {
    400: [...(body ? (['malformed_json'] as const) : []), 'validation_failed'],
    ...(!open && { 401: ['invalid_api_key'] }),
    ...errors,
    // The firewall in front of the service answers `request_blocked`.
    403: [...(errors[403] ?? []), 'request_blocked'],
    ...(body && { 413: ['payload_too_large'], 415: ['unsupported_media_type'] }),
    429: ['too_many_requests'],
    500: ['internal_error'],
    503: ['service_unavailable'],
    504: ['timeout'],
  };
}

export const refusals = (contract: OperationContract): Json =>
  Object.fromEntries(
    Object.entries(firstCodesOf(contract)).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  );

/** All refusals of all operations, by their names. One that several share lists the codes of all of them. */
export function sharedRefusals(): Json {
  const shared = new Map<string, Set<AnyErrorCode>>();
  for (const { operation, role } of ROUTES) {
    const contract = OPERATIONS[operation];
    for (const [status, first] of Object.entries(firstCodesOf(contract))) {
      const codes = shared.get(nameOf(first)) ?? new Set(first);
      for (const code of laterCodesOf(contract, role)[status] ?? []) codes.add(code);
      shared.set(nameOf(first), codes);
    }
  }
  return Object.fromEntries([...shared].map(([name, codes]) => [name, refusal([...codes])]));
}

const laterCodesOf = ({ later }: OperationContract, role: Role): Record<string, Codes> => ({
  ...(role !== 'viewer' && { 403: ['forbidden'] }),
  ...later,
});

/** `['malformed_json', 'validation_failed']` becomes `MalformedJsonOrValidationFailed`. Of the first codes: clients have a type of this name. */
const nameOf = (codes: Codes): string =>
  codes.map((code) => `_${code}`.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())).join('Or');

/** These answers say when the caller may retry. */
const COME_BACK: readonly AnyErrorCode[] = ['concurrent_change', 'too_many_requests', 'service_unavailable'];

const refusal = (codes: Codes): Json => ({
  description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join('\n\n'),
  headers: {
    ...REQUEST_ID,
    ...(codes.every((code) => COME_BACK.includes(code)) && { 'retry-after': header('RetryAfter') }),
    ...(codes.includes('too_many_requests') && {
      'ratelimit-limit': header('RateLimitLimit'),
      'ratelimit-remaining': header('RateLimitRemaining'),
      'ratelimit-reset': header('RateLimitReset'),
    }),
  },
  content: {
    'application/json': {
      schema: refTo(ErrorEnvelope),
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: meaningOf(code), value: refusalExample(code) }]),
      ),
    },
  },
});
