/** What the operations on follow-ups take and answer. */
import { PauseFollowUpsRequest, PromisePaymentRequest, SendFollowUpRequest } from '#lib/contract/change-follow-ups.ts';
import { createCollectionExample } from '#lib/contract/create-collection.ts';
import { PreviewFollowUpsRequest } from '#lib/contract/preview-follow-ups.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ofCollection, ofPlan, ofReminder } from './answers.ts';
import * as examples from './examples.ts';
import { OF_COLLECTION, OF_REVISION, type OperationContract } from './operation-contract.ts';

const PAUSED = { since: '2026-03-02T12:00:00.000Z', until: '2099-12-31T08:00:00.000Z', reason: 'merchant' };

export const FOLLOW_UP_OPERATIONS = {
  'get-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Read the follow-up plan of a collection and what became of it',
    description: 'Every reminder, past and to come, with its exact text, its reason and its status.',
    success: { status: 200, schema: ofPlan, example: examples.plan('Follow-up plan retrieved successfully') },
    errors: OF_COLLECTION,
  },
  'pause-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Pause the follow-ups of a collection',
    description: 'No reminder is due until the pause ends. The collection can still be paid, and still expires.',
    body: PauseFollowUpsRequest,
    example: { until: '2099-12-31T09:00:00+01:00' },
    success: {
      status: 200,
      schema: ofPlan,
      example: examples.plan('Follow-ups paused successfully', { paused: PAUSED }),
    },
    errors: OF_REVISION,
  },
  'resume-follow-ups': {
    tag: 'Follow-ups',
    summary: 'Resume the follow-ups of a collection',
    description: 'Ends a pause. Reminders that were due in it are not sent. Without a pause nothing changes.',
    success: { status: 200, schema: ofPlan, example: examples.plan('Follow-ups resumed successfully') },
    errors: OF_REVISION,
  },
  'send-follow-up': {
    tag: 'Follow-ups',
    summary: 'Send one reminder more, now',
    description:
      'The rules hold: quiet hours, opt-outs and caps can refuse it with `not_now`. Repeated before it is sent, it is the same one.',
    body: SendFollowUpRequest,
    example: { channel: 'whatsapp', tone: 'professional' },
    success: { status: 202, schema: ofPlan, example: examples.plan('Follow-up will be sent') },
    errors: { ...OF_REVISION, 409: ['not_now', ...OF_REVISION[409]] },
  },
  'preview-reminder': {
    tag: 'Follow-ups',
    summary: 'See the reminder that would be sent now',
    description:
      'Takes the body of a request for a reminder, is refused as that would be, and writes nothing. While one that was asked for waits, it is shown.',
    body: SendFollowUpRequest,
    example: { channel: 'sms', tone: 'professional' },
    success: { status: 200, schema: ofReminder, example: examples.reminder },
    errors: { ...OF_REVISION, 409: ['not_now', ...OF_REVISION[409]] },
  },
  'promise-payment': {
    tag: 'Follow-ups',
    summary: 'Record that the customer promised to pay',
    description:
      'No reminder is sent until the promised day, and the expiry moves to at least a day after it. If the promise is broken, the reminders go on, a step firmer.',
    body: PromisePaymentRequest,
    example: { payBy: '2099-12-31T17:00:00Z' },
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Promise recorded successfully', { expiresIn: 8640 }),
    },
    errors: OF_REVISION,
  },
  'preview-follow-ups': {
    tag: 'Follow-ups',
    summary: 'See the follow-up plan that a create would lead to',
    description: 'Takes the body of a create and writes nothing.',
    body: PreviewFollowUpsRequest,
    example: createCollectionExample,
    success: { status: 200, schema: ofPlan, example: examples.plan('Follow-up plan previewed successfully') },
    errors: {},
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;
