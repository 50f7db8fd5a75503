/** Turns every failure into an envelope: a refusal, or a 500 that shows nothing of the inside. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { DomainError, serviceUnavailable } from '#lib/domain/errors.ts';
import type { Log } from '#lib/log.ts';
import { type HttpEvent, requestIdOf } from './request.ts';
import { internalError, logFault, refuse } from './responses.ts';

export const errorEnvelope = (log: Log): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const requestId = requestIdOf(request.event);
    request.response = refuse(refusalFor(log, request.error, requestId), { 'x-request-id': requestId });
  },
});

function refusalFor(log: Log, error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  logFault(log, error, requestId);
  return (error as Error | undefined)?.name === 'TimeoutError' ? serviceUnavailable() : internalError();
}
