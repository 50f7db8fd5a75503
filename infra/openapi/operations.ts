/** What each operation takes and answers, for the API's description. The functions import only their own part. */
import { CreateCollectionRequest, createCollectionExample } from '#lib/contract/create-collection.ts';
import { A_COLLECTION_ID, A_CONTACT, AN_AMOUNT } from '#lib/contract/described.ts';
import { ListCollectionsQuery, listCollectionsQueryTexts } from '#lib/contract/list-collections.ts';
import { CreditCollectionRequest, MovePaymentRequest, RecordPaymentRequest } from '#lib/contract/payment.ts';
import { CreateProviderRequest, UpdateProviderRequest } from '#lib/contract/provider.ts';
import { ReopenCollectionRequest } from '#lib/contract/reopen-collection.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { UpdateCollectionRequest, UpdateCollectionStatusRequest } from '#lib/contract/update-collection.ts';
import { ANSWER_OPERATIONS } from './answer-operations.ts';
import {
  ofCollection,
  ofCollections,
  ofDescription,
  ofPayment,
  ofPayments,
  ofProvider,
  ofProviders,
} from './answers.ts';
import { CUSTOMER_OPERATIONS, FOLLOW_UP_OPERATIONS } from './customer-operations.ts';
import * as examples from './examples.ts';
import { INSIGHTS_OPERATIONS } from './insights-operations.ts';
import { OF_COLLECTION, OF_PROVIDER, OF_REVISION, type OperationContract } from './operation-contract.ts';
import { SETTINGS_OPERATIONS } from './settings-operations.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

