/** The fakes of SES, SMS and WhatsApp, called by the adapters that call AWS in production. */
import { PinpointSMSVoiceV2Client, SendTextMessageCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { SendWhatsAppMessageCommand, SocialMessagingClient } from '@aws-sdk/client-socialmessaging';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import type { Send } from '#lib/channels/send.ts';
import { CHANNELS, readSenders } from '#lib/domain/channels/channels.ts';
import { ADA, anAttempt, anOutgoing } from '#test/channels/a-message.ts';
import { sendBy } from '#test/channels/stub-aws.ts';
import { NOW, openFakes, type TestFakes } from './open-fakes.ts';

let aws: TestFakes;
let send: Send;

beforeAll(async () => {
  aws = await openFakes();
  send = sendBy(readSenders(aws.environment));
});

afterEach(() => aws.faults.clear());

const collectionId = () => `pay_${crypto.randomUUID().replaceAll('-', '')}`;

async function sendOne(channel: (typeof CHANNELS)[number]) {
  const attempt = anAttempt({ collectionId: collectionId() });
  const outcome = await send(anOutgoing(channel, { attempt }));
  return { outcome, inOutbox: aws.outbox.list({ collection: attempt.collectionId }), attempt };
}

describe.each(CHANNELS)('%s', (channel) => {
  it(`${channel}: an accepted message is in the outbox, under the id in the answer, with its attempt`, async () => {
    const { outcome, inOutbox, attempt } = await sendOne(channel);
    const message = anOutgoing(channel).message;
    const { collectionId, slot, tone } = attempt;
    expect(outcome).toEqual({ kind: 'accepted', messageId: inOutbox[0]?.id });
    expect(inOutbox).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{36,60}$/),
        channel,
        to: channel === 'email' ? ADA.email : ADA.phone,
        collectionId,
        slot,
        tone,
        text: message.text,
        ...(message.channel === 'email' && { subject: message.subject, html: message.html }),
        sentAt: NOW.toISOString(),
      },
    ]);
    expect(aws.outbox.get(inOutbox[0]?.id ?? '')).toEqual(inOutbox[0]);
  });

  it.each([
    ['reject', 'refused', 0],
    ['throttle', 'throttled', 0],
    ['error', 'ambiguous', 0],
    ['lost-reply', 'ambiguous', 1],
  ] as const)(
    `${channel}: a fault %s makes as many sends %s as were set, with %i accepted`,
    async (kind, outcome, accepted) => {
      aws.faults.setFault({ service: channel, kind, times: 2 });
      for (let time = 0; time < 2; time += 1) {
        const sent = await sendOne(channel);
        expect(sent.outcome).toMatchObject({ kind: outcome });
        expect(sent.inOutbox).toHaveLength(accepted);
      }
      expect((await sendOne(channel)).outcome).toMatchObject({ kind: 'accepted' });
    },
  );
});

it('the outbox lists messages oldest first, by address and by collection', async () => {
  const first = (await sendOne('sms')).inOutbox[0]?.id;
  const second = (await sendOne('whatsapp')).inOutbox[0]?.id;
  const third = (await sendOne('email')).inOutbox[0]?.id;
  const ids = (filter = {}) => aws.outbox.list(filter).map(({ id }) => id);
  expect(ids().slice(-3)).toEqual([first, second, third]);
  expect(ids({ to: ADA.phone }).slice(-2)).toEqual([first, second]);
  expect(ids({ to: ADA.email }).at(-1)).toBe(third);
  expect(ids({ to: ADA.email, collection: 'pay_none' })).toEqual([]);
});

