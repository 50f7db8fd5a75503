/** The gateway’s own refusals, in our envelope. */
import { describe, expect, it } from 'vitest';
import { resources } from './template.ts';

const responses = new Map(
  resources('AWS::ApiGateway::GatewayResponse').map(({ Properties }) => [Properties['ResponseType'], Properties]),
);

/** What the gateway sends: it fills in its own sentence, already quoted. */
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

describe('what the gateway itself refuses', () => {
  it.each(EXPECTED)('%s is an envelope with status %s and code %s', (type, status, code) => {
    expect(responses.get(type)?.['StatusCode']).toBe(status);
    expect(rendered(type)).toEqual({ status: 'error', message: expect.stringMatching(/^[A-Z]/), code });
  });

  it('covers nothing that this table does not', () => {
    expect([...responses.keys()].toSorted()).toEqual(EXPECTED.map(([type]) => type).toSorted());
  });

  it('carries the id of the request', () => {
    for (const properties of responses.values())
      expect(properties['ResponseParameters']['gatewayresponse.header.x-request-id']).toBe('context.requestId');
  });

  it('says when to come back where coming back helps', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE'])
      expect(responses.get(type)?.['ResponseParameters']['gatewayresponse.header.Retry-After']).toMatch(/^'\d+'$/);
  });

  it('never shows the words of an internal fault', () => {
    for (const type of ['DEFAULT_5XX', 'INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT'])
      expect(JSON.stringify(responses.get(type))).not.toContain('$context.error');
  });
});
