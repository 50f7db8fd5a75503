/** The channels of the local run. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { emailReceipt } from './email/events.ts';
import { fakeEmail } from './email/fake.ts';
import type { LocalChannel } from './local-channel.ts';
import { smsReceipt, smsReply } from './sms/events.ts';
import { fakeSms } from './sms/fake.ts';
import { whatsappReceipt, whatsappReply } from './whatsapp/events.ts';
import { fakeWhatsapp } from './whatsapp/fake.ts';

export const LOCAL_CHANNELS: Readonly<Record<Channel, LocalChannel>> = {
  whatsapp: {
    fake: fakeWhatsapp,
    receipt: whatsappReceipt,
    replies: { content: whatsappReply, hasButtons: true, answersLast: false },
  },
  sms: {
    fake: fakeSms,
    receipt: smsReceipt,
    replies: { content: smsReply, hasButtons: false, answersLast: true },
  },
  email: { fake: fakeEmail, receipt: emailReceipt },
};
