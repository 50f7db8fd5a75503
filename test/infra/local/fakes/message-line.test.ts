/** The line that the local run prints for each message. */
import { expect, it } from 'vitest';
import { messageLine } from '#infra/local/fakes/outbox.ts';

const sent = { id: 'm-1', sentAt: '2026-03-02T09:00:00.000Z' };

it('the line of a message names its channel, its address and its first words', () => {
  const sms = { ...sent, channel: 'sms', to: '+2348031234567', text: 'Hi Ada, your payment is due.' } as const;
  expect(messageLine(sms)).toBe('sms to +2348031234567: Hi Ada, your payment is due.');
});

it('the line of an email has its subject, not its text', () => {
  const email = { ...sent, channel: 'email', to: 'ada@example.com', subject: 'A reminder', text: 'Hi Ada' } as const;
  expect(messageLine(email)).toBe('email to ada@example.com: A reminder');
});

it('the line of a message is one line, however many the text has, and is cut after sixty characters', () => {
  const text = `Hi Ada,\n\nyour payment\tis due.\n${'x'.repeat(60)}`;
  const line = messageLine({ ...sent, channel: 'whatsapp', to: '+2348031234567', text });
  expect(line).toMatch(/^whatsapp to \+2348031234567: Hi Ada, your payment is due\. x+…$/);
  expect(line.slice(line.indexOf(': ') + 2)).toHaveLength(60);
});
