/** What needs a person, on the wire: the list, and what a person makes of one item. */
import * as z from 'zod/mini';
import { ATTENTION_REASONS } from '#lib/domain/attention/attention-item.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { CollectionResponse, ContactResponse } from './collection-response.ts';
import {
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
  markdownList,
  type ParameterTexts,
  ZONED,
} from './described.ts';
import {
  AmountResponse,
  calendarDay,
  exactText,
  instant,
  limitOf,
  reader,
  trimmedText,
  zonedInstant,
} from './fields.ts';

const MAX_ASSIGNEE = 100;

export const ListAttentionQuery = z.strictObject({
  reason: z.optional(z.enum(ATTENTION_REASONS)),
  assignee: z.optional(trimmedText(MAX_ASSIGNEE)),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  limit: limitOf(20),
});
export type ListAttentionQuery = z.output<typeof ListAttentionQuery>;

export const readListAttention = reader(ListAttentionQuery);

/** Empty: gives it back, or removes it. */
const textOrEmpty = (max: number) => {
  const isText = (text: string) => text === '' || z.safeParse(exactText(max), text).success;
  return z
    .string()
    .check(z.trim(), z.refine(isText, `must have at most ${max} characters, without control characters`))
    .register(z.globalRegistry, { maxLength: max });
};

export const UpdateAttentionRequest = z
  .strictObject({
    assignee: z.optional(textOrEmpty(MAX_ASSIGNEE)),
    note: z.optional(textOrEmpty(1_000)),
    snoozedUntil: z.optional(zonedInstant()),
    done: z.optional(z.boolean()),
  })
  .check(z.refine((given) => Object.keys(given).length > 0, { path: [], error: 'must have at least one field' }))
  .register(z.globalRegistry, { minProperties: 1 });

export const readUpdateAttention = reader(UpdateAttentionRequest);

const SuggestionResponse = z.strictObject({
  kind: z.enum(['claim', 'promise', 'dispute', 'reopen']),
  quote: z.optional(z.string()),
  payBy: z.optional(instant()),
  claim: z.optional(z.string()),
  dispute: z.optional(z.string()),
});

const AttentionCollection = z.strictObject({
  id: CollectionResponse.shape.id,
  reference: z.string(),
  status: z.enum(STATUSES),
  amount: AmountResponse,
  outstanding: AmountResponse,
  dueDate: z.optional(calendarDay()),
});

export const AttentionResponse = z.strictObject({
  id: z.string().check(z.regex(/^att_[0-9a-z]{36}$/)),
  reason: z.enum(ATTENTION_REASONS),
  since: instant(),
  collection: AttentionCollection,
  customer: ContactResponse,
  text: z.optional(z.string()),
  unproven: z.optional(z.literal(true)),
  suggestion: z.optional(SuggestionResponse),
  assignee: z.optional(z.string()),
  note: z.optional(z.string()),
  snoozedUntil: z.optional(instant()),
  done: z.optional(z.literal(true)),
});
export type AttentionResponse = z.output<typeof AttentionResponse>;

const AttentionMeta = z.strictObject({ nextCursor: z.nullable(z.string()) });

export const AttentionList = z.strictObject({
  status: z.literal('success'),
  message: z.string(),
  data: z.array(AttentionResponse),
  meta: AttentionMeta,
});

const REASONS = {
  replied: 'The customer wrote, and nobody has answered.',
  claimed_paid: 'The customer says that it is paid.',
  disputed: 'The customer says that something is wrong, or has disputed a payment at the bank.',
  link_requested: 'The customer asks for a new link.',
  promise_broken: 'The promised day passed without enough money.',
  never_reached: 'No message arrived.',
  expired_unpaid: 'It expired with money outstanding.',
  overpaid:
    'Money came that was not asked for: more than the amount, after it was cancelled or completed, or in another currency.',
  over_limit: 'The customer said more in a day than is kept.',
  charged_back: 'A dispute of what was paid was lost: it is owed again, and no reminder goes out by itself.',
  text_unused: 'A message went out in the words of the service, because your own text could not be used.',
} as const satisfies Record<(typeof ATTENTION_REASONS)[number], string>;

/** What each parameter of the query means. */
export const listAttentionQueryTexts = (): ParameterTexts<typeof ListAttentionQuery> => ({
  reason: { description: 'Only items with this reason.', example: 'replied' },
  assignee: { description: 'Only items that this person has taken.', example: 'Tunde' },
  cursor: { description: 'Where the page before ended: its `meta.nextCursor`.', example: 'THE_CURSOR' },
  limit: { description: 'How many items, at most 100.', example: 20 },
});

/** The texts of these schemas, for the API's description. */
export const attentionTexts = (): DescribedSchema[] => [
  describeRequest('UpdateAttentionRequest', UpdateAttentionRequest, {
    description: 'What a person makes of an item. At least one field.',
    fields: {
      assignee:
        'Who takes it, 1 to 100 characters of your choice. Refused with `already_taken` while another has it; empty gives it back.',
      note: 'A remark, 1 to 1,000 characters; empty removes it.',
      snoozedUntil: `Until when the list leaves it out, unless something new happens; ${ZONED}. An instant that has passed ends it.`,
      done: 'True takes it off the list until there is a new cause; false puts it back.',
    },
  }),
  describeResponse('AttentionSuggestion', SuggestionResponse, {
    description: 'What could be done. Nothing is done unless a person does it.',
    fields: {
      kind: '`claim`: record the payment; `promise`: record the promise; `dispute`: resolve it; `reopen`: open the collection again.',
      quote: 'The words of the customer from which it follows; absent if it follows from none.',
      payBy: `Of a promise: the end of the day that the customer named, ${INSTANT}.`,
      claim: 'The id of the claim; absent if there is none.',
      dispute: 'The id of the dispute; absent if there is none.',
    },
  }),
  describeResponse('AttentionCollection', AttentionCollection, {
    description: 'The collection that an item is about, in short.',
    fields: {
      id: '`pay_` and 35 characters.',
      reference: 'Your id of the payment.',
      status: 'Its status now.',
      amount: 'What was asked.',
      outstanding: 'What is still to be paid.',
      dueDate: 'The last day on which a payment is in time; absent if none was given.',
    },
  }),
  describeResponse('Attention', AttentionResponse, {
    description: 'Something that needs a person: at most one for each collection and reason.',
    fields: {
      id: '`att_` and 36 characters.',
      reason: `Why. More may come.\n\n${markdownList(REASONS)}`,
      since: `Since when, ${INSTANT}.`,
      collection: 'The collection.',
      customer: 'The customer.',
      text: 'What the customer wrote, a line for each reply that waits, or claims, the sum that nobody asked for, or `disputed_at_bank` and its sum; absent if there is no text.',
      unproven:
        'Anybody can have written the text in the customer’s name: an email whose sender is not proven. Absent if somebody vouches for it.',
      suggestion: 'What could be done; absent if nothing is suggested.',
      assignee: 'Who has taken it; absent while nobody has.',
      note: 'A remark; absent if there is none.',
      snoozedUntil: `Until when the list leaves it out, ${INSTANT}; absent if it is not left out.`,
      done: 'True when somebody has done it; absent before that.',
    },
  }),
  describeResponse('AttentionMeta', AttentionMeta, {
    description: 'Where a page of the list ends.',
    fields: { nextCursor: 'What to send as `cursor` for the next page; null on the last one.' },
  }),
];
