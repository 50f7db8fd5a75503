/** The gateway’s own errors, in the service’s envelope. */
import { describe, expect, it } from 'vitest';
import { resources } from './template.ts';

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
