/** Replies as they are kept, and how long they pause the reminders. */
import { describe, expect, it } from 'vitest';
import { isOverDailyLimit, keepReply, replyEvent, replyPauseEnd } from '#lib/domain/reply.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const DAY_MS = 86_400_000;
const inDays = (days: number): number => NOW.getTime() + days * DAY_MS;
const reply = (text: string) => ({ channel: 'sms' as const, messageId: 'in-1', from: '+2348031234567', text });

describe('a kept reply', () => {
  it('a kept reply is one line of visible characters, with its links, and without the phone', () => {
    expect(keepReply(reply(' I\u0000 paid\r\n\u202ehere: https://bank.example/1 '), NOW)).toEqual({
      channel: 'sms',
      messageId: 'in-1',
      text: 'I paid here: https://bank.example/1',
      at: NOW.toISOString(),
    });
  });

  it('a kept reply is cut at a thousand characters', () => {
    expect(keepReply(reply('a'.repeat(1_000)), NOW).text).toBe('a'.repeat(1_000));
    expect(keepReply(reply('a'.repeat(1_001)), NOW).text).toBe(`${'a'.repeat(999)}…`);
  });

  it('replies have events of their own, each with an id that a repeat does not change', () => {
    const [one, two] = ['in-1', 'in-2'].map((messageId) =>
      replyEvent('pay_1', { ...keepReply(reply('Hi'), NOW), messageId }),
    );
    expect(one).toMatchObject({
      type: 'contact.replied',
      timestamp: NOW.toISOString(),
      data: { channel: 'sms', text: 'Hi' },
    });
    expect(one?.id).not.toBe(two?.id);
    expect(replyEvent('pay_1', keepReply(reply('Hi'), NOW)).id).toBe(one?.id);
  });
});

describe('the pause after a reply', () => {
  const kept = keepReply(reply('Hi'), NOW);
  const endWith = (dueAt: readonly number[], now = NOW) =>
    replyPauseEnd(
      kept,
      { slots: dueAt.map((due, nth) => ({ dueAt: due, nth, nominalAt: due })) as never },
      now,
    )?.getTime();

  it.each([
    ['lasts 24 hours', [inDays(0), inDays(3)], inDays(1)],
    ['lasts 24 hours past the last reminder', [inDays(0), inDays(0.5)], inDays(1)],
    ['is none when no reminder is left', [inDays(-1), inDays(0)], undefined],
    ['is none without reminders', [], undefined],
  ])('the pause after a reply %s', (_what, dueAt, end) => {
    expect(endWith(dueAt)).toBe(end);
  });

  it('a collection keeps twenty replies of any 24 hours', () => {
    const at = (ms: number) => ({ at: new Date(NOW.getTime() - ms).toISOString() });
    const today = (count: number) => Array.from({ length: count }, () => at(DAY_MS - 1));
    expect(isOverDailyLimit([...today(19), at(DAY_MS), at(DAY_MS)], NOW)).toBe(false);
    expect(isOverDailyLimit(today(20), NOW)).toBe(true);
  });

  it('the pause after a reply is counted from its first delivery', () => {
    expect(endWith([inDays(3)], new Date(inDays(0.5)))).toBe(inDays(1));
    expect(endWith([inDays(3)], new Date(inDays(1)))).toBeUndefined();
  });
});
