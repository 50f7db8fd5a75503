/** What the operations on customers and on follow-ups take and answer. */

import { PauseFollowUpsRequest, PromisePaymentRequest, SendFollowUpRequest } from '#lib/contract/change-follow-ups.ts';
import { createCollectionExample } from '#lib/contract/create-collection.ts';
import { type CustomerResponse, ListCustomersQuery, listCustomersQueryTexts } from '#lib/contract/customer.ts';
import { A_CONTACT } from '#lib/contract/described.ts';
import { PreviewFollowUpsRequest } from '#lib/contract/preview-follow-ups.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { StatementQuery, type StatementResponse, statementQueryTexts } from '#lib/contract/statement.ts';
import { UpdateCustomerRequest } from '#lib/contract/update-collection.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { ofCollection, ofCustomer, ofCustomers, ofPlan, ofReminder, ofStatement } from './answers.ts';
import * as examples from './examples.ts';
import { OF_COLLECTION, OF_REVISION, type OperationContract } from './operation-contract.ts';

const A_CUSTOMER_RESPONSE: CustomerResponse = {
  ...A_CONTACT,
  open: [{ currency: 'NGN', outstanding: 75_000, count: 3, oldestDueDate: '2026-03-02' }],
  owed: [
    {
      amount: { value: 95_000, currency: 'NGN' },
      count: 4,
      expired: { amount: { value: 20_000, currency: 'NGN' }, count: 1 },
    },
  ],
  optedOut: Object.fromEntries(CHANNELS.map((channel) => [channel, false])) as CustomerResponse['optedOut'],
  unreachable: [{ channel: CHANNELS[0], reason: 'blocked', until: '2026-04-01T08:30:00.000Z' }],
  tags: ['wholesale'],
  lastHeardAt: null,
  lastMessageAt: '2026-03-02T08:30:00.000Z',
  nextMessageAt: '2026-03-04T08:12:00.000Z',
};

const NGN = (value: number) => ({ value, currency: 'NGN' });

const A_STATEMENT: StatementResponse = {
  customer: A_CONTACT.id,
  firstName: A_CONTACT.firstName,
  lastName: A_CONTACT.lastName,
  from: '2026-03-01',
  to: '2026-03-31',
  currencies: [
    {
      currency: 'NGN',
      opening: NGN(45_000),
      entries: [
        {
          entry: {
            id: 'jnl_0a1b2c3d4e5f6g7h8i9j0k1l2',
            at: '2026-03-02T11:02:10.000Z',
            day: '2026-03-02',
            effectiveAt: '2026-03-02T11:02:07.000Z',
            kind: 'received',
            amount: NGN(-45_000),
            collection: 'pay_7k2m9x4q1zd2v8m0c7l3k6t1r9b5x4n2q8w0',
            reference: 'PSK_txn_8a7f34',
            customer: A_CONTACT.id,
          },
          balance: NGN(0),
        },
      ],
      closing: NGN(0),
      credit: NGN(0),
    },
  ],
};

const OF_CUSTOMER = { 404: ['customer_not_found'] } as const;

export const CUSTOMER_OPERATIONS = {
  'list-customers': {
    tag: 'Customers',
    summary: 'List or find customers',
    description:
      'Newest first, by name, or by what they owe in a currency; with `search`, those whom it finds. New collections are in it within seconds.',
    query: ListCustomersQuery,
    queryTexts: listCustomersQueryTexts(),
    success: {
      status: 200,
      schema: ofCustomers,
      example: {
        status: 'success',
        message: 'Customers retrieved successfully',
        data: [A_CUSTOMER_RESPONSE],
        meta: { nextCursor: null },
      },
    },
    errors: {},
  },
  'get-customer': {
    tag: 'Customers',
    summary: 'Read one customer',
    description:
      'By the id of its contact. With the details of its newest collection, and what it owes now by all that can be paid.',
    success: {
      status: 200,
      schema: ofCustomer,
      example: { status: 'success', message: 'Customer retrieved successfully', data: A_CUSTOMER_RESPONSE },
    },
    errors: OF_CUSTOMER,
  },
  'get-statement': {
    tag: 'Customers',
    summary: 'Read the statement of a customer',
    description:
      'What the customer owed before the first day, all that changed it, and what is owed at the end of the last, from the journals of all collections, as they are now. At most 366 days.',
    query: StatementQuery,
    queryTexts: statementQueryTexts(),
    success: {
      status: 200,
      schema: ofStatement,
      example: { status: 'success', message: 'Statement retrieved successfully', data: A_STATEMENT },
    },
    errors: OF_CUSTOMER,
  },
  'update-customer': {
    tag: 'Customers',
    summary: 'Correct a customer everywhere',
    description:
      'Corrects every collection that can be paid; each tells it by `collection.updated`. `tags` are kept of the customer alone. Afterwards the old phone or email leads to the customer no longer, and the new one does. What is closed stays as it was. Safe to repeat.',
    body: UpdateCustomerRequest,
    example: { phone: '+2348031234568' },
    success: {
      status: 200,
      schema: ofCustomer,
      example: {
        status: 'success',
        message: 'Customer updated successfully',
        data: { ...A_CUSTOMER_RESPONSE, phone: '+2348031234568' },
      },
    },
    errors: { ...OF_CUSTOMER, 409: ['change_limit', 'concurrent_change'] },
  },
  'pause-customer': {
    tag: 'Customers',
    summary: 'Pause the reminders to a customer',
    description:
      'Of all collections of the customer, new ones too, until they are resumed. Slots that are due meanwhile are skipped as `paused`. A reminder that somebody asks for is sent.',
    success: {
      status: 200,
      schema: ofCustomer,
      example: {
        status: 'success',
        message: 'Follow-ups paused successfully',
        data: { ...A_CUSTOMER_RESPONSE, nextMessageAt: null, pausedSince: '2026-03-02T09:15:30.120Z' },
      },
    },
    errors: { ...OF_CUSTOMER, 409: ['concurrent_change'] },
  },
  'resume-customer': {
    tag: 'Customers',
    summary: 'Resume the reminders to a customer',
    description: 'Each collection goes on with its next slot; what was skipped is not sent.',
    success: {
      status: 200,
      schema: ofCustomer,
      example: { status: 'success', message: 'Follow-ups resumed successfully', data: A_CUSTOMER_RESPONSE },
    },
    errors: { ...OF_CUSTOMER, 409: ['concurrent_change'] },
  },
} as const satisfies Partial<Record<Operation, OperationContract>>;

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
      'The rules hold: quiet hours, opt-outs and caps can refuse it with `not_now`. Repeated before it is sent, it is the same one; repeated with its Idempotency-Key, it is at any time.',
    idempotent: true,
    body: SendFollowUpRequest,
    example: { channel: 'whatsapp', tone: 'professional' },
    success: { status: 202, schema: ofPlan, example: examples.plan('Follow-up will be sent') },
    errors: { ...OF_REVISION, 409: ['not_now', ...OF_REVISION[409]] },
    later: { 409: ['idempotency_conflict'] },
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
  'withdraw-promise': {
    tag: 'Follow-ups',
    summary: 'Take back a promise to pay',
    description:
      'For a promise that was recorded by mistake, or that the customer has taken back. Reminders go on, unless somebody paused them; those that were due meanwhile are not sent, and the expiry stays. Without a promise in force nothing changes.',
    success: {
      status: 200,
      schema: ofCollection,
      example: examples.collection('Promise withdrawn successfully', { expiresIn: 8640 }),
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
