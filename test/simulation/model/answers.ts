/** The answers of the operations: status, envelope, and the order of refusals. */
import type { Answer } from './wire.ts';

const REFUSALS = {
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  invalid_session: { status: 401 },
  forbidden: { status: 403 },
  request_refused: { status: 403 },
  validation_failed: { status: 400 },
  collection_forbidden: { status: 403, message: 'Collection belongs to different account' },
  collection_not_found: { status: 404, message: 'Collection not found' },
  provider_forbidden: { status: 403, message: 'Provider belongs to different account' },
  provider_not_found: { status: 404, message: 'Provider not found' },
  duplicate_reference: { status: 409 },
  idempotency_conflict: { status: 409 },
  invalid_transition: { status: 409 },
  not_now: { status: 409 },
  duplicate_transaction: { status: 409 },
  refund_exceeds_received: { status: 409 },
  provider_slug_taken: { status: 409 },
  provider_limit: { status: 409 },
} as const satisfies Record<string, { status: number; message?: string }>;

export type Refusal = keyof typeof REFUSALS;

/** Leaves out `message` where the contract does not fix its text. */
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
  /** Paths of faults in the request, including the slug of a provider. */
  faults: readonly string[];
  /** The owner of the named resource. */
  named: 'own' | 'foreign' | 'missing' | 'none';
};

export function firstRefusal(kind: 'collection' | 'provider', { keyIsValid = true, faults, named }: Facing) {
  if (!keyIsValid) return refuse('invalid_api_key');
  if (faults.length > 0) return refuse('validation_failed');
  if (named === 'foreign') return refuse(`${kind}_forbidden`);
  if (named === 'missing') return refuse(`${kind}_not_found`);
  return undefined;
}
