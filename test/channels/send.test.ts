/** The request that each channel sends, and the outcome of each answer. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Send } from '#lib/channels/send.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { WhatsappMessage } from '#lib/domain/channels/whatsapp/render.ts';
import { numberedValues } from '#lib/domain/channels/whatsapp/templates.ts';
import { useClock } from '#test/support/clock.ts';
import { captureLogs } from '#test/support/logs.ts';
import type { Reply } from '#test/support/stub-server.ts';
import { ADA, anAttempt, anOutgoing, PERSONAL } from './a-message.ts';
import { closedPort, crowdedPort, pointAwsAt, sendBy, startStubAws } from './stub-aws.ts';

const logs = captureLogs();

/** Longer than a busy machine needs for anything, save where a limit is what is tested. */
const LIMITS = { connectMs: 30_000, totalMs: 60_000 };
const YES = { status: 200, body: { MessageId: 'message-1', messageId: 'message-1' } };

const SENDERS = {
  whatsapp: { phoneNumberId: 'phone-number-id-1', metaApiVersion: 'v23.0' },
  sms: { originationIdentity: 'Collect', configurationSet: 'sms-set', oneWay: false },
  email: { address: 'pay@collections.example', configurationSet: 'email-set' },
};

let stub: Awaited<ReturnType<typeof startStubAws>>;
let send: Send;

beforeAll(async () => {
  stub = await startStubAws();
});

beforeEach(() => {
  stub.received.length = 0;
  stub.connections = 0;
  pointAwsAt(stub.url);
  send = sendBy(SENDERS, LIMITS);
});

