/** Test accounts send only where their messages go to fakes. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { channelsFrom } from '#lib/channels/channels.ts';
import { clock } from '#lib/clock.ts';
import { CHANNELS, readSenders } from '#lib/domain/channels/channels.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import { log } from '#lib/log.ts';
import { anOutgoing } from './a-message.ts';
import { pointAwsAt, startStubAws } from './stub-aws.ts';

const senders = readSenders({
  WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1',
  META_API_VERSION: 'v23.0',
  SMS_ORIGINATION_IDENTITY: 'Collect',
  EMAIL_FROM: 'pay@collections.example',
});

let stub: Awaited<ReturnType<typeof startStubAws>>;

beforeAll(async () => {
  stub = await startStubAws();
  stub.reply = { status: 200, body: { MessageId: 'message-1', messageId: 'message-1' } };
  pointAwsAt(stub.url);
});

beforeEach(() => {
  stub.received.length = 0;
});

const sendWhere = (testAccountsSend: boolean) => channelsFrom({ senders, testAccountsSend }, { clock, log }).send;

it.each(CHANNELS)('a message of a test account by %s goes to nobody, and counts as sent', async (channel) => {
  const outcome = await sendWhere(false)(anOutgoing(channel, { isTest: true }));
  expect(stub.received).toEqual([]);
  expect(outcome).toMatchObject({ kind: 'accepted' });
  expect(outcome.kind === 'accepted' && isTestMessage(outcome.messageId)).toBe(true);
});

it('a message of a test account that cannot be made is not sent', async () => {
  const outgoing = anOutgoing('email', { isTest: true });
  const send = channelsFrom(
    { senders: { ...senders, email: undefined }, testAccountsSend: false },
    { clock, log },
  ).send;
  expect(await send(outgoing)).toEqual({ kind: 'refused', reason: 'unsendable' });
});

it('a message of a live account is sent', async () => {
  expect(await sendWhere(false)(anOutgoing('sms'))).toEqual({ kind: 'accepted', messageId: 'message-1' });
  expect(stub.received).toHaveLength(1);
  expect(isTestMessage('message-1')).toBe(false);
});

it('a message of a test account is sent where the setting of the local run says so', async () => {
  await sendWhere(true)(anOutgoing('sms', { isTest: true }));
  expect(stub.received).toHaveLength(1);
});
