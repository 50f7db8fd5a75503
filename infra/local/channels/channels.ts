/** The channels of the local run. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { emailReceipt, emailReply, fakeEmail } from './email.ts';
import { type LocalChannel, RECEIVE_EMAIL, RECEIVE_REPLY } from './local-channel.ts';
import { fakeSms, smsReceipt, smsReply } from './sms.ts';
import { fakeWhatsapp, whatsappReceipt, whatsappReply } from './whatsapp.ts';

export const LOCAL_CHANNELS: Readonly<Record<Channel, LocalChannel>> = {
  whatsapp: {
    fake: fakeWhatsapp,
    receipt: whatsappReceipt,
    replies: {
      content: whatsappReply,
      kinds: ['text', 'button', 'picture'],
      receivedBy: RECEIVE_REPLY,
      answersLast: false,
    },
  },
  sms: {
    fake: fakeSms,
    receipt: smsReceipt,
    replies: { content: smsReply, kinds: ['text'], receivedBy: RECEIVE_REPLY, answersLast: true },
  },
  email: {
    fake: fakeEmail,
    receipt: emailReceipt,
    replies: { content: emailReply, kinds: ['text'], receivedBy: RECEIVE_EMAIL, isMail: true, answersLast: true },
  },
};
