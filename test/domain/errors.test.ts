/** What the service refuses, word by word: the code and the message that its caller reads. */
import { expect, it } from 'vitest';
import {
  collectionForbidden,
  collectionNotFound,
  type DomainError,
  duplicateReference,
  idempotencyConflict,
  invalidApiKey,
  invalidSignature,
  invalidTransition,
  malformedJson,
  methodNotAllowed,
  payloadTooLarge,
  providerForbidden,
  providerLimit,
  providerNotFound,
  providerSlugTaken,
  routeNotFound,
  serviceUnavailable,
  unsupportedMediaType,
  validationFailed,
} from '#lib/domain/errors.ts';

it.each<[DomainError, string, string]>([
  [validationFailed([]), 'validation_failed', 'The request is not valid'],
  [malformedJson(), 'malformed_json', 'The body is not valid JSON'],
  [invalidApiKey(), 'invalid_api_key', 'Invalid API key'],
  [invalidSignature(), 'invalid_signature', 'Invalid signature'],
  [collectionForbidden(), 'collection_forbidden', 'Collection belongs to different account'],
  [collectionNotFound(), 'collection_not_found', 'Collection not found'],
  [providerForbidden(), 'provider_forbidden', 'Provider belongs to different account'],
  [providerNotFound(), 'provider_not_found', 'Provider not found'],
  [duplicateReference('pay_1'), 'duplicate_reference', 'This reference is already used by collection pay_1'],
  [
    idempotencyConflict(),
    'idempotency_conflict',
    'This idempotency key was already used with a different request body',
  ],
  [
    invalidTransition('expired', 'completed'),
    'invalid_transition',
    'A collection that is expired cannot become completed',
  ],
  [providerSlugTaken('stripe'), 'provider_slug_taken', 'A provider with slug stripe already exists'],
  [providerLimit(50), 'provider_limit', 'An account can have at most 50 providers'],
  [payloadTooLarge(64 * 1024), 'payload_too_large', 'The body is larger than 64 KB'],
  [unsupportedMediaType(), 'unsupported_media_type', 'The body must be sent as application/json'],
  [routeNotFound(), 'route_not_found', 'Route not found'],
  [methodNotAllowed('PUT'), 'method_not_allowed', 'Method PUT is not allowed here'],
  [serviceUnavailable(), 'service_unavailable', 'The service is busy; please try again shortly'],
])('%s: the refusal has the code %s and the message %j', (error, code, message) => {
  expect([error.name, error.code, error.message]).toEqual(['DomainError', code, message]);
});

it('a refusal shows what is wrong with a request, and which collection has a reference already', () => {
  const faults = [{ path: 'reference', message: 'is missing' }];
  expect(validationFailed(faults).details).toEqual({ errors: faults });
  expect(duplicateReference('pay_1').details).toEqual({ existing: { id: 'pay_1' } });
  expect(routeNotFound().details).toEqual({});
});
