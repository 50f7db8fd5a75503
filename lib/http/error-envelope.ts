/** Turns every failure into an envelope: a refusal, or a 500 that shows nothing of the inside. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { By } from '#lib/domain/actor.ts';
import { DomainError, serviceUnavailable } from '#lib/domain/errors.ts';
import type { Member } from '#lib/domain/member.ts';
import type { Role } from '#lib/domain/role.ts';
import { type HttpEvent, requestIdOf } from './request.ts';
import { internalError, logFault, refuse } from './responses.ts';

/** A member with a session. `demand` refuses a role that is too low, and records that. @throws forbidden */
export type SignedIn = { member: Member; session: string; demand: (role: Role) => Promise<void> };

/** Empty for an API key. */
export type Verified = { by?: By; signedIn?: SignedIn };

/** `account` is what the key or the session names; `verified` rejects if it is not that account's. */
export type CallerCheck = { account: string; verified: Promise<Verified> };

export type Shared = { now?: Date; caller?: CallerCheck };

export const errorEnvelope = (): MiddlewareObj<HttpEvent, APIGatewayProxyResult> => ({
  onError: async (request) => {
    const { caller } = request.internal as Shared;
    const requestId = requestIdOf(request.event);
    const error = refusalOf((await callerRefusal(caller)) ?? request.error, requestId);
    request.response = refuse(error, { 'x-request-id': requestId });
  },
});

/** A wrong key, or a role that is too low, is answered before any other fault of the request. */
const callerRefusal = async (caller: CallerCheck | undefined): Promise<unknown> =>
  caller?.verified.then(
    () => undefined,
    (error) => error,
  );

function refusalOf(error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  logFault(error, requestId);
  return (error as Error | undefined)?.name === 'TimeoutError' ? serviceUnavailable() : internalError();
}
