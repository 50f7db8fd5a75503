/** The names and texts of the events of a collection. */
import {
  EventDataResponse,
  EventResponse,
  EventTypeResponse,
  MemberResponse,
} from '#lib/contract/collection-response.ts';
import { EVENT_TYPES } from './event-types.ts';
import { INSTANT, response } from './named.ts';

const EVENT_LIST = Object.entries(EVENT_TYPES).map(
  ([type, { when, data }]) =>
    `- \`${type}\`: ${when}${data.length > 0 ? ` Data: ${data.map((field) => `\`${field}\``).join(', ')}.` : ''}`,
);

response('EventType', EventTypeResponse, {
  description: ['The types of events. More will come: ignore those that you do not know.', '', ...EVENT_LIST].join(
    '\n',
  ),
  also: { 'x-extensible-enum': Object.keys(EVENT_TYPES), examples: ['collection.created'] },
});

response('Member', MemberResponse, {
  description: 'One of your people, who is signed in to the console.',
  fields: { id: '`mbr_` and 35 characters.', name: 'The name at the time of the event.' },
});

response('EventData', EventDataResponse, {
  description: 'What a reader of the event needs. Which fields there are depends on its type; more may come.',
  fields: {
    amount: 'Of a payment: the amount that this event adds; positive, also of a refund.',
    transaction: 'Of a payment: the provider’s or the merchant’s id of the transaction; absent if there is none.',
    method: 'Of a payment: how it was paid, such as `card`; absent if the provider does not say.',
    reason: 'Why, as a stable code, such as `already_paid`, `quiet_hours` or `merchant`.',
    changed: 'Of `collection.updated`: the paths of the fields that changed, such as `contact.phone`.',
    until: `Of \`followup.paused\`: when the pause ends, ${INSTANT}; absent while only a resume ends it.`,
    payBy: `Of a promise: until when the customer promised to pay, ${INSTANT}.`,
    slot: 'Of a follow-up: the number of its slot in the plan, from 1.',
    actor: 'Who did it: `merchant`, `provider`, `customer` or `schedule`.',
    member:
      'Which of your people, if one of them did it in the console; of a follow-up, who asked for it. Else absent.',
    channel: 'The channel of the message or reply; absent if none was chosen.',
    by: 'Of an opt-out or opt-in: `reply`, `link`, `operator` or `provider`.',
    text: 'Of a reply: what the customer wrote, at most 1,000 characters.',
  },
});

response('Event', EventResponse, {
  description: 'Something that happened to a collection. Events are only ever added.',
  fields: {
    id: '`evt_` and 25 characters. The same event always has the same id.',
    type: 'What happened.',
    timestamp: `When it happened, ${INSTANT}.`,
    data: 'Absent for types of events that need none.',
  },
  also: { 'x-event-data': Object.fromEntries(Object.entries(EVENT_TYPES).map(([type, { data }]) => [type, data])) },
});
