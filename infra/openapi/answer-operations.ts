/** What the operations on what customers say take and answer. */
import { DecideClaimRequest, ResolveDisputeRequest, SendMessageRequest } from '#lib/contract/answers.ts';
import { ListAttentionQuery, listAttentionQueryTexts, UpdateAttentionRequest } from '#lib/contract/attention.ts';
import {
  A_CLAIM_ID,
  A_COLLECTION_ID,
  A_CONTACT,
  A_DISPUTE_ID,
  AN_AMOUNT,
  AN_ATTENTION_ID,
  CREATED,
} from '#lib/contract/described.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ofAttention, ofAttentionItem, ofCollection } from './answers.ts';
import * as examples from './examples.ts';
import { OF_COLLECTION, type OperationContract } from './operation-contract.ts';

const CLAIM = { id: A_CLAIM_ID, paidOn: '2026-03-01', amount: AN_AMOUNT, method: 'bank_transfer' } as const;
const ITEM = {
  id: AN_ATTENTION_ID,
  reason: 'replied',
  since: CREATED,
  collection: {
    id: A_COLLECTION_ID,
    reference: 'order-1001',
    status: 'pending',
    amount: AN_AMOUNT,
    outstanding: AN_AMOUNT,
  },
  customer: A_CONTACT,
  text: 'I will pay on Friday',
  suggestion: { kind: 'promise', quote: 'I will pay on Friday', payBy: '2026-03-06T23:00:00.000Z' },
};
const DECIDED = '2026-03-02T11:02:10.000Z';

export const ANSWER_OPERATIONS = {
  'send-message': {
    tag: 'Answers',
    summary: 'Write to the customer',
    description:
      'Sent at once, outside the limits of reminders, and never against an opt-out. It is in the collection’s events. The same words by the same channel within ten minutes are sent once, so it is safe to repeat.',
    body: SendMessageRequest,
    example: { channel: 'whatsapp', text: 'Thank you, Ada. Friday is fine.' },
    success: {
      status: 201,
      schema: ofCollection,
      example: examples.collection('Message sent successfully', {}),
    },
    errors: { ...OF_COLLECTION, 409: ['not_now', 'concurrent_change'] },
  },
  'decide-claim': {
    tag: 'Answers',
    summary: 'Decide on what a customer says was paid',
    description:
      'An accepted claim is recorded as a payment, once, however often it is accepted. A rejected one lets the reminders go on, and the payment page and the next message tell the customer.',
    body: DecideClaimRequest,
    example: { decision: 'accepted', payment: { amount: AN_AMOUNT, transaction: 'receipt-17' } },
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Claim decided successfully', {
        claims: [{ ...CLAIM, status: 'accepted', madeAt: CREATED, decidedAt: DECIDED }],
      }),
    },
    errors: {
      403: OF_COLLECTION[403],
      404: ['collection_not_found', 'claim_not_found'],
      409: ['already_decided', 'duplicate_transaction', 'change_limit', 'concurrent_change'],
    },
  },
  'resolve-dispute': {
    tag: 'Answers',
    summary: 'Resolve what a customer says is wrong',
    description:
      'The reminders go on. Where the customer is right, correct the amount or cancel the collection as well.',
    body: ResolveDisputeRequest,
    example: { resolution: 'dismissed', note: 'Delivered on 27 February, signed by the customer' },
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Dispute resolved successfully', {
        disputes: [
          {
            id: A_DISPUTE_ID,
            status: 'dismissed',
            reason: 'not_received',
            openedAt: CREATED,
            resolvedAt: DECIDED,
          },
        ],
      }),
    },
    errors: {
      403: OF_COLLECTION[403],
      404: ['collection_not_found', 'dispute_not_found'],
      409: ['already_decided', 'change_limit', 'concurrent_change'],
    },
  },
  'list-attention': {
    tag: 'Answers',
    summary: 'List what needs a person',
    description:
      'At most one item for each collection and reason, oldest first; there within a minute of its cause, and gone with it. What is put off is left out until then. With a filter a page can be short: `nextCursor` says whether there may be more.',
    query: ListAttentionQuery,
    queryTexts: listAttentionQueryTexts(),
    success: {
      status: 200,
      schema: ofAttention,
      example: examples.answered('Attention retrieved successfully', [ITEM], { meta: { nextCursor: null } }),
    },
    errors: {},
  },
  'update-attention': {
    tag: 'Answers',
    summary: 'Take, remark on, put off or end what needs a person',
    description: 'Two people who take one: the second is refused with `already_taken`.',
    body: UpdateAttentionRequest,
    example: { assignee: 'Tunde', note: 'Calls her on Friday' },
    success: {
      status: 200,
      schema: ofAttentionItem,
      example: examples.answered('Attention updated successfully', {
        ...ITEM,
        assignee: 'Tunde',
        note: 'Calls her on Friday',
      }),
    },
    errors: { 403: ['attention_forbidden'], 404: ['attention_not_found'], 409: ['already_taken'] },
  },
} as const satisfies Partial<Readonly<Record<Operation, OperationContract>>>;
