/** Every refusal of the service, as an error with a stable code (`http/responses.ts` maps each to a status), and how long writers that meet wait before they try again. */

/** Those that callers with an API key can meet. */
export type ApiErrorCode =
  | 'validation_failed'
  | 'malformed_json'
  | 'invalid_api_key'
  | 'invalid_signature'
  | 'collection_forbidden'
  | 'provider_forbidden'
  | 'webhook_endpoint_forbidden'
  | 'forbidden'
  | 'route_not_found'
  | 'collection_not_found'
  | 'customer_not_found'
  | 'provider_not_found'
  | 'webhook_endpoint_not_found'
  | 'method_not_allowed'
  | 'duplicate_reference'
  | 'invalid_transition'
  | 'payment_not_found'
  | 'claim_not_found'
  | 'dispute_not_found'
  | 'already_decided'
  | 'attention_forbidden'
  | 'attention_not_found'
  | 'already_taken'
  | 'not_now'
  | 'change_limit'
  | 'concurrent_change'
  | 'idempotency_conflict'
  | 'duplicate_transaction'
  | 'refund_exceeds_received'
  | 'provider_slug_taken'
  | 'provider_limit'
  | 'webhook_endpoint_limit'
  | 'webhook_endpoint_disabled'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'internal_error'
  | 'service_unavailable';

/** Those of the merchant console. */
type ConsoleErrorCode =
  | 'invalid_link'
  | 'invalid_passkey'
  | 'directory_refused'
  | 'no_directory'
  | 'invalid_session'
  | 'request_refused'
  | 'member_not_found'
  | 'api_key_not_found'
  | 'last_admin'
  | 'member_limit';

export type ErrorCode = ApiErrorCode | ConsoleErrorCode;

/** `path` is dotted (`metadata.0.description`), and empty for the whole body. `reason` and `firstAt` are of `not_now`. */
export type Fault = { path: string; message: string; reason?: string; firstAt?: string };

type Details = { errors?: readonly Fault[]; existing?: { id: string } };

/** An expected refusal. Callers see `message` and `details` unchanged. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** A body of 64 KB can have thousands of faults, each under a key of many KB. */
export const MAX_FAULTS = 100;
const MAX_PATH = 200;

export const validationFailed = (errors: readonly Fault[]) =>
  new DomainError('validation_failed', 'The request is not valid', {
    errors: errors.slice(0, MAX_FAULTS).map(shortened),
  });

/** Of a cursor that is none of ours, or of another list or filter. */
export const notOfThisList = () =>
  validationFailed([{ path: 'cursor', message: 'is not a cursor of this list with this filter' }]);

const shortened = (fault: Fault): Fault =>
  fault.path.length > MAX_PATH ? { ...fault, path: fault.path.slice(0, MAX_PATH).toWellFormed() } : fault;

export const malformedJson = () => new DomainError('malformed_json', 'The body is not valid JSON');
export const invalidApiKey = () => new DomainError('invalid_api_key', 'Invalid API key');
export const invalidSignature = () => new DomainError('invalid_signature', 'Invalid signature');
export const collectionForbidden = () =>
  new DomainError('collection_forbidden', 'Collection belongs to different account');
export const collectionNotFound = () => new DomainError('collection_not_found', 'Collection not found');
export const customerNotFound = () => new DomainError('customer_not_found', 'Customer not found');
export const providerForbidden = () => new DomainError('provider_forbidden', 'Provider belongs to different account');
export const providerNotFound = () => new DomainError('provider_not_found', 'Provider not found');
export const duplicateReference = (id: string) =>
  new DomainError('duplicate_reference', `This reference is already used by collection ${id}`, { existing: { id } });
export const idempotencyConflict = () =>
  new DomainError('idempotency_conflict', 'This idempotency key was already used with a different request body');
export const duplicateTransaction = (transaction: string) =>
  new DomainError('duplicate_transaction', `Transaction ${transaction} is recorded already`);
export const refundExceedsReceived = (received: string) =>
  new DomainError('refund_exceeds_received', `Only ${received} has been received`);
export const invalidTransition = (from: string, to: string) =>
  new DomainError('invalid_transition', `A collection that is ${from} cannot become ${to}`);
/** Its status says nothing of that. */
export const erasedForGood = () =>
  new DomainError('invalid_transition', 'The contact of this collection was erased: it cannot be opened again');
export const notPayable = (status: string) =>
  new DomainError('invalid_transition', `A collection that is ${status} is not followed up or changed any more`);
/** The collection that it came for may be completed: what is too much there is what is moved most. */
export const notMovableTo = (status: string) =>
  new DomainError(
    'invalid_transition',
    `A payment is moved to a collection that is open, not to one that is ${status}`,
  );
