/** A reminder: what it is made from, and what each channel's sender gets. */
import type { Channel, Tone } from '#lib/domain/follow-up/follow-up.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Language } from './languages.ts';

export type MessageInput = {
  channel: Channel;
  tone: Tone;
  language: Language;
  merchant: string;
  firstName: string;
  amount: Money;
  /** What the payment is for. */
  description?: string | undefined;
  reference?: string | undefined;
  /** An ISO instant, shown in `timeZone`, an IANA name: the contact's. */
  expiresAt: string;
  timeZone: string;
  /** The payment page; the part after its last slash is what tells one from another. */
  link?: string | undefined;
  /** Where to opt out. Every email needs it, and every SMS whose sender cannot be answered. */
  optOutLink?: string | undefined;
};

export type SmsMessage = { channel: 'sms'; text: string; segments: number };

export type EmailMessage = {
  channel: 'email';
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
};

export type WhatsappMessage = {
  channel: 'whatsapp';
  text: string;
  template: { name: string; language: Language; parameters: readonly string[]; buttonSuffix?: string };
};

/** `text` is what the plan shows and what the contact reads. */
export type RenderedMessage = SmsMessage | EmailMessage | WhatsappMessage;
