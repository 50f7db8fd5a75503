/** A reminder: what it is made from, and what each channel's sender gets. */
import type { Support } from '#lib/domain/account.ts';
import type { Channel, Tone } from '#lib/domain/follow-up/follow-up.ts';
import type { Money } from '#lib/domain/money.ts';
import type { Language } from '#lib/words/languages.ts';

export type MessageInput = {
  channel: Channel;
  tone: Tone;
  language: Language;
  merchant: string;
  firstName: string;
  /** What is outstanding. */
  amount: Money;
  /** What was received so far; absent when nothing was. */
  received?: Money | undefined;
  isOverdue?: boolean | undefined;
  /** How to reach the merchant. */
  support?: Support | undefined;
  description?: string | undefined;
  reference?: string | undefined;
  /** An ISO instant. It is shown in `timeZone`, the IANA name of the contact's zone. */
  expiresAt: string;
  timeZone: string;
  /** The payment page. Only the part after the last slash differs between links. */
  link?: string | undefined;
  /** Every email needs it, and every SMS whose sender cannot receive an answer. */
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

/** Free text, which WhatsApp takes only within 24 hours after the person has written. */
export type WhatsappText = { channel: 'whatsapp'; text: string; template?: never };

export type RenderedMessage = SmsMessage | EmailMessage | WhatsappMessage | WhatsappText;
