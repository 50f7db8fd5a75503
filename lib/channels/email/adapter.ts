/** Email, by SES: its receipts come through EventBridge. */
import type { ChannelAdapter } from '#lib/channels/adapter.ts';
import { readEmailReceipts } from './receipts.ts';

export const email: ChannelAdapter<'email'> = {
  open: async () => (await import('./send.ts')).openEmail,
  readReceipts: readEmailReceipts,
};
