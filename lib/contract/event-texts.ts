/** The texts of events, for the API's description: when each type happens, and what its data tells. */
import type * as z from 'zod/mini';
import type { EndpointEventType } from '#lib/domain/webhook/health.ts';
import { type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import {
  EventDataResponse,
  EventResponse,
  type EventType,
  EventTypeResponse,
  MemberResponse,
  ToldTermsResponse,
} from './event-response.ts';

type DataField = keyof {
  [K in keyof z.output<typeof EventDataResponse> as string extends K ? never : K]: unknown;
};

type EventTypeText = { when: string; data: readonly DataField[] };

/** `member` is there when one of the merchant's people did it. Types that tell of no other actor have `actor` only then. */
const OF_MERCHANT = ['actor', 'member'] as const;
const OF_SLOT = ['slot', 'channel', 'with', ...OF_MERCHANT] as const;
const OF_FAILED_SLOT = [...OF_SLOT, 'reason'] as const;
const OF_PAYMENT = ['amount', 'transaction', 'method', 'actor'] as const;
const OF_RECORDED_PAYMENT = [...OF_PAYMENT, 'member'] as const;

/** When each type of event happens, and which fields its `data` has. A type without an entry does not compile. */
export const eventTypeTexts = (): Readonly<Record<EventType, EventTypeText>> => ({
  'collection.created': { when: 'The collection was created.', data: OF_MERCHANT },
  'collection.updated': {
    when: 'Its contact, amount, due date, expiry, follow-ups or metadata were corrected.',
    data: ['changed', 'from', 'to', ...OF_MERCHANT],
  },
  'collection.completed': { when: 'It was paid, or its status was set to `completed`.', data: OF_MERCHANT },
  'collection.cancelled': {
    when: 'Its status was set to `cancelled`. `reason` is there where the rest was written off.',
    data: ['reason', 'note', ...OF_MERCHANT],
  },
  'collection.overdue': {
    when: 'Its due day has ended; without one, it was not paid after its last reminder. It can still be paid.',
    data: ['dueDate', ...OF_MERCHANT],
  },
  'collection.expired': { when: 'Its time to be paid ended.', data: ['messagesSent', ...OF_MERCHANT] },
  'collection.reopened': {
    when: 'It can be paid again, after it had expired or was cancelled; or it is owed again: `reason` is `chargeback` for a dispute that was lost, `payment_moved` for money that you moved away.',
    data: ['reason', ...OF_MERCHANT],
  },
  'payment_option.failed': { when: 'A way to pay could not be opened at its provider.', data: [] },
  'payment_option.tried_too_often': {
    when: 'Its payment page was asked for too many new ways to pay, and opens none for now; at most one a day.',
    data: [],
  },
  'payment.received': { when: 'Money arrived for it.', data: OF_RECORDED_PAYMENT },
  'payment.unexpected': {
    when: 'Money arrived that was not expected; `reason` says why. It is kept, never dropped.',
    data: [...OF_RECORDED_PAYMENT, 'reason'],
  },
  'payment.refunded': { when: 'Money was given back.', data: OF_RECORDED_PAYMENT },
  'payment.refund_failed': { when: 'A refund failed, so its money is back.', data: OF_PAYMENT },
  'payment.disputed': { when: 'The payer’s bank disputes a payment.', data: OF_PAYMENT },
  'payment.dispute_lost': { when: 'A dispute was lost, so its money is gone.', data: OF_PAYMENT },
  'payment.dispute_won': { when: 'A dispute was won, so its money is back or was never gone.', data: OF_PAYMENT },
  'payment.reversed': { when: 'The provider took a payment back.', data: OF_PAYMENT },
  'payment.rejected': { when: 'The provider rejected a payment; no money moved.', data: OF_PAYMENT },
  'payment.moved': {
    when: 'You moved money between this collection and another one of the customer.',
    data: [...OF_RECORDED_PAYMENT, 'with', 'direction'],
  },
  'collection.credited': {
    when: 'You asked for less by a credit.',
    data: ['amount', 'reason', ...OF_MERCHANT],
  },
  'followup.sent': { when: 'A channel accepted the message of a slot.', data: OF_SLOT },
  'followup.delivered': { when: 'The message reached the customer.', data: OF_SLOT },
  'followup.read': { when: 'The customer opened the message.', data: OF_SLOT },
  'followup.failed': { when: 'The message failed for good; `reason` says why.', data: OF_FAILED_SLOT },
  'followup.unknown': {
    when: 'The channel gave no clear answer. The message may have been sent, so it is not sent again.',
    data: OF_FAILED_SLOT,
  },
  'followup.skipped': { when: 'No message was sent for a slot; `reason` says why.', data: OF_FAILED_SLOT },
  'followup.stopped': { when: 'The follow-ups ended with the collection.', data: [] },
  'followup.paused': {
    when: 'The follow-ups were paused; `until` is absent while only a resume ends the pause.',
    data: ['until', 'reason', ...OF_MERCHANT],
  },
  'followup.resumed': { when: 'The follow-ups go on.', data: OF_MERCHANT },
  'followup.withdrawn': {
    when: 'A reminder that was asked for had not been sent when the follow-ups changed, and is not sent.',
    data: ['member'],
  },
  'promise.made': { when: 'A promise of the customer to pay was recorded.', data: ['payBy', ...OF_MERCHANT] },
  'promise.broken': { when: 'The promised day passed without enough money.', data: ['payBy', 'actor'] },
  'promise.withdrawn': { when: 'A promise was taken back.', data: ['payBy', ...OF_MERCHANT] },
  'claim.made': {
    when: 'The customer said on the payment page that it is paid. No reminder until you decide, for three days at most.',
    data: ['claim', 'amount', 'method', 'paidOn', 'actor'],
  },
  'claim.accepted': { when: 'You accepted a claim, and its payment is recorded.', data: ['claim', ...OF_MERCHANT] },
  'claim.rejected': {
    when: 'You rejected a claim; the payment page and the next message tell the customer.',
    data: ['claim', ...OF_MERCHANT],
  },
  'dispute.opened': {
    when: 'The customer said on the payment page that something is wrong. No reminder until you resolve it.',
    data: ['dispute', 'reason', 'actor'],
  },
  'dispute.resolved': { when: 'You resolved a dispute.', data: ['dispute', 'resolution', ...OF_MERCHANT] },
  'contact.replied': { when: 'The customer answered a message.', data: ['channel', 'text', 'unproven'] },
  'contact.opted_out': { when: 'The customer wants no more messages on a channel.', data: ['channel', 'by'] },
  'contact.opted_in': { when: 'The customer wants messages again.', data: ['channel', 'by'] },
  'contact.over_limit': {
    when: 'The customer says more in a day than is kept, on the payment page or by replies; at most one a day.',
    data: ['by', 'actor'],
  },
  'link.requested': {
    when: 'The customer asked for a new link on the page of an expired request; at most once a day.',
    data: ['actor'],
  },
  'message.sent': {
    when: 'One of your people wrote to the customer. `reason` is there where the channel gave no clear answer: it may have gone out.',
    data: ['channel', 'text', 'reason', ...OF_MERCHANT],
  },
  'message.failed': {
    when: 'What one of your people wrote did not reach the customer. `reason` is the channel’s code. What the customer wrote before it waits for an answer again.',
    data: ['channel', 'reason'],
  },
});

export const endpointEventTexts: Readonly<Record<EndpointEventType, string>> = {
  'webhook_endpoint.failing':
    'A webhook endpoint is paused, because its deliveries failed. It is told to your other endpoints.',
  'webhook_endpoint.disabled':
    'A webhook endpoint is disabled: it answered 410, or nothing else but failures for five days. It is told to your other endpoints.',
};

const eventList = (): string[] =>
  Object.entries(eventTypeTexts()).map(
    ([type, { when, data }]) =>
      `- \`${type}\`: ${when}${data.length > 0 ? ` Data: ${data.map((field) => `\`${field}\``).join(', ')}.` : ''}`,
  );

/** The texts of these schemas, for the API's description. */
export const eventTexts = (): DescribedSchema[] => [
  describeResponse('EventType', EventTypeResponse, {
    description: ['The types of events. More will come: ignore those that you do not know.', '', ...eventList()].join(
      '\n',
    ),
    also: { 'x-extensible-enum': Object.keys(eventTypeTexts()), examples: ['collection.created'] },
  }),
  describeResponse('Member', MemberResponse, {
    description: 'One of your people, who is signed in to the console.',
    fields: { id: '`mbr_` and 35 characters.', name: 'The name at the time of the event.' },
  }),
  describeResponse('ChangedTerms', ToldTermsResponse, {
    description: 'Terms of a collection that changed, without anything about a person.',
    fields: {
      amount: 'What is to be paid; absent if it did not change.',
      dueDate: 'The due date; absent if it did not change, or there was none.',
    },
  }),
  describeResponse('EventData', EventDataResponse, {
    description: 'What a reader of the event needs. Which fields there are depends on its type; more may come.',
    fields: {
      amount: 'Of a payment or a claim: the amount that this event adds; positive, also of a refund.',
      transaction: 'Of a payment: the provider’s or the merchant’s id of the transaction; absent if there is none.',
      method: 'Of a payment: how it was paid, such as `card`; absent if the provider does not say.',
      reason: 'Why, as a stable code, such as `already_paid`, `quiet_hours` or `merchant`.',
      note: 'Your remark on a write-off; webhooks and the feed do not tell it.',
      changed: 'Of `collection.updated`: the paths of the fields that changed, such as `contact.phone`.',
      from: 'Of `collection.updated`: the amount and the due date before, as far as they changed.',
      to: 'Of `collection.updated`: the amount and the due date since, as far as they changed.',
      dueDate: 'Of `collection.overdue`: the due date that has passed; absent if the collection has none.',
      messagesSent: 'Of `collection.expired`: 0, if no message was sent before it expired; else absent.',
      until: `Of \`followup.paused\`: when the pause ends, ${INSTANT}; absent while only a resume ends it.`,
      payBy: `Of a promise: until when the customer promised to pay, ${INSTANT}.`,
      claim: 'The id of the claim, `clm_` and 25 characters.',
      dispute: 'The id of the dispute, `dsp_` and 25 characters.',
      paidOn: 'Of `claim.made`: the day of the payment, as the customer gave it.',
      resolution: 'Of `dispute.resolved`: `upheld` if the customer is right, else `dismissed`.',
      slot: 'Of a follow-up: the number of its slot in the plan, from 1.',
      actor: 'Who did it: `merchant`, `provider`, `customer` or `schedule`.',
      member:
        'Which of your people, if one of them did it in the console; of a follow-up, who asked for it. Else absent.',
      channel: 'The channel of the message or reply; absent if none was chosen.',
      with: 'Of a follow-up: the id of the collection whose message spoke for this one too; absent for a message of its own.',
      direction: 'Of money that was moved: whether it came, or left.',
      by: 'Of an opt-out or opt-in: `reply`, `link`, `operator` or `provider`; of `contact.over_limit`: `page`, or the channel of the replies.',
      text: 'Of a reply or a message: what was written, at most 1,000 characters. Webhooks and the feed do not tell it.',
      unproven:
        '`true` of an email whose sender nobody vouches for: anybody can have written it. It pauses nothing. Else absent.',
    },
  }),
  describeResponse('Event', EventResponse, {
    description: 'Something that happened to a collection. Events are only ever added.',
    fields: {
      id: '`evt_` and 25 characters. The same event always has the same id.',
      type: 'What happened.',
      timestamp: `When it happened, ${INSTANT}.`,
      data: 'Absent for types of events that need none.',
    },
    also: {
      'x-event-data': Object.fromEntries(Object.entries(eventTypeTexts()).map(([type, { data }]) => [type, data])),
    },
  }),
];
