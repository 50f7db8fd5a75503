/** The schema of a reminder as it would be sent now. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { A_CUSTOMER, type DescribedSchema, describeResponse, INSTANT } from './described.ts';
import { instant } from './fields.ts';

export const ReminderPreviewResponse = z.strictObject({
  channel: z.enum(CHANNELS),
  tone: z.enum(TONES),
  to: z.string(),
  text: z.string(),
  dueAt: instant(),
});
export type ReminderPreviewResponse = z.output<typeof ReminderPreviewResponse>;

/** The texts of these schemas, for the API's description. */
export const reminderPreviewTexts = (): DescribedSchema[] => [
  describeResponse('ReminderPreview', ReminderPreviewResponse, {
    description: 'A reminder as it would be sent now.',
    fields: {
      channel: 'The channel that is asked first to send it.',
      tone: 'The tone of its text.',
      to: 'Whom it reaches: a phone in E.164 form, or an email address.',
      text: 'The exact text, but for the token of the link that opts out: it is shown as `/u/…`.',
      dueAt: `When it is due, ${INSTANT}: the next whole minute, or when the one that waits already is due.`,
    },
  }),
];

export const reminderPreviewExample = {
  channel: 'sms',
  tone: 'professional',
  to: A_CUSTOMER.phone,
  text: 'Ada, NGN 45,000.00 to Shop is still open: https://pay.example/pay/8J2kQ7',
  dueAt: '2026-03-02T12:01:00.000Z',
} satisfies ReminderPreviewResponse;
