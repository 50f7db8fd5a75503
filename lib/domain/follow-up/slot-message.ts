/** The message of a slot: the plan shows it, and the very same is sent. */
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
  /** The contact's, which tells the language. */
  phone: Pick<Phone, 'country'>;
  /** The plan's, which tell the contact's time zone. */
  hours: Pick<OpeningHours, 'zones'>;
  baseUrl: string;
  /** Whether an SMS cannot be answered with STOP, and so needs a link instead. */
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

/** The same input always gives the same text. */
export const renderMessage = (input: MessageInput): RenderedMessage => RENDERERS[input.channel](input);
