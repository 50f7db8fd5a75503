/** Builds the event with which API Gateway invokes a function. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ROUTES } from '#lib/contract/routes.ts';

export type Call = {
  method?: string;
  /** The resource path as in the route table. */
  resource?: string;
  id?: string;
  /** What the path names inside of what `id` names. */
  part?: string;
  /** What else the path names. */
  parameters?: Readonly<Record<string, string>>;
  key?: string;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  base64?: boolean;
  requestId?: string;
};

/** An event of an operation of the API, at the operation's own route. */
export const anEventOf = (operation: string, call: Call): APIGatewayProxyEvent => {
  const route = ROUTES.find((each) => each.operation === operation);
  return anApiEvent({ ...(route && { resource: route.path }), ...call });
};

const asText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

export function anApiEvent(call: Call = {}): APIGatewayProxyEvent {
  const { method = 'GET', resource = '/public/collections', id, part, key, body, query, base64 = false } = call;
  const text = body === undefined ? null : asText(body);
  const given = Object.entries(query ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  return {
    httpMethod: method,
    resource,
    path: resource.replace('{id}', id ?? ''),
    pathParameters: id === undefined ? (call.parameters ?? null) : { id, ...(part !== undefined && { part }) },
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...call.headers,
    },
    multiValueHeaders: {},
    queryStringParameters:
      given.length === 0 ? null : Object.fromEntries(given.map(([name, all]) => [name, all.at(-1)])),
    multiValueQueryStringParameters:
      given.length === 0 ? null : Object.fromEntries(given.map(([n, all]) => [n, [...all]])),
    body: text !== null && base64 ? Buffer.from(text).toString('base64') : text,
    isBase64Encoded: base64,
    stageVariables: null,
    requestContext: { requestId: call.requestId ?? 'request-1' } as APIGatewayProxyEvent['requestContext'],
  };
}
