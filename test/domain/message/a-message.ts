/** A reminder's input with sensible values, for tests to change. */
import type { MessageInput } from '#lib/domain/message/values.ts';

/** As long as the addresses that a deployment gets from AWS, and their tokens. */
export const BASE_URL = 'https://abcdefghij.execute-api.eu-west-1.amazonaws.com/prod';
export const PAY_LINK = `${BASE_URL}/pay/${'a1b2c3'.repeat(10)}`;
export const OPT_OUT_LINK = `${BASE_URL}/u/${'x9y8z7'.repeat(10)}`;

export const aMessage = (changes: Partial<MessageInput> = {}): MessageInput => ({
  channel: 'sms',
  tone: 'gentle',
  language: 'en',
  merchant: 'Acme Stores',
  firstName: 'Ada',
  outstanding: { minor: 45_000_00, currency: 'NGN' },
  description: 'School fees, term 1',
  reference: 'INV-42',
  expiresAt: '2026-11-20T13:00:00.000Z',
  timeZone: 'Africa/Lagos',
  link: PAY_LINK,
  optOutLink: OPT_OUT_LINK,
  ...changes,
});
