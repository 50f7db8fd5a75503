/**
 * The REST API in the template.
 * The gateway’s own errors, in the service’s envelope.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONSOLE_ROUTES, methodsOf, OUTER_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import {
  folder,
  functionOfAlias,
  functions,
  type Resource,
  resources,
  STACKS,
  target,
  template,
  theOnly,
} from './template.ts';

const root = theOnly('AWS::ApiGateway::RestApi').id;
const parts = new Map(resources('AWS::ApiGateway::Resource').map((resource) => [resource.id, resource]));

/** The path of a gateway resource, from its chain of parents. */
const pathOf = (reference: Record<string, never>): string => {
  const part = parts.get(target(reference));
  if (!part) return target(reference) === root ? '' : 'nowhere';
  return `${pathOf(part.Properties['ParentId'])}/${part.Properties['PathPart']}`;
};

/** The name of the function that a method calls. */
const calledBy = (method: Resource): string | undefined => {
  const uri = JSON.stringify(method.Properties['Integration'].Uri);
  const [alias = ''] = Object.keys(functionOfAlias).filter((id) => uri.includes(`"${id}"`));
  return Object.keys(functions).find((name) => functions[name]?.id === functionOfAlias[alias]);
};

const methods = resources('AWS::ApiGateway::Method').map((method) => ({
  path: pathOf(method.Properties['ResourceId']) || '/',
  method: method.Properties['HttpMethod'],
  operation: calledBy(method),
}));

it('the gateway compresses what is longer than a kilobyte', () => {
  expect(theOnly('AWS::ApiGateway::RestApi').Properties['MinimumCompressionSize']).toBe(1024);
  expect(theOnly('AWS::ApiGateway::RestApi').Properties['BinaryMediaTypes']).toEqual(['*/*']);
});

