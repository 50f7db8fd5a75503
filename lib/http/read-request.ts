/** Reads everything a request says, and lists whatever is wrong with any of it at once. */
import { DomainError, type Fault, validationFailed } from '#lib/domain/errors.ts';
import { type HttpEvent, header, queryOf, type Request, requestIdOf } from './request.ts';

/** How an endpoint reads its input; each throws `validation_failed`. */
export type Readers<Body, Query> = {
  /** Reads the JSON body; absent where the endpoint takes none. */
  body?: (input: unknown) => Body;
  /** Reads the query; absent where the endpoint takes none. */
  query?: (input: unknown) => Query;
};

const IDEMPOTENCY_KEY = 'idempotency-key';
const IDEMPOTENCY_KEY_LENGTH = 255;

export function readRequest<Body, Query>(
  readers: Readers<Body, Query>,
  event: HttpEvent,
  asked: { account: string; now: Date },
): Request<Body, Query> {
  const faults: Fault[] = [];
  const query = collect(faults, () => (readers.query ?? noQuery)(queryOf(event)));
  const idempotencyKey = collect(faults, () => idempotencyKeyOf(event));
  const body = collect(faults, () => readers.body?.(event.body));
  if (faults.length > 0) throw validationFailed(faults);
  return {
    ...asked,
    requestId: requestIdOf(event),
    id: event.pathParameters?.['id'] ?? '',
    body: body as Body,
    query: query as Query,
    idempotencyKey,
  };
}

function collect<T>(faults: Fault[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    faults.push(...(error.details.errors ?? []));
    return undefined;
  }
}

function noQuery(query: unknown): undefined {
  const faults = Object.keys(query as object).map((path) => ({ path, message: 'is not a known parameter' }));
  if (faults.length > 0) throw validationFailed(faults);
}

function idempotencyKeyOf(event: HttpEvent): string | undefined {
  const key = header(event, IDEMPOTENCY_KEY);
  if (key === undefined || (key.length > 0 && key.length <= IDEMPOTENCY_KEY_LENGTH)) return key;
  throw validationFailed([{ path: IDEMPOTENCY_KEY, message: `must have 1 to ${IDEMPOTENCY_KEY_LENGTH} characters` }]);
}
