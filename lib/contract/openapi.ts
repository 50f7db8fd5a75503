/** The API's description, OpenAPI 3.1, made from the very schemas that validate requests and shape responses. */
import * as z from 'zod/mini';
import { ErrorEnvelope } from './envelope.ts';
import { METADATA_ITEM } from './metadata.ts';
import { OPERATIONS, type OperationContract } from './operations.ts';
import { ROUTES } from './routes.ts';

type Json = Record<string, unknown>;

/** The whole document but for `servers`, which each deployment adds. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const { path, method, operation } of ROUTES) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, path, OPERATIONS[operation]) };
  }
  const description = [
    'Record a request to collect a payment, give ways to pay, follow up until it is paid.',
    'A path that is not described here answers 404 `route_not_found`, a method that its path does not have 405 `method_not_allowed` with `Allow`.',
  ].join(' ');
  const license = { name: 'Apache License 2.0', identifier: 'Apache-2.0' };
  return {
    openapi: '3.1.0',
    info: { title: 'Collections', version, description, license },
    tags: [...new Set(Object.values(OPERATIONS).map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { ...shared(), MetadataItem: METADATA_ITEM, Error: schemaOf(ErrorEnvelope, 'output') },
      headers: { RequestId: { description: 'Names the request in the logs', schema: { type: 'string' } } },
    },
  };
}

function describe(operation: string, path: string, contract: OperationContract): Json {
  const parameters = [...pathParameters(path), ...queryParameters(contract), ...headerParameters(contract)];
  return {
    operationId: operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [contract.tag],
    summary: contract.summary,
    security: contract.open ? [] : [{ ApiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(contract.body && { requestBody: { required: true, content: content(schemaOf(contract.body, 'input')) } }),
    responses: { [contract.success.status]: success(contract), ...refusals(contract) },
  };
}

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
const LOCATION = {
  location: { description: 'Absolute URL of what was made', schema: { type: 'string', format: 'uri' } },
};
const RETRY_AFTER = {
  'retry-after': { description: 'Seconds to wait', schema: { type: 'string', pattern: '^\\d+$' } },
};
const REPLAYED = { 'idempotent-replayed': { description: '`true` when repeated', schema: { const: 'true' } } };

function success({ summary, creates, idempotent, success: { schema } }: OperationContract): Json {
  const headers = { ...REQUEST_ID, ...(creates && LOCATION), ...(idempotent && REPLAYED) };
  return { description: summary, headers, content: content(schemaOf(schema, 'output')) };
}

/** The statuses every operation of a kind can answer, and its own. */
function refusals({ open, body, errors }: OperationContract): Json {
  const codes: Record<number, readonly string[]> = {
    ...(!open && { 400: [...(body ? ['malformed_json'] : []), 'validation_failed'], 401: ['invalid_api_key'] }),
    ...errors,
    // A firewall before the service.
    403: [...(errors[403] ?? []), 'request_blocked'],
    ...(body && { 413: ['payload_too_large'], 415: ['unsupported_media_type'] }),
    429: ['too_many_requests'],
    500: ['internal_error'],
    503: ['service_unavailable'],
    504: ['timeout'],
  };
  return Object.fromEntries(Object.entries(codes).map(([status, known]) => [status, refusal(status, known)]));
}

/** The statuses after which a caller may come back, and is told when. */
const COME_BACK = ['429', '503'];

const refusal = (status: string, codes: readonly string[]): Json => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  headers: { ...REQUEST_ID, ...(COME_BACK.includes(status) && RETRY_AFTER) },
  content: content({ allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] }),
});

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: OperationContract): Json[] {
  const { properties = {} } = query ? (schemaOf(query, 'input') as { properties?: Json }) : {};
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

const headerParameters = ({ idempotent }: OperationContract): Json[] =>
  idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : [];

const content = (schema: Json): Json => ({ 'application/json': { schema } });

/** A schema whose named parts are references to the document's components. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, $defs: _shared, ...rest } = withComponentRefs(schema, io);
  return rest;
}

/** The named parts of all answers. */
const shared = (): Json =>
  Object.assign(
    {},
    ...Object.values(OPERATIONS).map(({ success }) => withComponentRefs(success.schema, 'output')['$defs']),
  );

const withComponentRefs = (schema: z.ZodMiniType, io: 'input' | 'output'): Json =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll(
      '#/$defs/',
      '#/components/schemas/',
    ),
  );
