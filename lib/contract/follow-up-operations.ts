/** What the operations on follow-ups take and answer. */
import { PauseFollowUpsRequest, PromisePaymentRequest, SendFollowUpRequest } from './change-follow-ups.ts';
import { successEnvelope } from './envelope.ts';
import { FollowUpPlanResponse } from './follow-up-plan.ts';
import { AN_ORDER, type OperationContract, ofCollection, REVISION } from './operation-contract.ts';
import { PreviewFollowUpsRequest } from './preview-follow-ups.ts';
import type { Operation } from './routes.ts';

const ofPlan = successEnvelope(FollowUpPlanResponse);

export const FOLLOW_UP_OPERATIONS = {
  'get-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Read the follow-up plan of a collection and what became of it',
    success: { status: 200, schema: ofPlan },
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
    success: { status: 200, schema: ofPlan },
    errors: {},
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
