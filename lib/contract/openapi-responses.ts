/** The responses of each operation, for the API's description. */
import { content, type Json, schemaOf } from './openapi-schemas.ts';
import type { OperationContract } from './operation-contract.ts';
import { ROUTES } from './routes.ts';

/** `create-collection` becomes `createCollection`, as in code. */
export const operationId = (operation: string): string =>
  operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
const LOCATION = {
  location: { description: 'Absolute URL of what was made', schema: { type: 'string', format: 'uri' } },
};
const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait', schema: { type: 'string', pattern: '^\\d+$' } },
};
const REPLAYED = { 'idempotent-replayed': { description: '`true` when repeated', schema: { const: 'true' } } };

export function success({ summary, creates, idempotent, success: { schema } }: OperationContract, path: string): Json {
  const headers = { ...REQUEST_ID, ...(creates && LOCATION), ...(idempotent && REPLAYED) };
  const links = creates && { links: linksFrom(path) };
  return { description: summary, headers, content: content(schemaOf(schema, 'output')), ...links };
}

/** The operations that use the id of what was created. */
const linksFrom = (path: string): Json =>
  Object.fromEntries(
    ROUTES.filter((route) => route.path.startsWith(`${path}/{id}`)).map(({ operation }) => [
      operationId(operation),
      { operationId: operationId(operation), parameters: { id: '$response.body#/data/id' } },
    ]),
  );

/** The statuses that every operation of this kind can answer, and the operation's own. */
export function refusals({ open, body, errors }: OperationContract): Json {
  const codes: Record<number, readonly string[]> = {
    ...(!open && { 400: [...(body ? ['malformed_json'] : []), 'validation_failed'], 401: ['invalid_api_key'] }),
    ...errors,
    // The firewall in front of the service answers `request_blocked`.
    403: [...(errors[403] ?? []), 'request_blocked'],
    ...(body && { 413: ['payload_too_large'], 415: ['unsupported_media_type'] }),
    429: ['too_many_requests'],
    500: ['internal_error'],
    503: ['service_unavailable'],
    504: ['timeout'],
  };
  return Object.fromEntries(Object.entries(codes).map(([status, known]) => [status, refusal(status, known)]));
}

/** These answers say when the caller may retry. */
const COME_BACK = ['429', '503'];

const refusal = (status: string, codes: readonly string[]): Json => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  headers: { ...REQUEST_ID, ...(COME_BACK.includes(status) && RETRY_AFTER) },
  content: content({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] }),
});
