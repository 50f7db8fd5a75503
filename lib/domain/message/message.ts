/** What a reminder is made from. */
import type { Support } from '#lib/domain/account.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Tone } from '#lib/domain/follow-up/follow-up.ts';
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
  /** Present where the customer cannot opt out by a reply. */
  optOutLink?: string | undefined;
};
