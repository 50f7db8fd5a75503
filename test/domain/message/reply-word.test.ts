/** Replies that are commands, and the token of the opt-out link. */
import { describe, expect, it, vi } from 'vitest';
import { isOurLink, parseLinkToken } from '#lib/domain/ids.ts';
import { readReplyWord } from '#lib/domain/message/reply-word.ts';
import { optOutToken } from '#lib/domain/opt-out-link.ts';

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
