/** SMS, by AWS End User Messaging: its receipts come through EventBridge, its replies through SNS. */
import type { ChannelAdapter } from '#lib/channels/adapter.ts';
import { readSmsReceipts } from './receipts.ts';
import { readSmsReplies } from './replies.ts';

export const sms: ChannelAdapter<'sms'> = {
  open: async () => (await import('./send.ts')).openSms,
  readReceipts: readSmsReceipts,
  readReplies: readSmsReplies,
  clearOptOut: async (phone, log) => (await import('./opt-out-list.ts')).clearAwsOptOut(phone, log),
};
