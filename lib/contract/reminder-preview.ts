/** The schema of a reminder as it would be sent now. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { instant } from './fields.ts';

export const ReminderPreviewResponse = z.strictObject({
  channel: z.enum(CHANNELS),
  tone: z.enum(TONES),
  to: z.string(),
  text: z.string(),
  dueAt: instant(),
});
export type ReminderPreviewResponse = z.output<typeof ReminderPreviewResponse>;
