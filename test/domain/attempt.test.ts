/** An attempt as time passes, and its history events. */
import { expect, it } from 'vitest';
import { type Attempt, attemptAt, attemptEvents } from '#lib/domain/attempt.ts';
import { eventId } from '#lib/domain/ids.ts';

const CLAIMED = '2026-03-02T10:00:00.000Z';
const attempt: Attempt = {
  slot: 2,
  status: 'sending',
  dueAt: CLAIMED,
  claimedAt: CLAIMED,
  tone: 'gentle',
  token: 't',
  channelsTried: [],
  at: { sending: CLAIMED },
};
const later = (milliseconds: number) => new Date(Date.parse(CLAIMED) + milliseconds);

it('an attempt is unknown two minutes after its claim when it has no result', () => {
  expect(attemptAt(attempt, later(119_999))).toBe(attempt);
  const unknown = '2026-03-02T10:02:00.000Z';
  const silent = { ...attempt, status: 'unknown', at: { sending: CLAIMED, unknown } };
  expect(attemptAt(attempt, later(120_000))).toEqual(silent);
  expect(attemptAt(attempt, later(9_000_000))).toEqual(silent);
});

it('an attempt that was shown as unknown still tells so after a receipt has come for its message', () => {
  const unknown = '2026-03-02T10:02:00.000Z';
  const delivered = '2026-03-02T10:03:00.000Z';
  for (const status of ['delivered', 'failed'] as const) {
    const received: Attempt = { ...attempt, status, at: { sending: CLAIMED, [status]: delivered } };
    const shown = attemptAt(received, later(300_000));
    expect(shown).toEqual({ ...received, at: { ...received.at, unknown } });
    expect(attemptEvents('pay_x', received, later(300_000))).toMatchObject([
      { type: 'followup.unknown', timestamp: unknown },
      { type: `followup.${status}`, timestamp: delivered },
    ]);
    const sent: Attempt = { ...received, channelsTried: ['sms'], at: { ...received.at, sent: CLAIMED } };
    expect(attemptAt(sent, later(300_000))).toBe(sent);
  }
});

it('an attempt with a result keeps its status for any time', () => {
  for (const status of ['sent', 'failed', 'unknown', 'skipped'] as const) {
    const said: Attempt = { ...attempt, status };
    expect(attemptAt(said, later(9_000_000))).toBe(said);
  }
});

it('an attempt has one history event for each status it has reached, except sending', () => {
  const at = { sent: CLAIMED, sending: CLAIMED, read: '2026-03-02T10:00:09.000Z' };
  const event = (type: string, timestamp: string) => ({ id: eventId('pay_x#2', type), type, timestamp });
  expect(attemptEvents('pay_x', { ...attempt, status: 'read', at }, later(0))).toEqual([
    event('followup.sent', CLAIMED),
    event('followup.read', at.read),
  ]);
  expect(attemptEvents('pay_x', attempt, later(0))).toEqual([]);
  expect(attemptEvents('pay_x', attempt, later(120_000))).toMatchObject([{ type: 'followup.unknown' }]);
});
