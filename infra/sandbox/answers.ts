/** The answers of the sandbox provider's API: JSON, also for what it refuses. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';

export const json = (statusCode: number, data: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(data),
});

export const refusal = (status: number, code: string, message: string): APIGatewayProxyResult =>
  json(status, { error: { code, message } });

export const NOT_FOUND = refusal(404, 'not_found', 'There is nothing of that name');

export const invalid = (message: string): APIGatewayProxyResult => refusal(400, 'invalid_request', message);

/** Names the first fault. */
export function invalidFields({ issues }: z.core.$ZodError): APIGatewayProxyResult {
  const { path, message } = issues[0] ?? { path: [], message: 'is not valid' };
  return invalid(`${path.join('.') || 'body'}: ${message}`);
}

export const usedBefore = (reference: string): APIGatewayProxyResult =>
  refusal(409, 'duplicate_reference', `reference: ${reference} has been used`);