describe('what AWS would refuse', () => {
  const client = { maxAttempts: 1 };
  const sms = (given: object) =>
    new PinpointSMSVoiceV2Client(client).send(
      new SendTextMessageCommand({
        DestinationPhoneNumber: ADA.phone,
        OriginationIdentity: KNOWN.SMS_ORIGINATION_IDENTITY,
        MessageBody: 'Hello',
        ...given,
      }),
    );

  it.each([
    ['a body of 1,601 characters', { MessageBody: 'a'.repeat(1601) }, 'ValidationException'],
    ['no body', { MessageBody: '' }, 'ValidationException'],
    ['a phone number that is none', { DestinationPhoneNumber: '+0800' }, 'ValidationException'],
    ['a time to live of 4 s', { TimeToLive: 4 }, 'ValidationException'],
    ['six entries of context', { Context: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } }, 'ValidationException'],
    ['an unknown sender', { OriginationIdentity: 'Unknown' }, 'ResourceNotFoundException'],
    ['an unknown configuration set', { ConfigurationSetName: 'none' }, 'ResourceNotFoundException'],
  ])('sms: the fake refuses %s', async (_, given, name) => {
    await expect(sms(given)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
  });

  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const simple = { Subject: utf8('Hello'), Body: { Text: utf8('Hello') } };
  const email = (given: Partial<SendEmailCommandInput>) =>
    new SESv2Client(client).send(
      new SendEmailCommand({
        FromEmailAddress: `Acme <${KNOWN.EMAIL_FROM}>`,
        Destination: { ToAddresses: [ADA.email] },
        Content: { Simple: simple },
        ...given,
      }),
    );

  it.each([
    ['a tag with a dot', { EmailTags: [{ Name: 'a', Value: 'ada.obi' }] }, 'BadRequestException'],
    ['no address', { Destination: { ToAddresses: [] } }, 'BadRequestException'],
    ['a sender that is not ASCII', { FromEmailAddress: `Ọjà <${KNOWN.EMAIL_FROM}>` }, 'BadRequestException'],
    ['a sender that is not verified', { FromEmailAddress: 'a@elsewhere.example' }, 'MessageRejected'],
    [
      'a header that is not ASCII',
      { Content: { Simple: { ...simple, Headers: [{ Name: 'A', Value: 'é' }] } } },
      'BadRequestException',
    ],
    ['an unknown configuration set', { ConfigurationSetName: 'none' }, 'NotFoundException'],
  ])('email: the fake refuses %s', async (_, given, name) => {
    await expect(email(given)).rejects.toMatchObject({ name });
  });

  const template = { name: 'payment_reminder_gentle_v1', language: { code: 'en' }, components: [] as object[] };
  const text = { type: 'text', text: 'x' };
  const body = { type: 'body', parameters: [text, text, text, text, text] };
  const button = { type: 'button', sub_type: 'url', index: '0', parameters: [text] };
  const meta = { messaging_product: 'whatsapp', to: ADA.phone, type: 'template' };
  const whatsapp = (message: unknown, given: object = {}) =>
    new SocialMessagingClient(client).send(
      new SendWhatsAppMessageCommand({
        originationPhoneNumberId: KNOWN.WHATSAPP_PHONE_NUMBER_ID,
        metaApiVersion: 'v23.0',
        message: new TextEncoder().encode(JSON.stringify(message)),
        ...given,
      }),
    );

  it('whatsapp: the fake accepts an approved template with all its parameters', async () => {
    const { messageId } = await whatsapp({ ...meta, template: { ...template, components: [body] } });
    expect(aws.outbox.get(messageId ?? '')).toEqual({
      id: messageId,
      channel: 'whatsapp',
      to: ADA.phone,
      text: expect.stringContaining('x'),
      sentAt: NOW.toISOString(),
    });
  });

  it.each([
    ['a template that is not approved', { ...meta, template: { ...template, name: 'other', components: [body] } }],
    ['a parameter too few', { ...meta, template: { ...template, components: [{ ...body, parameters: [text] }] } }],
    ['a button where there is none', { ...meta, template: { ...template, components: [body, button] } }],
    [
      'an empty parameter',
      { ...meta, template: { ...template, components: [{ ...body, parameters: [{ ...text, text: '' }] }] } },
    ],
    ['a number without a plus', { ...meta, to: '2348031234567', template: { ...template, components: [body] } }],
    ['a text in place of a message', 'hello'],
  ])('whatsapp: the fake refuses %s', async (_, message) => {
    await expect(whatsapp(message)).rejects.toMatchObject({ name: 'InvalidParametersException' });
  });

  it('the fakes refuse a request that is not signed, or signed for another service', async () => {
    const url = `${aws.environment['AWS_ENDPOINT_URL_SESV2']}/v2/email/outbound-emails`;
    const unsigned = await fetch(url, { method: 'POST', body: '{}' });
    expect([unsigned.status, unsigned.headers.get('x-amzn-errortype')]).toEqual([
      403,
      'MissingAuthenticationTokenException',
    ]);
    const authorization = 'AWS4-HMAC-SHA256 Credential=a/20300101/us-east-1/scheduler/aws4_request, Signature=0';
    const foreign = await fetch(url, { method: 'POST', body: '{}', headers: { authorization } });
    expect([foreign.status, foreign.headers.get('x-amzn-errortype')]).toEqual([403, 'InvalidSignatureException']);
  });
});
