/** The message of a slot. The plan shows exactly the message that is sent. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { optOutToken } from '#lib/domain/ids.ts';
import { languageFor } from '#lib/domain/message/languages.ts';
import type { MessageInput, RenderedMessage } from '#lib/domain/message/message.ts';
import { renderEmail } from '#lib/domain/message/render-email.ts';
import { renderSms } from '#lib/domain/message/render-sms.ts';
import { renderWhatsapp } from '#lib/domain/message/render-whatsapp.ts';
import { descriptionOf } from '#lib/domain/message/values.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import type { Phone } from '#lib/domain/phone.ts';
import type { Channel, Tone } from './follow-up.ts';
import type { OpeningHours } from './quiet-hours.ts';

export type MessageSetting = {
  account: Account;
  /** The contact's phone; its country chooses the language. */
  phone: Pick<Phone, 'country'>;
  /** The plan's hours; their first zone is the contact's time zone. */
  hours: Pick<OpeningHours, 'zones'>;
  baseUrl: string;
  /** Whether the SMS sender cannot receive STOP: then the message needs an opt-out link. */
  isSmsOneWay: boolean;
};

export function slotMessage(
  collection: Collection,
  { channel, tone }: { channel: Channel; tone: Tone },
  { account, phone, hours, baseUrl, isSmsOneWay }: MessageSetting,
): RenderedMessage {
  const { contact, amount, reference, expiresAt, ref, payable, metadata } = collection;
  const link = payable.proof === undefined ? undefined : payPageUrl(baseUrl, ref, payable.proof);
  const hasOptOutLink = channel === 'email' || (channel === 'sms' && isSmsOneWay);
  return renderMessage({
    channel,
    tone,
    language: languageFor(phone.country),
    merchant: account.name,
    firstName: contact.firstName,
    amount,
    description: descriptionOf(metadata),
    reference,
    expiresAt,
    timeZone: hours.zones[0] ?? 'UTC',
    link,
    optOutLink: hasOptOutLink ? `${baseUrl}/u/${optOutToken(ref, account.salt)}` : undefined,
  });
}

const RENDERERS = { sms: renderSms, email: renderEmail, whatsapp: renderWhatsapp } as const;

export const renderMessage = (input: MessageInput): RenderedMessage => RENDERERS[input.channel](input);
