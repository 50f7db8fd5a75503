/** The schema of an event of a collection. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import { eventTypeTexts } from './event-types.ts';
import { AmountResponse, calendarDay, instant } from './fields.ts';

const MemberResponse = z.strictObject({ id: z.string(), name: z.string() });

const ToldTermsResponse = z.strictObject({
  amount: z.optional(AmountResponse),
  dueDate: z.optional(calendarDay()),
});

/** What a reader of the event needs. Open, because new types of events add fields. */
export const EventDataResponse = z.looseObject({
  amount: z.optional(AmountResponse),
  transaction: z.optional(z.string()),
  method: z.optional(z.string()),
  reason: z.optional(z.string()),
  changed: z.optional(z.array(z.string())),
  from: z.optional(ToldTermsResponse),
  to: z.optional(ToldTermsResponse),
  dueDate: z.optional(calendarDay()),
  messagesSent: z.optional(z.int()),
  until: z.optional(instant()),
  payBy: z.optional(instant()),
  claim: z.optional(z.string()),
  dispute: z.optional(z.string()),
  paidOn: z.optional(calendarDay()),
  resolution: z.optional(z.string()),
  slot: z.optional(z.int()),
  actor: z.optional(z.string()),
  member: z.optional(MemberResponse),
  channel: z.optional(z.enum(CHANNELS)),
  with: z.optional(z.string()),
  by: z.optional(z.string()),
  text: z.optional(z.string()),
});

export const EventTypeResponse = z.string();

export const EventResponse = z.strictObject({
  id: z.string().check(z.regex(/^evt_[0-9a-z]{25}$/)),
  type: EventTypeResponse,
  timestamp: instant(),
  data: z.optional(EventDataResponse),
});

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
      by: 'Of an opt-out or opt-in: `reply`, `link`, `operator` or `provider`; of `contact.over_limit`: `page`, or the channel of the replies.',
      text: 'Of a reply or a message: what was written, at most 1,000 characters. Webhooks and the feed do not tell it.',
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
