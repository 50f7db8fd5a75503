/** Turns an HTTP request into the event that a REST API's Lambda proxy integration sends. */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Match } from './match-route.ts';

const STAGE = 'local';

type MatchedRequest = {
  request: IncomingMessage;
  path: string;
  query: string;
  body: Buffer;
  match: Match;
  requestId: string;
};

export function proxyEvent({ request, path, query, body, match, requestId }: MatchedRequest): APIGatewayProxyEvent {
  const { resource, pathParameters } = match;
  const httpMethod = request.method ?? 'GET';
  const headers = grouped(pairsOf(request.rawHeaders));
  const parameters = grouped([...new URLSearchParams(query)]);
  return {
    resource,
    path,
    httpMethod,
    headers: lastOfEach(headers) ?? {},
    multiValueHeaders: headers,
    queryStringParameters: lastOfEach(parameters),
    multiValueQueryStringParameters: Object.keys(parameters).length === 0 ? null : parameters,
    pathParameters,
    stageVariables: null,
    requestContext: contextOf({ request, path, resource, requestId }),
    // As the deployed gateway hands over what may be binary.
    body: body.length === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.length > 0,
  };
}

type Context = APIGatewayProxyEvent['requestContext'];

function contextOf(of: { request: IncomingMessage; path: string; resource: string; requestId: string }): Context {
  const { request, path, resource, requestId } = of;
  const now = new Date();
  return {
    accountId: '000000000000',
    apiId: 'local',
    authorizer: null,
    protocol: `HTTP/${request.httpVersion}`,
    httpMethod: request.method ?? 'GET',
    path: `/${STAGE}${path}`,
    resourceId: 'local',
    resourcePath: resource,
    stage: STAGE,
    requestId,
    extendedRequestId: requestId,
    requestTime: now.toUTCString(),
    requestTimeEpoch: now.getTime(),
    domainName: request.headers.host,
    identity: { ...NO_IDENTITY, sourceIp: '127.0.0.1', userAgent: request.headers['user-agent'] ?? null },
  };
}

const NO_IDENTITY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

function grouped(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) groups.set(name, [...(groups.get(name) ?? []), value]);
  return Object.fromEntries(groups);
}

function lastOfEach(groups: Record<string, string[]>): Record<string, string> | null {
  const entries = Object.entries(groups).map(([name, values]): [string, string] => [name, values.at(-1) ?? '']);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
