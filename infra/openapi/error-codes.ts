/** Every code of a refusal that a caller with an API key can meet: what it means, what to do, and the message that comes with it. */
import { A_COLLECTION_ID, AN_INSTANT_AHEAD, describeResponse } from '#lib/contract/described.ts';
import { ErrorCodeResponse } from '#lib/contract/envelope.ts';
import * as errors from '#lib/domain/errors.ts';
import { type Json, register } from './schemas.ts';

/** What the gateway and the firewall in front of the service answer by themselves. */
type OuterCode = 'request_blocked' | 'request_refused' | 'timeout';

export type AnyErrorCode = errors.ApiErrorCode | OuterCode;

type ErrorCodeText = { means: string; error: errors.DomainError | string };

/** `error` is an example; of the gateway's, its message. A code without an entry does not compile. */
const CODES: Readonly<Record<AnyErrorCode, ErrorCodeText>> = {
  validation_failed: {
    means: 'The body, the query or a header is not valid. `errors` lists every fault at once, each with its path.',
    error: errors.validationFailed([{ path: 'contact.phone', message: 'is required' }]),
  },
  malformed_json: { means: 'The body is not JSON.', error: errors.malformedJson() },
  invalid_api_key: {
    means: 'The header `x-api-key` is missing, or its key is malformed, unknown, expired or revoked.',
    error: errors.invalidApiKey(),
  },
  invalid_signature: {
    means: 'A payment provider’s webhook is not signed as it must be. No operation of this API answers it.',
    error: errors.invalidSignature(),
  },
  collection_forbidden: {
    means: 'The collection belongs to another account than the key.',
    error: errors.collectionForbidden(),
  },
  provider_forbidden: {
    means: 'The provider belongs to another account than the key.',
    error: errors.providerForbidden(),
  },
  webhook_endpoint_forbidden: {
    means: 'The webhook endpoint belongs to another account than the key.',
    error: errors.webhookEndpointForbidden(),
  },
  forbidden: {
    means: 'The role of the key does not allow the operation: a `viewer` only reads, and settings need an `admin`.',
    error: errors.forbidden(),
  },
  request_blocked: { means: 'The firewall in front of the service blocked the request.', error: 'Request blocked' },
  route_not_found: { means: 'No operation has this path.', error: errors.routeNotFound() },
  collection_not_found: { means: 'No collection has this id.', error: errors.collectionNotFound() },
  customer_not_found: { means: 'No customer of the account has this id.', error: errors.customerNotFound() },
  provider_not_found: { means: 'No provider has this id.', error: errors.providerNotFound() },
  webhook_endpoint_not_found: {
    means: 'No webhook endpoint has this id.',
    error: errors.webhookEndpointNotFound(),
  },
  method_not_allowed: {
    means: 'The path has other methods; the header `Allow` lists them.',
    error: errors.methodNotAllowed('DELETE'),
  },
  duplicate_reference: {
    means: 'A collection of this account already has the reference; `existing.id` names it.',
    error: errors.duplicateReference(A_COLLECTION_ID),
  },
  invalid_transition: {
    means: 'The status of the collection does not allow it: only what can still be paid is followed up or corrected.',
    error: errors.invalidTransition('completed', 'cancelled'),
  },
  payment_not_found: {
    means: 'The collection has no payment with this id that counts.',
    error: errors.paymentNotFound(),
  },
  claim_not_found: { means: 'The collection has no claim with this id.', error: errors.claimNotFound() },
  dispute_not_found: { means: 'The collection has no dispute with this id.', error: errors.disputeNotFound() },
  already_decided: {
    means: 'Somebody has decided otherwise already, and nothing was changed.',
    error: errors.alreadyDecided('This claim was rejected already'),
  },
  attention_forbidden: {
    means: 'The attention item belongs to another account than the key.',
    error: errors.attentionForbidden(),
  },
  attention_not_found: {
    means: 'No attention item has this id, or its cause is gone.',
    error: errors.attentionNotFound(),
  },
  already_taken: {
    means: 'Another person has taken it; it can be given back first.',
    error: errors.alreadyTaken('Tunde'),
  },
  not_now: {
    means:
      'No reminder can be sent now. `errors[0].reason` says why, and `errors[0].firstAt` when one can be sent, if ever.',
    error: errors.notNow({ reason: 'quiet_hours', firstAt: AN_INSTANT_AHEAD }),
  },
  change_limit: { means: 'The collection has been changed as often as it can be.', error: errors.changeLimit(500) },
  concurrent_change: {
    means:
      'Others were changing the same thing all the time, and nothing was changed; try again after the seconds in `Retry-After`.',
    error: errors.concurrentChange(),
  },
  idempotency_conflict: {
    means: 'The Idempotency-Key was used before with another body.',
    error: errors.idempotencyConflict(),
  },
  duplicate_transaction: {
    means: 'The transaction is in the ledger of the collection already.',
    error: errors.duplicateTransaction('receipt-17'),
  },
  refund_exceeds_received: {
    means: 'The refund is larger than what has been received.',
    error: errors.refundExceedsReceived('NGN 45,000.00'),
  },
  provider_slug_taken: {
    means: 'A provider of this account already has the slug.',
    error: errors.providerSlugTaken('paystack'),
  },
  provider_limit: { means: 'The account has as many providers as it can have.', error: errors.providerLimit(50) },
  webhook_endpoint_limit: {
    means: 'The account has as many webhook endpoints as it can have.',
    error: errors.webhookEndpointLimit(10),
  },
  webhook_endpoint_disabled: {
    means: 'A disabled webhook endpoint must pass a ping before it can be enabled.',
    error: errors.webhookEndpointDisabled(),
  },
  payload_too_large: { means: 'The body is larger than 64 KB.', error: errors.payloadTooLarge(64 * 1024) },
  unsupported_media_type: {
    means: 'The body was not sent as `application/json`.',
    error: errors.unsupportedMediaType(),
  },
  request_refused: { means: 'The gateway in front of the service refused the request.', error: 'Bad Request' },
  too_many_requests: {
    means: 'Too many requests; try again after the seconds in `Retry-After`.',
    error: errors.tooManyRequests(),
  },
  internal_error: {
    means: 'A fault of the service. It may have done what was asked: repeat with the same Idempotency-Key.',
    error: 'Internal server error',
  },
  service_unavailable: {
    means: 'The service is busy; try again after the seconds in `Retry-After`.',
    error: errors.serviceUnavailable(),
  },
  timeout: {
    means: 'The service took too long. It may have done what was asked: repeat with the same Idempotency-Key.',
    error: 'The service took too long',
  },
};

export const ERROR_CODES = Object.keys(CODES) as AnyErrorCode[];

export const meaningOf = (code: AnyErrorCode): string => CODES[code].means;

/** The body of such a refusal. */
export function refusalExample(code: AnyErrorCode): Json {
  const { error } = CODES[code];
  if (typeof error === 'string') return { status: 'error', message: error, code };
  return { status: 'error', message: error.message, code, ...error.details };
}

const CODE_LIST = ERROR_CODES.map((code) => `- \`${code}\`: ${meaningOf(code)}`);

register(
  describeResponse('ErrorCode', ErrorCodeResponse, {
    description: ['The codes of refusals; a code never changes its meaning. More may come.', '', ...CODE_LIST].join(
      '\n',
    ),
    also: { 'x-extensible-enum': ERROR_CODES, examples: ['validation_failed'] },
  }),
);
