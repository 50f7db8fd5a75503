/** A call with an API key that was refused, kept for a week, so that the program's author finds it by its request id. */
import { DomainError, type Fault } from './errors.ts';
import { DAY_MS } from './time/time-units.ts';

/** Without what the caller sent, which can be personal: the names of its fields only. */
export type FailedCall = {
  at: string;
  requestId: string;
  /** The method and the route, such as `POST /public/collections/{id}/payments`. */
  call: string;
  status: number;
  code: string;
  message: string;
  /** The first faults, of those that name a field. */
  faults?: readonly FailedField[];
};

type FailedField = Pick<Fault, 'path' | 'message'>;

const MAX_FAULTS = 5;
const KEPT_DAYS = 7;

/** In seconds since 1970. */
export const failedCallUntil = ({ at }: FailedCall): number => Math.ceil((Date.parse(at) + KEPT_DAYS * DAY_MS) / 1000);

/**
 * Undefined for what is no mistake of the program: a fault of ours, which the operator's log has; and a create of what is there
 * already, which is how a create is repeated.
 */
export function newFailedCall(
  error: unknown,
  { status, ...call }: Pick<FailedCall, 'requestId' | 'call' | 'status'>,
  now: Date,
): FailedCall | undefined {
  if (!(error instanceof DomainError) || status >= 500) return undefined;
  const { code, message, details } = error;
  if (details.existing !== undefined) return undefined;
  const faults = details.errors?.slice(0, MAX_FAULTS).map((fault) => ({ path: fault.path, message: fault.message }));
  return { ...call, at: now.toISOString(), status, code, message, ...(faults && { faults }) };
}
