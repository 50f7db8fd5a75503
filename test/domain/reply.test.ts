/**
 * Replies as they are kept, and how long they pause the reminders.
 * Replies that are commands, and the token of the opt-out link.
 */
import { describe, expect, it, vi } from 'vitest';
import { isOurLink, parseLinkToken } from '#lib/domain/ids.ts';
import { optOutToken } from '#lib/domain/links.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
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

  it('a collection keeps twenty replies of any 24 hours, of each channel and of what is proven or not', () => {
    const at = (ms: number, kind: object = { channel: 'sms' }) =>
      ({ at: new Date(NOW.getTime() - ms).toISOString(), ...kind }) as ReturnType<typeof keepReply>;
    const today = (count: number, kind?: object) => Array.from({ length: count }, () => at(DAY_MS - 1, kind));
    const sms = { channel: 'sms' } as const;
    const email = { channel: 'email' } as const;
    expect(isOverDailyLimit([...today(19), at(DAY_MS), at(DAY_MS)], sms, NOW)).toBe(false);
    expect(isOverDailyLimit(today(20), sms, NOW)).toBe(true);
    expect(isOverDailyLimit(today(20), email, NOW)).toBe(false);
    const forged = today(20, { ...email, unproven: true });
    expect(isOverDailyLimit(forged, email, NOW)).toBe(false);
    expect(isOverDailyLimit(forged, { ...email, isUnproven: true }, NOW)).toBe(true);
    expect(isOverDailyLimit(today(20, email), { ...email, isUnproven: true }, NOW)).toBe(false);
  });

  it('the pause after a reply is counted from its first delivery', () => {
    expect(endWith([inDays(3)], new Date(inDays(0.5)))).toBe(inDays(1));
    expect(endWith([inDays(3)], new Date(inDays(1)))).toBeUndefined();
  });
});

describe('a reply that opts out', () => {
  it.each([
    'STOP',
    'END',
    'QUIT',
    'CANCEL',
    'UNSUBSCRIBE',
    'OPTOUT',
    'REVOKE',
    'STOPALL',
    'ARRET',
    'stop',
    'Stop',
    ' \n stop \t',
    'arrêt',
    'Arrêt',
    'arre\u0302t',
    'ARRÊT.',
    'Stop.',
    'STOP!',
    '"stop"',
    '« stop »',
    '\u200estop',
    'opt out',
    'Opt-Out',
    'stop  all',
    'STOP-ALL',
    'REMOVE',
    'remove.',
    'TD',
    'OPT-OUT',
    'Parar',
    'sitisha!',
    'ＳＴＯＰ',
    'stop it',
    'stop?',
    'STOP NOW',
    'Stop, please!',
    "stop, don't text me",
    'stop 🛑',
    'Unsubscribe 🙏',
    '🛑 Arrêt 🙏🏽!!',
    'CANCEL ❤️',
    '„Opt-out“ 👍🏿…',
    '‹END›',
    'REMOVE 👨‍👩‍👧',
    `STOP${'\n '.repeat(500)}`,
    'stop\nthis\nright now',
  ])('the reply %j opts out', (text) => {
    expect(readReplyWord(text)).toBe('opt_out');
  });
});

describe('a reply that does not', () => {
  it.each([
    '',
    ' ',
    '.',
    'please stop',
    'Do not stop',
    'stopped',
    'Stopped by your shop',
    'stop texting me every day',
    'cancel my order',
    'cancel?',
    'cancel? 🙏',
    'unsubscribe؟',
    `STOP ${'-'.repeat(200)}`,
    'remove me',
    'td bank',
    'nonstop',
    'the end',
    'I will cancel',
    'yes',
    'st op',
    'END OF MONTH',
    '停',
    'arrêter',
  ])('the reply %j does not opt out', (text) => {
    expect(readReplyWord(text)).toBeUndefined();
  });
});

it('only as much of a reply is looked at as a command can have', () => {
  let read = '';
  const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string) {
    read += this;
    return String(this);
  });
  readReplyWord(`I ${' '.repeat(65_532)}!`);
  normalize.mockRestore();
  expect(read).toBe('');
});

describe('a reply that opts in, or asks for help', () => {
  it.each(['START', 'start', ' Start. ', 'UNSTOP', '"unstop"'])('the reply %j opts in again', (text) => {
    expect(readReplyWord(text)).toBe('opt_in');
  });

  it.each(['HELP', 'help', 'Help!', 'INFO'])('the reply %j asks for help', (text) => {
    expect(readReplyWord(text)).toBe('help');
  });

  it.each(['start now', 'YES', 'help me', 'help?', 'for your info'])('the reply %j is no command', (text) => {
    expect(readReplyWord(text)).toBeUndefined();
  });
});

describe('an opt-out token', () => {
  const ref = { account: 'a1b2c3d4e5', hash: `0${'1a2b3c4d'.repeat(3)}` };
  const address = 'ada@example.com';
  const token = optOutToken(ref, address, 'salt');

  it('an opt-out token names its collection and is verified with the account’s salt', () => {
    expect(token).toMatch(/^[0-9a-z]{60}$/);
    const parsed = parseLinkToken(token);
    expect(parsed?.ref).toEqual(ref);
    expect(parsed && isOurLink(parsed, 'optout', 'salt', address)).toBe(true);
    expect(parsed && isOurLink(parsed, 'optout', 'other', address)).toBe(false);
    expect(parsed && isOurLink(parsed, 'optout', 'salt', 'other@example.com')).toBe(false);
  });

  it('an opt-out token is refused when any part of it is changed', () => {
    for (let at = 0; at < token.length; at += 1) {
      const forged = `${token.slice(0, at)}${token[at] === '0' ? '1' : '0'}${token.slice(at + 1)}`;
      const parsed = parseLinkToken(forged);
      expect(parsed !== undefined && isOurLink(parsed, 'optout', 'salt', address)).toBe(false);
    }
  });

  it.each([
    '',
    'x',
    token.slice(1),
    `${token}0`,
    token.toUpperCase(),
    `${token}\n`,
    `é${token.slice(1)}`,
    `a1b2c3d4e5${'z'.repeat(50)}`,
  ])('the text %j is not an opt-out token', (text) => {
    expect(parseLinkToken(text)).toBeUndefined();
  });
});

it('a reply opts out with any number of accents', () => {
  expect(readReplyWord('a\u0301rre\u0302t')).toBe('opt_out');
});
