/** The channels of the local run. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { emailReceipt, emailReply, fakeEmail } from './email.ts';
import type { LocalChannel } from './local-channel.ts';
import { fakeSms, smsReceipt, smsReply } from './sms.ts';
import { fakeWhatsapp, whatsappReceipt, whatsappReply } from './whatsapp.ts';

export const LOCAL_CHANNELS: Readonly<Record<Channel, LocalChannel>> = {
  whatsapp: {
    fake: fakeWhatsapp,
    receipt: whatsappReceipt,
    replies: { content: whatsappReply, kinds: ['text', 'button', 'picture'], answersLast: false },
  },
  sms: {
    fake: fakeSms,
    receipt: smsReceipt,
    replies: { content: smsReply, kinds: ['text'], answersLast: true },
  },
  email: {
    fake: fakeEmail,
    receipt: emailReceipt,
    replies: { content: emailReply, kinds: ['text'], answersLast: true },
  },
};