describe('the routes', () => {
  it('the API has exactly the routes of the route tables, each with its own function', () => {
    const deployed = methods.filter(({ method }) => method !== 'ANY');
    const all = [...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES].flatMap((route) =>
      methodsOf(route).map((method) => ({ path: route.path, method, operation: route.operation })),
    );
    expect(new Set(deployed)).toEqual(new Set(all));
    expect(deployed).toHaveLength(all.length);
  });

  it('every resource of the API sends other methods to not-found', () => {
    const paths = ['/', ...[...parts.keys()].map((id) => pathOf({ Ref: id as never }))];
    expect(paths).toContain('/public');
    expect(paths).toContain('/{proxy+}');
    const rest = methods.filter(({ method }) => method === 'ANY');
    expect(rest.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(new Set(rest.map(({ operation }) => operation))).toEqual(new Set(['not-found']));
  });

  it('the gateway may call the function of each route', () => {
    const called = resources('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties['Principal'] === 'apigateway.amazonaws.com')
      .map(({ Properties }) => target(Properties['FunctionName']));
    const served = [...[...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES].map(({ operation }) => operation), 'not-found'];
    expect(new Set(called)).toEqual(new Set(served.map((name) => functions[name]?.id)));
  });

  it('the API passes requests to the functions unchanged', () => {
    for (const { Properties } of resources('AWS::ApiGateway::Method'))
      expect(Properties['Integration']).toMatchObject({ Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' });
  });
});

describe('the stage', () => {
  const stage = theOnly('AWS::ApiGateway::Stage').Properties;

  it('the stage limits the rate of calls, and does not trace, because traces would hold payment links', () => {
    const [limits] = stage['MethodSettings'];
    expect(limits).toMatchObject({ HttpMethod: '*', ResourcePath: '/*', DataTraceEnabled: false });
    expect(limits.ThrottlingRateLimit).toBeGreaterThan(0);
    expect(limits.ThrottlingBurstLimit).toBeGreaterThan(0);
    expect(stage['TracingEnabled']).toBe(false);
  });

  it('the stage logs each access without personal data', () => {
    const format = JSON.parse(stage['AccessLogSetting'].Format);
    const personal = /identity|authorizer|requestOverride|\.path$|querystring|header|body|domain/i;
    expect(format).toMatchObject({ extendedRequestId: '$context.extendedRequestId', status: '$context.status' });
    for (const variable of Object.values(format)) expect(variable).not.toMatch(personal);
  });

  it('the functions and the output have the address of the stage, without depending on it', () => {
    const url = template.Outputs['ApiUrl'].Value;
    expect(JSON.stringify(url)).toContain('"/live"');
    for (const { Properties } of Object.values(functions))
      expect(Properties['Environment'].Variables.BASE_URL).toEqual(url);
  });
});

describe('the log role of API Gateway', () => {
  it('the role with which API Gateway writes logs is in a stack of its own, which comes first and is kept', () => {
    expect(resources('AWS::ApiGateway::Account')).toEqual([]);
    const { artifacts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(artifacts[STACKS.at(-1) ?? ''].dependencies).toContain('CollectionsGatewayLogs');
    const own = JSON.parse(readFileSync(join(folder, 'CollectionsGatewayLogs.template.json'), 'utf8'));
    const kept = Object.values<Resource & { DeletionPolicy: string }>(own.Resources);
    expect(kept.map(({ Type, DeletionPolicy }) => [Type, DeletionPolicy]).toSorted()).toEqual([
      ['AWS::ApiGateway::Account', 'Retain'],
      ['AWS::IAM::Role', 'Retain'],
    ]);
  });
});

const responses = new Map(
  resources('AWS::ApiGateway::GatewayResponse').map(({ Properties }) => [Properties['ResponseType'], Properties]),
);

/** The body as the gateway sends it, with its own message, which comes quoted. */
const rendered = (type: string) => {
  const templates = responses.get(type)?.['ResponseTemplates'] ?? {};
  expect(Object.keys(templates)).toEqual(['application/json']);
  return JSON.parse(templates['application/json'].replaceAll('$context.error.messageString', '"Its own words"'));
};

const EXPECTED = [
  ['MISSING_AUTHENTICATION_TOKEN', '404', 'route_not_found'],
  ['RESOURCE_NOT_FOUND', '404', 'route_not_found'],
  ['UNAUTHORIZED', '401', 'invalid_api_key'],
  ['INVALID_API_KEY', '401', 'invalid_api_key'],
  ['BAD_REQUEST_BODY', '400', 'validation_failed'],
  ['BAD_REQUEST_PARAMETERS', '400', 'validation_failed'],
  ['REQUEST_TOO_LARGE', '413', 'payload_too_large'],
  ['UNSUPPORTED_MEDIA_TYPE', '415', 'unsupported_media_type'],
  ['THROTTLED', '429', 'too_many_requests'],
  ['QUOTA_EXCEEDED', '429', 'too_many_requests'],
  ['WAF_FILTERED', '403', 'request_blocked'],
  ['INTEGRATION_FAILURE', '503', 'service_unavailable'],
  ['INTEGRATION_TIMEOUT', '504', 'timeout'],
  ['DEFAULT_4XX', undefined, 'request_refused'],
  ['DEFAULT_5XX', undefined, 'internal_error'],
] as const;

describe('errors of the gateway', () => {
  it.each(EXPECTED)('the gateway’s error %s has the envelope, status %s and code %s', (type, status, code) => {
    expect(responses.get(type)?.['StatusCode']).toBe(status);
    expect(rendered(type)).toEqual({ status: 'error', message: expect.stringMatching(/^[A-Z]/), code });
  });

  it('the gateway has no other error of its own', () => {
    expect([...responses.keys()].toSorted()).toEqual(EXPECTED.map(([type]) => type).toSorted());
  });

  it('every error of the gateway has the id of the request', () => {
    for (const properties of responses.values())
      expect(properties['ResponseParameters']['gatewayresponse.header.x-request-id']).toBe('context.requestId');
  });

  it('an error of the gateway that passes says when to retry', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE'])
      expect(responses.get(type)?.['ResponseParameters']['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
  });

  it('the message of an internal error of the gateway is not shown', () => {
    for (const type of ['DEFAULT_5XX', 'INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT'])
      expect(JSON.stringify(responses.get(type))).not.toContain('$context.error');
  });
});