/** An error in the form of AWS: REST services name it in a header, JSON 1.0 services in the body. */
const failure = (channel: Channel, name: string, status: number, details: object = {}): Reply => ({
  status,
  headers: channel === 'sms' ? {} : { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/` },
  body: { ...(channel === 'sms' && { __type: `com.amazonaws.x#${name}` }), message: `no: ${ADA.email}`, ...details },
});

async function sendAgainst(channel: Channel, reply: Reply) {
  stub.reply = reply;
  return await send(anOutgoing(channel));
}

describe.each(CHANNELS)('%s', (channel) => {
  it(`a send by ${channel} is accepted when the answer has an id`, async () => {
    expect(await sendAgainst(channel, YES)).toEqual({ kind: 'accepted', messageId: 'message-1' });
    expect(stub.received).toHaveLength(1);
  });

  it(`a send by ${channel} is ambiguous when the answer has no id`, async () => {
    expect(await sendAgainst(channel, { status: 200 })).toEqual({ kind: 'ambiguous', reason: 'no_message_id' });
  });

  it(`a send by ${channel} makes one request and is ambiguous when the answer is lost`, async () => {
    expect(await sendAgainst(channel, 'drop')).toEqual({ kind: 'ambiguous', reason: 'ECONNRESET' });
    expect(stub.received).toHaveLength(1);
  });

  it.each(['silence', 'half an answer'] as const)(
    `a send by ${channel} ends in time and is ambiguous on %s`,
    async (reply) => {
      send = sendBy(SENDERS, { ...LIMITS, totalMs: 1_000 });
      expect(await sendAgainst(channel, reply)).toEqual({ kind: 'ambiguous', reason: expect.any(String) });
      expect(stub.received).toHaveLength(1);
    },
  );

  it(`a send by ${channel} is refused when no server listens`, async () => {
    pointAwsAt(await closedPort());
    expect(await send(anOutgoing(channel))).toEqual({ kind: 'refused', reason: 'unreachable' });
  });

  it(`a send by ${channel} is refused when no connection is made in time`, async () => {
    pointAwsAt(await crowdedPort());
    send = sendBy(SENDERS, { ...LIMITS, connectMs: 300 });
    expect(await send(anOutgoing(channel))).toEqual({ kind: 'refused', reason: 'unreachable' });
  });

  it(`a send by ${channel} is refused when the host name has no address`, async () => {
    pointAwsAt('http://nowhere.invalid:1');
    expect(await send(anOutgoing(channel))).toEqual({ kind: 'refused', reason: 'unreachable' });
  });

  it(`a send by ${channel} is ambiguous on an undocumented error`, async () => {
    const outcome = await sendAgainst(channel, failure(channel, 'SomethingNewException', 400));
    expect(outcome).toEqual({ kind: 'ambiguous', reason: 'SomethingNewException' });
    expect(await sendAgainst(channel, { status: 503 })).toMatchObject({ kind: 'ambiguous' });
    expect(await sendAgainst(channel, { status: 502, body: 'Bad Gateway' })).toMatchObject({ kind: 'ambiguous' });
  });

  it(`a send by ${channel} is throttled on every answer with status 429`, async () => {
    expect(await sendAgainst(channel, { status: 429 })).toEqual({ kind: 'throttled' });
  });

  it.each(['ExpiredTokenException', 'UnrecognizedClientException', 'InvalidSignatureException'])(
    `a send by ${channel} is refused on %s, which AWS returns before it reads the message`,
    async (name) => {
      expect(await sendAgainst(channel, failure(channel, name, 403))).toMatchObject({ kind: 'refused', reason: name });
    },
  );

  it(`a send by ${channel} opens a new connection, because a kept one may be dead`, async () => {
    await sendAgainst(channel, YES);
    await sendAgainst(channel, YES);
    expect(stub.connections).toBe(2);
  });

  it(`a send by ${channel} is refused without a request when the channel has no sender`, async () => {
    send = sendBy({ ...SENDERS, [channel]: undefined });
    expect(await sendAgainst(channel, YES)).toEqual({ kind: 'refused', reason: 'unsendable' });
    expect(stub.received).toHaveLength(0);
  });
});

describe('documented errors', () => {
  const SMS_REASONS = [
    ['ConflictException', 'DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION'],
    ['ConflictException', 'DESTINATION_PHONE_NUMBER_NOT_VERIFIED'],
    ['ConflictException', 'NO_ORIGINATION_IDENTITIES_FOUND'],
    ['ServiceQuotaExceededException', 'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT'],
    ['ValidationException', 'DESTINATION_COUNTRY_BLOCKED'],
    ['ValidationException', 'SENDER_ID_REQUIRES_REGISTRATION'],
    ['AccessDeniedException', 'ACCOUNT_DISABLED'],
  ] as const;

  it.each(SMS_REASONS)('a send by sms that fails with %s for %s is refused with that reason', async (name, Reason) => {
    expect(await sendAgainst('sms', failure('sms', name, 400, { Reason }))).toMatchObject({
      kind: 'refused',
      reason: Reason,
    });
  });

  it('a send by sms reports that the number has opted out', async () => {
    const Reason = 'DESTINATION_PHONE_NUMBER_OPTED_OUT';
    const outcome = await sendAgainst('sms', failure('sms', 'ConflictException', 400, { Reason }));
    expect(outcome).toEqual({ kind: 'refused', reason: Reason, optedOut: true });
  });

  it.each([
    ['whatsapp', 'AccessDeniedByMetaException', 403, 'an account fault'],
    ['whatsapp', 'AccessDeniedException', 403, 'an account fault'],
    ['whatsapp', 'InvalidParametersException', 400, 'refused'],
    ['whatsapp', 'LimitExceededException', 400, 'an account fault'],
    ['whatsapp', 'ResourceNotFoundException', 404, 'an account fault'],
    ['whatsapp', 'ValidationException', 400, 'refused'],
    ['whatsapp', 'DependencyException', 502, 'ambiguous'],
    ['whatsapp', 'InternalServiceException', 500, 'ambiguous'],
    ['sms', 'ResourceNotFoundException', 400, 'an account fault'],
    ['sms', 'InternalServerException', 500, 'ambiguous'],
    ['email', 'AccountSuspendedException', 400, 'an account fault'],
    ['email', 'BadRequestException', 400, 'refused'],
    ['email', 'LimitExceededException', 400, 'an account fault'],
    ['email', 'MailFromDomainNotVerifiedException', 400, 'an account fault'],
    ['email', 'MessageRejected', 400, 'refused'],
    ['email', 'NotFoundException', 404, 'an account fault'],
    ['email', 'SendingPausedException', 400, 'an account fault'],
    ['email', 'InternalServiceErrorException', 500, 'ambiguous'],
  ] as const)('a send by %s that fails with %s (status %i) is %s', async (channel, name, status, kind) => {
    const expected = kind === 'an account fault' ? { kind: 'refused', fault: true } : { kind };
    expect(await sendAgainst(channel, failure(channel, name, status))).toEqual({ ...expected, reason: name });
    expect(stub.received).toHaveLength(1);
  });

  it('an email over the daily quota is refused, because no wait of minutes helps', async () => {
    const message = 'Daily message quota exceeded.';
    const spent = failure('email', 'TooManyRequestsException', 429, { message });
    expect(await sendAgainst('email', spent)).toEqual({ kind: 'refused', reason: 'daily_quota', fault: true });
  });

  it.each([
    ['whatsapp', 'ThrottledRequestException', 429],
    ['sms', 'ThrottlingException', 400],
    ['email', 'TooManyRequestsException', 429],
  ] as const)(
    'a send by %s that fails with %s (status %i) is throttled, and the SDK does not repeat it',
    async (channel, name, status) => {
      expect(await sendAgainst(channel, failure(channel, name, status))).toEqual({ kind: 'throttled' });
      expect(stub.received).toHaveLength(1);
    },
  );
});

describe('the request', () => {
  const tags = { ...anAttempt(), slot: '2' };

  it('a WhatsApp request is a template message', async () => {
    await sendAgainst('whatsapp', YES);
    const [{ path, body }] = stub.received as [(typeof stub.received)[0]];
    expect(path).toBe('/v1/whatsapp/send');
    expect(body).toEqual({
      originationPhoneNumberId: 'phone-number-id-1',
      metaApiVersion: 'v23.0',
      message: expect.any(String),
    });
    const { template } = anOutgoing('whatsapp').message as WhatsappMessage;
    expect(JSON.parse(Buffer.from(String(body['message']), 'base64').toString())).toEqual({
      messaging_product: 'whatsapp',
      to: ADA.phone,
      type: 'template',
      template: {
        name: 'payment_reminder_gentle_link_v1',
        language: { code: 'en' },
        components: [
          { type: 'body', parameters: numberedValues(template.values).map((text) => ({ type: 'text', text })) },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'tok-1' }] },
        ],
      },
      biz_opaque_callback_data: JSON.stringify(anAttempt()),
    });
  });

  it('an SMS request is a transactional text with a time to live', async () => {
    await sendAgainst('sms', YES);
    const [{ headers, body }] = stub.received as [(typeof stub.received)[0]];
    expect(headers['x-amz-target']).toBe('PinpointSMSVoiceV2.SendTextMessage');
    expect(body).toEqual({
      DestinationPhoneNumber: ADA.phone,
      OriginationIdentity: 'Collect',
      ConfigurationSetName: 'sms-set',
      MessageBody: anOutgoing('sms').message.text,
      MessageType: 'TRANSACTIONAL',
      TimeToLive: 3600,
      Context: tags,
    });
  });

  it.each([
    [0.5, 5],
    [90.9, 90],
    [9_999_999, 259_200],
  ])(
    'an SMS request with a time to live of %d s stays in the range that AWS accepts',
    async (timeToLiveSeconds, expected) => {
      stub.reply = YES;
      await send(anOutgoing('sms', { timeToLiveSeconds }));
      expect(stub.received[0]?.body['TimeToLive']).toBe(expected);
    },
  );

  it('an email request has text, HTML, one-click unsubscribing and the name of the merchant as sender', async () => {
    await sendAgainst('email', YES);
    const [{ path, body }] = stub.received as [(typeof stub.received)[0]];
    const message = anOutgoing('email').message as { subject: string; text: string; html: string };
    expect(path).toBe('/v2/email/outbound-emails');
    expect(body).toEqual({
      FromEmailAddress: expect.stringMatching(/^=\?UTF-8\?B\?[^?]+\?= <pay@collections\.example>$/),
      Destination: { ToAddresses: [ADA.email] },
      Content: {
        Simple: {
          Subject: { Data: message.subject, Charset: 'UTF-8' },
          Body: {
            Text: { Data: message.text, Charset: 'UTF-8' },
            Html: { Data: message.html, Charset: 'UTF-8' },
          },
          Headers: [
            { Name: 'List-Unsubscribe', Value: '<https://collections.example/u/out-1>' },
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
      EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
      ConfigurationSetName: 'email-set',
    });
  });

  it('a request has no personal data in the fields that channels log', async () => {
    for (const channel of CHANNELS) await sendAgainst(channel, YES);
    const [whatsapp, sms, email] = stub.received.map(({ body }) => body);
    const meta = JSON.parse(Buffer.from(String(whatsapp?.['message']), 'base64').toString()) as Record<string, unknown>;
    const logged = JSON.stringify([meta['biz_opaque_callback_data'], sms?.['Context'], email?.['EmailTags']]);
    expect(logged).toContain(anAttempt().collectionId);
    for (const personal of PERSONAL) expect(logged).not.toContain(personal);
  });

  it('the reason of a failed send has no personal data', async () => {
    for (const channel of CHANNELS) {
      const outcome = JSON.stringify(await sendAgainst(channel, failure(channel, 'AccessDeniedException', 403)));
      for (const personal of PERSONAL) expect(outcome).not.toContain(personal);
    }
  });
});

describe('a channel whose account is at fault', () => {
  const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

  it('a channel whose account is at fault gets no request for fifteen minutes, while the others do', async () => {
    const fault = failure('email', 'AccountSuspendedException', 400);
    const refused = { kind: 'refused', reason: 'AccountSuspendedException', fault: true };
    expect(await sendAgainst('email', fault)).toEqual(refused);
    expect(await sendAgainst('email', YES)).toEqual(refused);
    expect(stub.received).toHaveLength(1);
    expect(await sendAgainst('sms', YES)).toMatchObject({ kind: 'accepted' });
    clock.advance(14);
    // Who asks meanwhile does not make it longer.
    expect(await sendAgainst('email', YES)).toEqual(refused);
    clock.advance(1);
    expect(await sendAgainst('email', YES)).toMatchObject({ kind: 'accepted' });
  });

  it('a channel whose account is at fault is reported for each message that it does not get', async () => {
    for (const reply of [failure('email', 'AccountSuspendedException', 400), YES]) await sendAgainst('email', reply);
    expect(logs.events()).toEqual(['channel_fault', 'channel_fault']);
  });
});
