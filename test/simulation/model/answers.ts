/** The answers of the operations: status, envelope, and the order of refusals. */
import type { Answer } from './wire.ts';

const REFUSALS = {
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  invalid_session: { status: 401, message: 'You are not signed in' },
  forbidden: { status: 403, message: 'Your role does not allow this' },
  request_refused: { status: 403, message: 'The request did not come from the console' },
  validation_failed: { status: 400, message: 'The request is not valid' },
  collection_forbidden: { status: 403, message: 'Collection belongs to different account' },
  collection_not_found: { status: 404, message: 'Collection not found' },
  provider_forbidden: { status: 403, message: 'Provider belongs to different account' },
  provider_not_found: { status: 404, message: 'Provider not found' },
  duplicate_reference: { status: 409 },
  idempotency_conflict: {
    status: 409,
    message: 'This idempotency key was already used with a different request body',
  },
  invalid_transition: { status: 409 },
  not_now: { status: 409, message: 'No reminder can be sent now' },
  duplicate_transaction: { status: 409 },
  refund_exceeds_received: { status: 409 },
  provider_slug_taken: { status: 409 },
  provider_limit: { status: 409, message: 'An account can have at most 50 providers' },
} as const satisfies Record<string, { status: number; message?: string }>;

export type Refusal = keyof typeof REFUSALS;

/** What is wrong in a request, and where. */
export type Fault = { path: string; message: string; reason?: string; firstAt?: string };

/** A request that names its own faults. */
export const faulty = (...errors: readonly Fault[]): Answer => refuse('validation_failed', { errors });

/** `more`: the message where it names values, and `errors` where the model says what is wrong. */
export function refuse(code: Refusal, more: object = {}): Answer {
  const { status, ...fixed } = REFUSALS[code];
  return { status, body: { status: 'error', code, ...fixed, ...more } };
}

export const succeed = (message: string, data: unknown, status = 200): Answer => ({
  status,
  body: { status: 'success', message, data },
});

export const MESSAGES = {
  'create-collection': 'Collection created successfully',
  'get-collection': 'Collection retrieved successfully',
  'list-collections': 'Collections retrieved successfully',
  'update-collection-status': 'Collection status updated successfully',
  'list-payments': 'Payments retrieved successfully',
  'record-payment': 'Payment recorded successfully',
  'get-follow-ups': 'Follow-up plan retrieved successfully',
  'update-collection': 'Collection updated successfully',
  'pause-follow-ups': 'Follow-ups paused successfully',
  'resume-follow-ups': 'Follow-ups resumed successfully',
  'send-follow-up': 'Follow-up will be sent',
  'promise-payment': 'Promise recorded successfully',
  'preview-follow-ups': 'Follow-up plan previewed successfully',
  'create-provider': 'Provider created successfully',
  'list-providers': 'Providers retrieved successfully',
  'get-provider': 'Provider retrieved successfully',
  'update-provider': 'Provider updated successfully',
} as const;

/** The order of refusals: the key, the request itself, the named resource, then its current state. */
type Facing = {
  keyIsValid?: boolean;
  /** Including the slug of a provider. */
  faults: readonly Fault[];
  /** The owner of the named resource. */
  named: 'own' | 'foreign' | 'missing' | 'none';
};

export function firstRefusal(kind: 'collection' | 'provider', { keyIsValid = true, faults, named }: Facing) {
  if (!keyIsValid) return refuse('invalid_api_key');
  if (faults.length > 0) return faulty(...faults);
  if (named === 'foreign') return refuse(`${kind}_forbidden`);
  if (named === 'missing') return refuse(`${kind}_not_found`);
  return undefined;
}
