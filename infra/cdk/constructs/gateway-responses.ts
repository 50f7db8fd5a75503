/** What the gateway answers by itself, in the shape of the API, and the limits of its paths. */
import { GatewayResponse, type IRestApi, ResponseType, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import type { Settings } from '#infra/cdk/settings.ts';
import { CONSOLE_ROUTES, methodsOf, OUTER_ROUTES, ROUTES } from '#lib/contract/routes.ts';
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

/**
 * What share of the stage's rate each path without a key may take, by the beginning of the path: strangers can ask for these, and
 * must not take the turn of merchants and providers. The gateway counts each path and method by itself.
 */
const SHARES: Record<string, number> = {
  '/pay': 0.5,
  '/me/': 0.2,
  '/webhooks': 0.5,
  '/console': 0.2,
  '/u/': 0.2,
  '/notify': 0.1,
};
const OTHERS = 0.1;

const shareOf = (path: string): number | undefined =>
  path.startsWith('/public/')
    ? undefined
    : (Object.entries(SHARES).find(([start]) => path.startsWith(start))?.[1] ?? OTHERS);

/** `ANY` of the proxy and of the root is what no route is for. */
export function throttledPaths({
  ratePerSecond,
  burst,
}: Settings['throttle']): NonNullable<StageOptions['methodOptions']> {
  const routes = [...ROUTES, ...OUTER_ROUTES, ...CONSOLE_ROUTES].flatMap((route) =>
    methodsOf(route).map((method) => ({ path: route.path, method })),
  );
  const unknown = [{ path: '/{proxy+}', method: 'ANY' }];
  return Object.fromEntries(
    [...routes, ...unknown].flatMap(({ path, method }) => {
      const share = shareOf(path);
      if (share === undefined) return [];
      const limits = {
        throttlingRateLimit: Math.max(1, ratePerSecond * share),
        throttlingBurstLimit: Math.max(1, Math.round(burst * share)),
      };
      return [[`${path}/${method}`, limits]];
    }),
  );
}
