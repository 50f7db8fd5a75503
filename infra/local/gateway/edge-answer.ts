/** Answers of the edge itself, in the shapes the stack's gateway responses give them. */
import type { APIGatewayProxyResult } from 'aws-lambda';

const EDGE = {
  starting: { statusCode: 503, code: 'service_unavailable', message: 'The service is starting' },
  tooLarge: { statusCode: 413, code: 'payload_too_large', message: 'Request body is too large' },
  failed: { statusCode: 500, code: 'internal_error', message: 'Internal server error' },
  timedOut: { statusCode: 504, code: 'timeout', message: 'The service took too long to answer' },
} as const;

export function edgeAnswer(kind: keyof typeof EDGE, requestId: string): APIGatewayProxyResult {
  const { statusCode, code, message } = EDGE[kind];
  return {
    statusCode,
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      ...(kind === 'starting' && { 'retry-after': '1' }),
    },
    body: JSON.stringify({ status: 'error', message, code }),
  };
}
