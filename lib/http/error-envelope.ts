/** The last word on every request that failed: a refusal in its envelope, or an enveloped 500 that tells nothing of the inside. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { DomainError, serviceUnavailable } from '#lib/domain/errors.ts';
import { type HttpEvent, requestIdOf } from './request.ts';
import { internalError, logFault, refuse } from './responses.ts';

/** The account that the key names, and the check that the key is the account's: `verified` rejects if it is not. */
export type CallerCheck = { account: string; verified: Promise<void> };

/** What the middlewares of one request share. */
export type Shared = { now?: Date; caller?: CallerCheck };

export const errorEnvelope = (): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: async (request) => {
    const { caller } = request.internal as Shared;
    const requestId = requestIdOf(request.event);
    const error = refusalOf((await keyRefusal(caller)) ?? request.error, requestId);
    request.response = refuse(error, { 'x-request-id': requestId });
  },
});

/** Whatever else is wrong with a request, its key is judged first. */
const keyRefusal = async (caller: CallerCheck | undefined): Promise<unknown> =>
  caller?.verified.then(
    () => undefined,
    (error) => error,
  );

function refusalOf(error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  logFault(error, requestId);
  return (error as Error | undefined)?.name === 'TimeoutError' ? serviceUnavailable() : internalError();
}