export const OPERATIONS: Readonly<Record<Operation, OperationContract>> = {
  'create-collection': {
    tag: 'Collections',
    summary: 'Record a request to collect a payment',
    description:
      'Finds or makes the customer, opens the ways to pay, and plans the reminders. Safe to repeat with an Idempotency-Key; without it a second create of a reference is refused.',
    body: CreateCollectionRequest,
    example: createCollectionExample,
    creates: true,
    idempotent: true,
    success: { status: 201, schema: ofCollection, example: examples.created },
    errors: { 409: ['duplicate_reference', 'idempotency_conflict', 'concurrent_change'] },
  },
  'list-collections': {
    tag: 'Collections',
    summary: 'List collections',
    description:
      'All of the account, newest first, by pages; a page past the end is empty. With a filter: those that match all of it, newest first, by a cursor.',
    query: ListCollectionsQuery,
    queryTexts: listCollectionsQueryTexts(),
    success: { status: 200, schema: ofCollections, example: examples.listed },
    errors: {},
  },
  'get-collection': {
    tag: 'Collections',
    summary: 'Read one collection',
    description: 'With all of its events and all open ways to pay.',
    success: { status: 200, schema: ofCollection, example: examples.retrieved },
    errors: OF_COLLECTION,
  },
  'update-collection': {
    tag: 'Collections',
    summary: 'Correct a collection that can still be paid',
    description:
      'Corrects contact, amount, due date, expiry, follow-ups or metadata. The reference never changes. An amount as high as what was received completes the collection.',
    body: UpdateCollectionRequest,
    example: { contact: { phone: '+2348031234568' }, expiresIn: 2880 },
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Collection updated successfully', {
        contact: { ...A_CONTACT, phone: '+2348031234568' },
        expiresIn: 2880,
      }),
    },
    errors: OF_REVISION,
  },
  'reopen-collection': {
    tag: 'Collections',
    summary: 'Make a collection payable again that has expired or was cancelled',
    description:
      'With the same id, reference and link; its reminders are planned again, and their slots are numbered on. One that is open is answered with 200 and stays as it is.',
    body: ReopenCollectionRequest,
    example: { extendBy: 10_080 },
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Collection reopened successfully', { expiresIn: 20_160 }),
    },
    errors: OF_REVISION,
  },
  'update-collection-status': {
    tag: 'Collections',
    summary: 'Change the status of a collection',
    description:
      'A status that it has already is answered with 200 and changes nothing. A collection that ended gets no more reminders.',
    body: UpdateCollectionStatusRequest,
    example: { status: 'overdue' },
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Collection status updated successfully', { status: 'overdue' }),
    },
    errors: { ...OF_COLLECTION, 409: ['invalid_transition', 'concurrent_change'] },
  },
  'list-payments': {
    tag: 'Payments',
    summary: 'List the payments, refunds and disputes of a collection',
    description: 'All entries of its ledger, oldest first. Their sum is `balance.received`.',
    success: { status: 200, schema: ofPayments, example: examples.payments },
    errors: OF_COLLECTION,
  },
  'record-payment': {
    tag: 'Payments',
    summary: 'Record money that reached you elsewhere, or that you gave back',
    description:
      'Counts like money that a provider reports: enough of it completes the collection. Needs `transaction` or an Idempotency-Key, and is safe to repeat with the key.',
    body: RecordPaymentRequest,
    example: { amount: AN_AMOUNT, method: 'cash', transaction: 'receipt-17' },
    idempotent: true,
    success: { status: 201, schema: ofPayment, example: examples.recorded },
    errors: {
      ...OF_COLLECTION,
      409: ['duplicate_transaction', 'idempotency_conflict', 'refund_exceeds_received', 'concurrent_change'],
    },
  },
  'credit-collection': {
    tag: 'Payments',
    summary: 'Ask for less: a credit',
    description:
      'Lowers what is outstanding, also below what was received and after the completion: what is then too much is owed to the customer. A credit of all that is outstanding completes the collection. Send an Idempotency-Key to repeat it safely.',
    body: CreditCollectionRequest,
    example: { amount: { value: 5_000, currency: 'NGN' }, reason: 'returned_goods' },
    idempotent: true,
    success: { status: 201, schema: ofPayment, example: examples.credited },
    errors: { ...OF_COLLECTION, 409: ['invalid_transition', 'idempotency_conflict', 'concurrent_change'] },
  },
  'move-payment': {
    tag: 'Payments',
    summary: 'Move money to another collection of the customer',
    description:
      'For money that was overpaid or misdirected. Both collections change at once. A completed collection that lacks money afterwards is owed again: it is `overdue`, without automatic reminders. What a provider takes or gives back later is booked where the money is. Send an Idempotency-Key to repeat it safely.',
    body: MovePaymentRequest,
    example: { to: A_COLLECTION_ID, amount: { value: 5_000, currency: 'NGN' } },
    idempotent: true,
    success: { status: 201, schema: ofPayment, example: examples.moved },
    errors: {
      403: ['collection_forbidden'],
      404: ['collection_not_found', 'payment_not_found'],
      409: ['invalid_transition', 'idempotency_conflict', 'concurrent_change'],
    },
  },
  ...FOLLOW_UP_OPERATIONS,
  ...SETTINGS_OPERATIONS,
  ...ANSWER_OPERATIONS,
  'create-provider': {
    tag: 'Providers',
    summary: 'Add a payment provider',
    description:
      'Its keys are not given here: the operator of the service sets them. An account has at most 50 providers.',
    body: CreateProviderRequest,
    example: { name: 'Paystack', slug: 'paystack' },
    creates: true,
    success: { status: 201, schema: ofProvider, example: examples.provider('Provider created successfully') },
    errors: { 409: ['provider_slug_taken', 'provider_limit', 'concurrent_change'] },
  },
  'list-providers': {
    tag: 'Providers',
    summary: 'List payment providers',
    description: 'All of the account, oldest first.',
    success: { status: 200, schema: ofProviders, example: examples.providers },
    errors: {},
  },
  'get-provider': {
    tag: 'Providers',
    summary: 'Read one payment provider',
    description: 'Reads a payment provider of the account by its id.',
    success: { status: 200, schema: ofProvider, example: examples.provider('Provider retrieved successfully') },
    errors: OF_PROVIDER,
  },
  'update-provider': {
    tag: 'Providers',
    summary: 'Rename, enable or disable a payment provider',
    description: 'The slug never changes. Collections that name a disabled provider stay as they are.',
    body: UpdateProviderRequest,
    example: { name: 'Paystack Nigeria' },
    success: {
      status: 200,
      schema: ofProvider,
      example: examples.provider('Provider updated successfully', { name: 'Paystack Nigeria' }),
    },
    errors: { ...OF_PROVIDER, 409: ['concurrent_change'] },
  },
  ...WEBHOOK_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...INSIGHTS_OPERATIONS,
  'get-openapi': {
    tag: 'Description',
    summary: 'Read this description',
    description: 'In OpenAPI 3.1, made from the schemas that validate. Needs no key.',
    open: true,
    tagged: true,
    success: {
      status: 200,
      schema: ofDescription,
      example: { openapi: '3.1.0', info: { title: 'Collections', version: '1.0.0' }, paths: {} },
    },
    errors: {},
  },
};
