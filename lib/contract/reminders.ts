/** The schemas of the last and the next reminder of some collections. */
import * as z from 'zod/mini';
import { ATTEMPT_STATUSES } from '#lib/domain/attempt.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { A_COLLECTION_ID, type DescribedSchema, describeResponse, INSTANT, type ParameterTexts } from './described.ts';
import { exactText, instant, reader } from './fields.ts';

/** As many as a page of the list has at most. */
export const MAX_ASKED = 100;

const ID = /^pay_[0-9a-z]{35}$/;

const CollectionIds = z.pipe(
  exactText(40 * MAX_ASKED).check(
    z.refine((text) => {
      const ids = text.split(',');
      return ids.length <= MAX_ASKED && ids.every((id) => ID.test(id)) && new Set(ids).size === ids.length;
    }, `must be 1 to ${MAX_ASKED} ids of collections, each once, with commas between them`),
  ),
  z.transform((text: string) => text.split(',')),
);

export const ListRemindersQuery = z.strictObject({ collections: z.optional(CollectionIds) });

export const readListReminders = reader(ListRemindersQuery);

const LastReminderResponse = z.strictObject({
  at: instant(),
  channel: z.enum(CHANNELS),
  status: z.enum(ATTEMPT_STATUSES),
});

export const RemindersResponse = z.strictObject({
  collection: z.string().check(z.regex(ID)),
  last: z.nullable(LastReminderResponse),
  nextAt: z.nullable(instant()),
});
export type RemindersResponse = z.output<typeof RemindersResponse>;

/** The parameters of the query. */
export const listRemindersParameters: ParameterTexts<typeof ListRemindersQuery> = {
  collections: {
    description: `1 to ${MAX_ASKED} ids of collections, each once, with commas between them. Without any, the answer is empty.`,
    example: A_COLLECTION_ID,
  },
};

/** The texts of these schemas, for the API's description. */
export const remindersTexts = (): DescribedSchema[] => [
  describeResponse('LastReminder', LastReminderResponse, {
    description: 'The last reminder that was sent.',
    fields: { at: `When it was sent, ${INSTANT}.`, channel: 'By which channel.', status: 'What became of it.' },
  }),
  describeResponse('Reminders', RemindersResponse, {
    description: 'The last and the next reminder of a collection.',
    fields: {
      collection: 'Its id.',
      last: 'Its own, or one for several debts that took the place of its own; null if there is none.',
      nextAt: `When the next one goes out by its plan, if nobody pays or answers until then, ${INSTANT}; null if none will.`,
    },
  }),
];

export const remindersExample = {
  collection: A_COLLECTION_ID,
  last: { at: '2026-03-04T09:00:00.000Z', channel: 'whatsapp', status: 'delivered' },
  nextAt: '2026-03-06T09:00:00.000Z',
} satisfies RemindersResponse;
