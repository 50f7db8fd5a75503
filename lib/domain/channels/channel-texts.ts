/** What each channel says of the texts that merchants write for it. */
import type { ChannelText } from '#lib/domain/message/channel-text.ts';
import type { Channel } from './channels.ts';
import { emailText } from './email/text.ts';
import { smsText } from './sms/text.ts';
import { whatsappText } from './whatsapp/text.ts';

export const CHANNEL_TEXTS: Readonly<Record<Channel, ChannelText>> = {
  whatsapp: whatsappText,
  sms: smsText,
  email: emailText,
};
