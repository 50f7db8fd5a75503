/** What each operation takes and answers, for the API's description. The functions import only their own part. */
import * as z from 'zod/mini';
import { PauseFollowUpsRequest, PromisePaymentRequest, SendFollowUpRequest } from './change-follow-ups.ts';
import { CollectionResponse } from './collection-response.ts';
import { CreateCollectionRequest } from './create-collection.ts';
import { listPageEnvelope, successEnvelope } from './envelope.ts';
import { FollowUpPlanResponse } from './follow-up-plan.ts';
import { ListCollectionsQuery } from './list-collections.ts';
import { PaymentResponse, RecordPaymentRequest } from './payment.ts';
import { PreviewFollowUpsRequest } from './preview-follow-ups.ts';
import { CreateProviderRequest, ProviderResponse, UpdateProviderRequest } from './provider.ts';
import type { Operation } from './routes.ts';
import { UpdateCollectionRequest } from './update-collection.ts';
import { UpdateCollectionStatusRequest } from './update-collection-status.ts';

type Schema = z.ZodMiniType;

export type OperationContract = {
  tag: 'Collections' | 'Payments' | 'Follow-ups' | 'Providers' | 'Description';
  summary: string;
  open?: true;
  body?: Schema;
  /** A valid body. */
  example?: Record<string, unknown>;
  query?: Schema;
  /** Safe to repeat with an Idempotency-Key, and answers the location of what was created. */
  creates?: true;
  idempotent?: true;
  success: { status: 200 | 201 | 202; schema: Schema };
  /** Codes in addition to those of every operation of this kind. */
  errors: Readonly<Record<number, readonly string[]>>;
};

/** A valid create body, as an example. */
const AN_ORDER = {
  reference: 'order-1001',
  amount: { value: 45_000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  metadata: { description: 'Two pairs of shoes' },
  payable: { enabled: true, methods: ['payment_link'] },
};

const ofCollection = successEnvelope(CollectionResponse);
const ofPlan = successEnvelope(FollowUpPlanResponse);

/** What every change of terms or plan can refuse. */
const REVISION = {
  errors: {
    403: ['collection_forbidden'],
    404: ['collection_not_found'],
    409: ['invalid_transition', 'change_limit'],
  },
} as const;

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
  'get-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Read the follow-up plan of a collection and what became of it',
    success: { status: 200, schema: successEnvelope(FollowUpPlanResponse) },
    errors: { 403: ['collection_forbidden'], 404: ['collection_not_found'] },
  },
  'pause-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Pause the follow-ups of a collection',
    body: PauseFollowUpsRequest,
    example: {},
    success: { status: 200, schema: ofPlan },
    ...REVISION,
  },
  'resume-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Resume the follow-ups of a collection',
    success: { status: 200, schema: ofPlan },
    ...REVISION,
  },
  'send-follow-up': {
    tag: 'Follow-ups',
    summary: 'Send one reminder more, now; repeated before it is sent, it is the same one',
    body: SendFollowUpRequest,
    example: {},
    success: { status: 202, schema: ofPlan },
    errors: { ...REVISION.errors, 409: ['not_now', ...REVISION.errors[409]] },
  },
  'promise-payment': {
    tag: 'Follow-ups',
    summary: 'Record that the customer promised to pay: no follow-up until then, firmer ones if it is broken',
    body: PromisePaymentRequest,
    example: { payBy: '2099-12-31T17:00:00Z' },
    success: { status: 200, schema: ofCollection },
    ...REVISION,
  },
  'preview-follow-ups': {
    tag: 'Follow-ups',
    summary: 'See the follow-up plan that a create would lead to; nothing is written',
    body: PreviewFollowUpsRequest,
    example: AN_ORDER,
    success: { status: 200, schema: successEnvelope(FollowUpPlanResponse) },
    errors: {},
  },
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
  'get-openapi': {
    tag: 'Description',
    summary: 'Read this description',
    open: true,
    success: { status: 200, schema: z.looseObject({ openapi: z.string() }) },
    errors: {},
  },
};
