/** Turns every failure into an envelope: a refusal, or a 500 that shows nothing of the inside. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { By } from '#lib/domain/actor.ts';
import { DomainError, serviceUnavailable } from '#lib/domain/errors.ts';
import { type HttpEvent, requestIdOf } from './request.ts';
import { internalError, logFault, refuse } from './responses.ts';

/** Empty for an API key. */
export type Verified = { by?: By };

/** `account` is what the key names; `verified` rejects if the key is not that account's. */
export type CallerCheck = { account: string; verified: Promise<Verified> };

export type Shared = { now?: Date; caller?: CallerCheck };

export const errorEnvelope = (): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: async (request) => {
    const { caller } = request.internal as Shared;
    const requestId = requestIdOf(request.event);
    const error = refusalOf((await keyRefusal(caller)) ?? request.error, requestId);
    request.response = refuse(error, { 'x-request-id': requestId });
  },
});

/** A wrong key is answered before any other fault of the request. */
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
