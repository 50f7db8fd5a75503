/** What the operations on customers take and answer. */
import { type CustomerResponse, ListCustomersQuery, listCustomersQueryTexts } from '#lib/contract/customer.ts';
import { A_CONTACT } from '#lib/contract/example-values.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { ContactChanges } from '#lib/contract/update-collection.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { ofCustomer, ofCustomers } from './answers.ts';
import type { OperationContract } from './operation-contract.ts';

const A_CUSTOMER_RESPONSE: CustomerResponse = {
  ...A_CONTACT,
  open: [{ currency: 'NGN', outstanding: 75_000, count: 3, oldestDueDate: '2026-03-02' }],
  optedOut: Object.fromEntries(CHANNELS.map((channel) => [channel, false])) as CustomerResponse['optedOut'],
  unreachable: [{ channel: CHANNELS[0], reason: 'blocked', until: '2026-04-01T08:30:00.000Z' }],
  lastHeardAt: null,
  lastMessageAt: '2026-03-02T08:30:00.000Z',
  nextMessageAt: '2026-03-04T08:12:00.000Z',
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
  'update-customer': {
    tag: 'Customers',
    summary: 'Correct a customer everywhere',
    description:
      'Corrects every collection that can be paid; each tells it by `collection.updated`. Afterwards the old phone or email leads to the customer no longer, and the new one does. What is closed stays as it was. Safe to repeat.',
    body: ContactChanges,
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
