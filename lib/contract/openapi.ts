/** The API's description in OpenAPI 3.1, made from the schemas that validate requests and shape responses. */
import { ErrorEnvelope } from './envelope.ts';
import { METADATA_ITEM } from './metadata.ts';
import { operationId, refusals, success } from './openapi-responses.ts';
import { content, type Json, schemaOf, shared } from './openapi-schemas.ts';
import { webhooks } from './openapi-webhooks.ts';
import type { OperationContract } from './operation-contract.ts';
import { OPERATIONS } from './operations.ts';
import { ROUTES } from './routes.ts';

/** The whole document without `servers`, which each deployment adds. */
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
    webhooks: webhooks(),
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
    operationId: operationId(operation),
    tags: [contract.tag],
    summary: contract.summary,
    security: contract.open ? [] : [{ ApiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(contract.body && {
      requestBody: { required: true, content: content(schemaOf(contract.body, 'input'), contract.example) },
    }),
    responses: { [contract.success.status]: success(contract, path), ...refusals(contract) },
  };
}

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
