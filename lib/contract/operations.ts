/** What each operation takes and answers, for the API's description. The functions import only their own part. */
import * as z from 'zod/mini';
import { CollectionResponse } from './collection-response.ts';
import { CreateCollectionRequest } from './create-collection.ts';
import { listPageEnvelope, successEnvelope } from './envelope.ts';
import { EventFeed } from './event.ts';
import { FOLLOW_UP_OPERATIONS } from './follow-up-operations.ts';
import { ListCollectionsQuery } from './list-collections.ts';
import { ListEventsQuery } from './list-events.ts';
import { AN_ORDER, type OperationContract, ofCollection, REVISION } from './operation-contract.ts';
import { PaymentResponse, RecordPaymentRequest } from './payment.ts';
import { CreateProviderRequest, ProviderResponse, UpdateProviderRequest } from './provider.ts';
import type { Operation } from './routes.ts';
import { UpdateCollectionRequest } from './update-collection.ts';
import { UpdateCollectionStatusRequest } from './update-collection-status.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

const ofProvider = successEnvelope(ProviderResponse);

export const OPERATIONS: Readonly<Record<Operation, OperationContract>> = {
  'create-collection': {
    tag: 'Collections',
    summary: 'Record a request to collect a payment',
    body: CreateCollectionRequest,
    example: AN_ORDER,
    creates: true,
    idempotent: true,
    success: { status: 201, schema: ofCollection },
    errors: { 409: ['duplicate_reference', 'idempotency_conflict'] },
  },
  'list-collections': {
    tag: 'Collections',
    summary: 'List collections, newest first',
    query: ListCollectionsQuery,
    success: { status: 200, schema: listPageEnvelope(z.array(CollectionResponse)) },
    errors: {},
  },
  'get-collection': {
    tag: 'Collections',
    summary: 'Read one collection',
    success: { status: 200, schema: ofCollection },
    errors: { 403: ['collection_forbidden'], 404: ['collection_not_found'] },
  },
  'update-collection': {
    tag: 'Collections',
    summary: 'Correct the contact, expiry, follow-ups or metadata of a collection that can still be paid',
    body: UpdateCollectionRequest,
    example: { contact: { phone: '+2348031234568' }, expiresIn: 2880 },
    success: { status: 200, schema: ofCollection },
    ...REVISION,
  },
  'update-collection-status': {
    tag: 'Collections',
    summary: 'Change the status of a collection',
    body: UpdateCollectionStatusRequest,
    example: { status: 'overdue' },
    success: { status: 200, schema: ofCollection },
    errors: { 403: ['collection_forbidden'], 404: ['collection_not_found'], 409: ['invalid_transition'] },
  },
  'list-payments': {
    tag: 'Payments',
    summary: 'List the payments, refunds and disputes of a collection, oldest first',
    success: { status: 200, schema: successEnvelope(z.array(PaymentResponse)) },
    errors: { 403: ['collection_forbidden'], 404: ['collection_not_found'] },
  },
  'record-payment': {
    tag: 'Payments',
    summary: 'Record money that reached you elsewhere, or that you gave back',
    body: RecordPaymentRequest,
    example: { amount: { value: 45_000, currency: 'NGN' }, method: 'cash', transaction: 'receipt-17' },
    idempotent: true,
    success: { status: 201, schema: successEnvelope(PaymentResponse) },
    errors: {
      403: ['collection_forbidden'],
      404: ['collection_not_found'],
      409: ['duplicate_transaction', 'idempotency_conflict', 'refund_exceeds_received'],
    },
  },
  ...FOLLOW_UP_OPERATIONS,
  'create-provider': {
    tag: 'Providers',
    summary: 'Add a payment provider',
    body: CreateProviderRequest,
    example: { name: 'Paystack', slug: 'paystack' },
    creates: true,
    success: { status: 201, schema: ofProvider },
    errors: { 409: ['provider_slug_taken', 'provider_limit'] },
  },
  'list-providers': {
    tag: 'Providers',
    summary: 'List payment providers, oldest first',
    success: { status: 200, schema: successEnvelope(z.array(ProviderResponse)) },
    errors: {},
  },
  'get-provider': {
    tag: 'Providers',
    summary: 'Read one payment provider',
    success: { status: 200, schema: ofProvider },
    errors: { 403: ['provider_forbidden'], 404: ['provider_not_found'] },
  },
  'update-provider': {
    tag: 'Providers',
    summary: 'Rename, enable or disable a payment provider',
    body: UpdateProviderRequest,
    example: { name: 'Paystack Nigeria' },
    success: { status: 200, schema: ofProvider },
    errors: { 403: ['provider_forbidden'], 404: ['provider_not_found'] },
  },
  ...WEBHOOK_OPERATIONS,
  'list-events': {
    tag: 'Events',
    summary: 'List the events of the last 30 days, oldest first',
    query: ListEventsQuery,
    success: { status: 200, schema: EventFeed },
    errors: {},
  },
  'get-openapi': {
    tag: 'Description',
    summary: 'Read this description',
    open: true,
    success: { status: 200, schema: z.looseObject({ openapi: z.string() }) },
    errors: {},
  },
};
