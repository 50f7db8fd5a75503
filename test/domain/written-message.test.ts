/** A message that one of the merchant's people writes: when it may go out, and what makes it another one. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { messageFailed, messageSent, messageToSend } from '#lib/domain/written-message.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import { aRevisable, refusalOf } from './a-revisable.ts';

const NOW = minutesLater(60);
const ago = (minutes: number): Date => minutesLater(60 - minutes);
const SMS = { channel: 'sms' as Channel, text: 'Hello' };

type Around = Partial<Parameters<typeof messageToSend>[0]>;
const toSend = (around: Around = {}, written = SMS) =>
  messageToSend({ ...aRevisable(), events: [], replies: [], ...around }, written, NOW);
const sent = (minutes: number, written = SMS) => messageSent(written, { id: `m${minutes}`, at: ago(minutes) });
const failed = (minutes: number) =>
  messageFailed(`m${minutes}`, { channel: 'sms', at: NOW.toISOString(), reason: '131026' });
const reasonOf = (around: Around, written = SMS) => refusalOf(() => toSend(around, written)).details.errors?.[0];

describe('the same words by the same channel', () => {
  it.each([
    ['within ten minutes', [sent(9)], false],
    ['ten minutes later', [sent(10)], true],
    ['within ten minutes of the last of two', [sent(30), sent(1)], false],
    ['by another channel', [sent(1, { channel: 'email', text: 'Hello' })], true],
    ['that did not arrive', [sent(1), failed(1)], true],
    ['after others that did not arrive', [sent(5), failed(5), sent(1)], false],
    ['with another word', [sent(1, { channel: 'sms', text: 'Hello!' })], true],
  ])('%s are another message: %s', (_name, events, expected) => {
    expect(toSend({ events }) !== undefined).toBe(expected);
  });

  it('are told apart from those before, and are the same at each try', () => {
    const ids = [toSend(), toSend(), toSend({ events: [sent(20)] }), toSend({ events: [sent(20), sent(10)] })];
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
    expect(toSend({}, { ...SMS, text: 'Bye' })).not.toBe(ids[0]);
    expect(toSend({}, { ...SMS, channel: 'email' })).not.toBe(ids[0]);
  });
});

describe('a message is refused', () => {
  it.each<[string, Around, object]>([
    ['to who opted out', aRevisable({}, { optedOut: ['sms'] }), { reason: 'opted_out' }],
    ['to what is erased', aRevisable({ erasedAt: NOW.toISOString() }), { reason: 'no_channel' }],
  ])('%s', (_name, around, reason) => expect(reasonOf(around)).toMatchObject(reason));

  it('by WhatsApp without a reply by it in the last day', () => {
    const written = { ...SMS, channel: 'whatsapp' as const };
    const reply = (minutes: number, channel: 'whatsapp' | 'sms' = 'whatsapp') => ({
      channel,
      at: ago(minutes).toISOString(),
    });
    for (const replies of [[], [reply(1440)], [reply(1, 'sms')]])
      expect(reasonOf({ replies }, written)).toMatchObject({ reason: 'no_recent_reply' });
    expect(toSend({ replies: [reply(1439)] }, written)).toBeDefined();
  });
});

it('a message that went out is an event of the merchant, with its member and what is unclear of it', () => {
  const by = { id: 'mbr_1', name: 'Ada' };
  const data = { channel: 'sms', text: 'Hello', actor: 'merchant' };
  const event = { type: 'message.sent', about: 'm', timestamp: NOW.toISOString(), data };
  expect(messageSent(SMS, { id: 'm', at: NOW })).toEqual(event);
  expect(messageSent(SMS, { id: 'm', at: NOW, by, reason: 'timeout' })).toEqual({
    ...event,
    data: { ...data, reason: 'timeout' },
    member: by,
  });
});
