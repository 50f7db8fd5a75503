/** Builds a reminder for Ada that any channel can send. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import type { AttemptTags, Outgoing } from '#lib/domain/message/outgoing.ts';

export const ADA = { phone: '+2348031234567', email: 'ada.obi@example.com', firstName: 'Ada' };

/** Details of the recipient and of the text, which must not be in any field that channels log. */
export const PERSONAL = [ADA.phone, ADA.phone.slice(1), ADA.email, ADA.firstName, 'Two pairs of shoes', '45,000'];

export const anAttempt = (given: Partial<AttemptTags> = {}): AttemptTags => ({
  collectionId: 'pay_ab12cd34efgh5678ijkl9012mnop3456qr',
  slot: 2,
  token: '0b8f6f0e-55c1-4f2a-9a3e-6f9a3f3c1d2e',
  tone: 'gentle',
  ...given,
});

export function anOutgoing(channel: Channel, given: Partial<Outgoing> = {}): Outgoing {
  const message = renderMessage({
    channel,
    tone: 'gentle',
    language: 'en',
    merchant: 'Ọjà Market',
    firstName: ADA.firstName,
    outstanding: { minor: 4_500_000, currency: 'NGN' },
    description: 'Two pairs of shoes',
    reference: 'INV-42',
    expiresAt: '2030-01-02T12:00:00.000Z',
    timeZone: 'Africa/Lagos',
    link: 'https://collections.example/pay/tok-1',
    optOutLink: 'https://collections.example/u/out-1',
  });
  return {
    to: channel === 'email' ? ADA.email : ADA.phone,
    message,
    attempt: anAttempt(),
    timeToLiveSeconds: 3600,
    fromName: 'Ọjà Market',
    ...given,
  };
}
