/** What the operations on what customers say take and answer. */
import { DecideClaimRequest, ResolveDisputeRequest } from '#lib/contract/answers.ts';
import { A_CLAIM_ID, A_DISPUTE_ID, AN_AMOUNT, CREATED } from '#lib/contract/example-values.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ofCollection } from './answers.ts';
import * as examples from './examples.ts';
import { OF_COLLECTION, type OperationContract } from './operation-contract.ts';

const CLAIM = { id: A_CLAIM_ID, paidOn: '2026-03-01', amount: AN_AMOUNT, method: 'bank_transfer' } as const;
const DECIDED = '2026-03-02T11:02:10.000Z';

export const ANSWER_OPERATIONS = {
  'decide-claim': {
    tag: 'Answers',
    summary: 'Decide on what a customer says was paid',
    description:
      'An accepted claim is recorded as a payment, once, however often it is accepted. A rejected one lets the reminders go on, and the next message tells the customer.',
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
} as const satisfies Partial<Readonly<Record<Operation, OperationContract>>>;
