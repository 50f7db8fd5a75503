/** The gateway's own errors, in the service's envelope and, where the service has the same error, with its message. */
import { GatewayResponse, type IRestApi, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { invalidApiKey, routeNotFound, serviceUnavailable, tooManyRequests } from '#lib/domain/errors.ts';

/** Without a status or a message, the gateway's own is used. */
type Refusal = { type: ResponseType; status?: number; code: string; message?: string; retryAfter?: number };

const NOT_FOUND = { ...shown(routeNotFound()), status: 404 };
const INVALID_KEY = { ...shown(invalidApiKey()), status: 401 };
const INVALID = { code: 'validation_failed', status: 400 };
const TOO_MANY = { ...shown(tooManyRequests()), status: 429, retryAfter: 1 };
const BUSY = { ...shown(serviceUnavailable()), status: 503, retryAfter: 1 };

const REFUSALS: readonly Refusal[] = [
  { type: ResponseType.DEFAULT_4XX, code: 'request_refused' },
  { type: ResponseType.DEFAULT_5XX, code: 'internal_error', message: 'Internal server error' },
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, ...NOT_FOUND },
  { type: ResponseType.RESOURCE_NOT_FOUND, ...NOT_FOUND },
  { type: ResponseType.UNAUTHORIZED, ...INVALID_KEY },
  { type: ResponseType.INVALID_API_KEY, ...INVALID_KEY },
  { type: ResponseType.BAD_REQUEST_BODY, ...INVALID },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, ...INVALID },
  { type: ResponseType.REQUEST_TOO_LARGE, code: 'payload_too_large', status: 413, message: 'The body is too large' },
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, code: 'unsupported_media_type', status: 415 },
  { type: ResponseType.THROTTLED, ...TOO_MANY },
  { type: ResponseType.QUOTA_EXCEEDED, ...TOO_MANY },
  { type: ResponseType.WAF_FILTERED, code: 'request_blocked', status: 403, message: 'Request blocked' },
  { type: ResponseType.INTEGRATION_FAILURE, ...BUSY },
  { type: ResponseType.INTEGRATION_TIMEOUT, code: 'timeout', status: 504, message: 'The service took too long' },
];

/** Gives every error that the gateway answers by itself the envelope and the request's id. */
export function envelopeGatewayResponses(restApi: IRestApi): void {
  for (const refusal of REFUSALS) {
    const { type, status, retryAfter } = refusal;
    new GatewayResponse(restApi.root, type.responseType, {
      restApi,
      type,
      ...(status && { statusCode: String(status) }),
      responseHeaders: {
        'x-request-id': 'context.requestId',
        ...(retryAfter && { 'Retry-After': `'${retryAfter}'` }),
      },
      templates: { 'application/json': template(refusal) },
    });
  }
}

/** The gateway's own message comes quoted already. */
function template({ message, code }: Refusal): string {
  const quoted = message ? JSON.stringify(message) : '$context.error.messageString';
  return `{"status":"error","message":${quoted},"code":${JSON.stringify(code)}}`;
}

function shown({ code, message }: { code: string; message: string }) {
  return { code, message };
}
