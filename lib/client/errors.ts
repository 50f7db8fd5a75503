/** What the client throws: one class for each thing that a program does something about. */
import type { ApiError, Fault } from './description.ts';

type Refusal = {
  status: number;
  code: string;
  message: string;
  requestId?: string | undefined;
  body?: Partial<ApiError>;
  retryAfter?: number | undefined;
};

/** A refusal, or a failure after all attempts. `status` is 0 when no answer came; `requestId` names the request in the logs. */
export class CollectionsError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Every fault of a request that is not valid, each with the dotted path of its field. */
  readonly errors: readonly Fault[];
  /** After how many seconds the service, or what stands before it, wants to be asked again; undefined if it does not say. */
  readonly retryAfter: number | undefined;
  /** How many times it was sent. */
  attempts = 1;

  constructor({ status, code, message, requestId, body, retryAfter }: Refusal) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.errors = body?.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** 400: `errors` says what is wrong. */
export class ValidationError extends CollectionsError {}
/** 401. */
export class AuthenticationError extends CollectionsError {}
/** 403: of another account, or not allowed to the role of the key. */
export class ForbiddenError extends CollectionsError {}
/** 404. */
export class NotFoundError extends CollectionsError {}
/** 429, after all attempts, or as soon as `retryAfter` is longer than the client waits. */
export class RateLimitError extends CollectionsError {}
/** 5xx, after all attempts. What was asked for may have been done. */
export class ServerError extends CollectionsError {}
/** No answer came, after all attempts. What was asked for may have been done. */
export class ConnectionError extends CollectionsError {}

/** 409: a collection of the account has the reference already. */
export class DuplicateReferenceError extends CollectionsError {
  readonly existingId: string;

  constructor(refused: Refusal) {
    super(refused);
    this.existingId = refused.body?.existing?.id ?? '';
  }
}

/** 409: no reminder can be sent now; `firstAt` is undefined if none ever can. */
export class NotNowError extends CollectionsError {
  readonly reason: string | undefined = this.errors[0]?.reason;
  readonly firstAt: string | undefined = this.errors[0]?.firstAt;
}

const CLASSES: Readonly<Record<string, typeof CollectionsError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  429: RateLimitError,
  duplicate_reference: DuplicateReferenceError,
  not_now: NotNowError,
};

type Answered = {
  status: number;
  body: Partial<ApiError>;
  requestId: string | undefined;
  retryAfter: number | undefined;
};

/** Of an answer that is no success. */
export function errorOf({ status, body, requestId, retryAfter }: Answered): CollectionsError {
  const { code = 'unknown', message = `The service answered ${status}` } = body;
  const Refusal = CLASSES[code] ?? CLASSES[status] ?? (status >= 500 ? ServerError : CollectionsError);
  return new Refusal({ status, code, message, requestId, body, retryAfter });
}
