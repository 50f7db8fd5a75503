/** Test accounts send only where their messages go to fakes. */
import { afterEach, expect, it } from 'vitest';
import { exceptForTestAccounts, testAccounts } from '#lib/channels/test-accounts.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { isTestMessage, type Sendable } from '#lib/domain/message/outgoing.ts';
import { anOutgoing } from './a-message.ts';

afterEach(() => {
  testAccounts.send = false;
});

function aSend() {
  const sent: Sendable[] = [];
  const send = exceptForTestAccounts(async (outgoing) => {
    sent.push(outgoing);
    return { kind: 'accepted', messageId: 'message-1' };
  });
  return { sent, send };
}

it.each(CHANNELS)('a message of a test account by %s goes to nobody, and counts as sent', async (channel) => {
  const { sent, send } = aSend();
  const outcome = await send(anOutgoing(channel, { isTest: true }));
  expect(sent).toEqual([]);
  expect(outcome).toMatchObject({ kind: 'accepted' });
  expect(outcome.kind === 'accepted' && isTestMessage(outcome.messageId)).toBe(true);
});

it('a message of a live account is sent', async () => {
  const { sent, send } = aSend();
  expect(await send(anOutgoing('sms'))).toEqual({ kind: 'accepted', messageId: 'message-1' });
  expect(sent).toHaveLength(1);
  expect(isTestMessage('message-1')).toBe(false);
});

it('a message of a test account is sent where the setting of the local run says so', async () => {
  testAccounts.send = true;
  const { sent, send } = aSend();
  await send(anOutgoing('sms', { isTest: true }));
  expect(sent).toHaveLength(1);
});
