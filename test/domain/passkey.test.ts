/** Challenges of passkeys: ours, for one use, until they end. */
import { expect, it } from 'vitest';
import { newMember } from '#lib/domain/member.ts';
import { withSession } from '#lib/domain/member-sign-in.ts';
import { newChallenge, readChallenge } from '#lib/domain/passkey.ts';
import { bytesFrom } from '#test/support/bytes.ts';

const now = new Date('2026-03-02T09:00:00.000Z');
const made = newChallenge('sign-in', { checksumKey: 'new', randomBytes: bytesFrom('x'), now });
const challenge = Buffer.from(made).toString('base64url');
const read = (given: string, checksumKeys = ['new']) => readChallenge(given, 'sign-in', { checksumKeys, now });

it('a challenge holds by any of our keys, and says until when', () => {
  expect(read(challenge, ['newer', 'new'])).toEqual({ until: '2026-03-02T09:05:00.000Z' });
  expect(read(challenge, ['newer'])).toBeUndefined();
});

it.each(['', 'AAAA', challenge.slice(0, -4), `${challenge}AAAA`])('%j is no challenge', (given) => {
  expect(read(given)).toBeUndefined();
});

it('when somebody first signed in stays known', () => {
  const member = newMember('mbr_1', { name: 'Ada', role: 'admin' }, now);
  const first = withSession(member, 'one', now);
  const second = first && withSession(first, 'two', new Date(now.getTime() + 1_000));
  expect([second?.signedInAt, Object.keys(second?.sessions ?? {})]).toEqual([now.toISOString(), ['one', 'two']]);
});