export const paymentNotFound = () => new DomainError('payment_not_found', 'Payment not found');
export const claimNotFound = () => new DomainError('claim_not_found', 'Claim not found');
export const disputeNotFound = () => new DomainError('dispute_not_found', 'Dispute not found');
/** By another person, or in another tab. */
export const alreadyDecided = (message: string) => new DomainError('already_decided', message);
export const attentionForbidden = () =>
  new DomainError('attention_forbidden', 'Attention item belongs to different account');
export const attentionNotFound = () => new DomainError('attention_not_found', 'Attention item not found');
export const alreadyTaken = (assignee: string) => new DomainError('already_taken', `${assignee} has taken it already`);
export const changeLimit = (limit: number) =>
  new DomainError('change_limit', `A collection can be changed at most ${limit} times`);

export const concurrentChange = () =>
  new DomainError('concurrent_change', 'Others are changing it at the same time; please try again');

/** Why no reminder, or no message of a person, can be sent now. `firstAt`: the first instant at which one can be sent; absent if there is none. */
export type NotNow = {
  reason:
    | 'opted_out'
    | 'no_channel'
    | 'expires_first'
    | 'cap_collection'
    | 'cap_24h'
    | 'quiet_hours'
    | 'contact_cap'
    | 'account_cap'
    | 'no_recent_reply'
    | 'channel_busy'
    | 'channel_refused';
  firstAt?: string;
};

export const notNow = ({ reason, firstAt }: NotNow, what = 'No reminder can be sent now') => {
  const message = firstAt === undefined ? reason : `${reason} until ${firstAt}`;
  const fault = { path: '', message, reason, ...(firstAt && { firstAt }) };
  return new DomainError('not_now', what, { errors: [fault] });
};
export const providerSlugTaken = (slug: string) =>
  new DomainError('provider_slug_taken', `A provider with slug ${slug} already exists`);
export const providerLimit = (limit: number) =>
  new DomainError('provider_limit', `An account can have at most ${limit} providers`);
export const webhookEndpointForbidden = () =>
  new DomainError('webhook_endpoint_forbidden', 'Webhook endpoint belongs to different account');
export const webhookEndpointNotFound = () =>
  new DomainError('webhook_endpoint_not_found', 'Webhook endpoint not found');
export const webhookEndpointLimit = (limit: number) =>
  new DomainError('webhook_endpoint_limit', `An account can have at most ${limit} webhook endpoints`);
export const webhookEndpointDisabled = () =>
  new DomainError('webhook_endpoint_disabled', 'A disabled webhook endpoint must pass a ping, and can then be enabled');
export const payloadTooLarge = (maxBytes: number) =>
  new DomainError('payload_too_large', `The body is larger than ${maxBytes / 1024} KB`);
export const unsupportedEncoding = () =>
  new DomainError('unsupported_media_type', 'The body must be sent as it is, without a content-encoding');
export const unsupportedMediaType = () =>
  new DomainError('unsupported_media_type', 'The body must be sent as application/json');
export const routeNotFound = () => new DomainError('route_not_found', 'Route not found');
export const methodNotAllowed = (method: string) =>
  new DomainError('method_not_allowed', `Method ${method} is not allowed here`);
export const tooManyRequests = () => new DomainError('too_many_requests', 'Too many requests');
export const serviceUnavailable = () =>
  new DomainError('service_unavailable', 'The service is busy; please try again shortly');

export const invalidLink = () => new DomainError('invalid_link', 'This link was used already, or has expired');
export const invalidPasskey = () => new DomainError('invalid_passkey', 'This passkey cannot be used to sign in');
/** It may be that the directory knows nobody like this, or that nobody like this has a role here. */
export const directoryRefused = () =>
  new DomainError('directory_refused', 'Your company’s directory does not let you in here');
export const noDirectory = () => new DomainError('no_directory', 'This company has no directory here');
export const invalidSession = () => new DomainError('invalid_session', 'You are not signed in');
export const forbidden = () => new DomainError('forbidden', 'Your role does not allow this');
/** Another web page may have sent it. */
export const requestRefused = () => new DomainError('request_refused', 'The request did not come from the console');
export const keyAndSession = () =>
  validationFailed([{ path: 'x-api-key', message: 'must not be sent together with a session' }]);
export const apiKeyNotFound = () => new DomainError('api_key_not_found', 'API key not found');
export const memberNotFound = () => new DomainError('member_not_found', 'Member not found');
export const lastAdmin = () => new DomainError('last_admin', 'An account must keep at least one administrator');
export const memberLimit = (limit: number) =>
  new DomainError('member_limit', `An account can have at most ${limit} members`);

/** All waits together take five seconds on average, and seldom seven: functions of the API have ten. */
export const MAX_TRIES = 32;

const WAIT_MS = { first: 10, max: 400 };

/** With full jitter, so that rivals part. `fraction`: a random number in [0, 1). */
export const waitAfter = (tried: number, fraction: number): number =>
  fraction * Math.min(WAIT_MS.max, WAIT_MS.first * 2 ** (tried - 1));
