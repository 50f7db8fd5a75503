/** The calls of the sandbox provider's API and their answers: JSON, also for what it refuses. */

import type { IncomingHttpHeaders } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Ledger } from './ledger.ts';

/** `id` is the segment that stands where the call's path says `{id}`. */
export type SandboxCall = { id: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string };

/** `no answer`: the call was carried out, and the connection ends without a response. */
export type SandboxAnswer = APIGatewayProxyResult | 'no answer';

/** By `METHOD path`. */
export type SandboxCalls = Record<string, (call: SandboxCall) => SandboxAnswer | Promise<SandboxAnswer>>;

/** What the API's calls work with; `url` is the sandbox provider's own address. */
export type ApiNeeds = { url: string; ledger: Ledger; now: () => Date };

/** A call with a valid key; undefined when there is nothing of that name. */
export type MerchantCall = (call: SandboxCall & { merchant: string }) => APIGatewayProxyResult | undefined;

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
