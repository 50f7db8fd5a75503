/** A fake of the AWS services that send messages, with a configured sender for each channel. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { type StubAws, stubAwsFor } from '#test/channels/stub-aws.ts';
import type { Reply } from '#test/support/stub-server.ts';

/** A message that the code under test sent to AWS. */
type AskedMessage = {
  channel: Channel;
  to: string;
  text: string;
  collection: string;
  messageId: string;
  replyTo?: string;
};

export type StubChannels = {
  messages: () => AskedMessage[];
  /** The phones that the code asked AWS to take off its own list of opt-outs. */
  cleared: () => unknown[];
  /** Sets the reply to every request until the end of the test, instead of success. */
  reply: (reply: Reply) => void;
};

const VARIABLES = {
  WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1',
  META_API_VERSION: 'v23.0',
  SMS_ORIGINATION_IDENTITY: 'Collect',
  SMS_ONE_WAY: 'true',
  EMAIL_FROM: 'pay@collections.example',
  TEST_ACCOUNTS_SEND: 'true',
};
const ENDPOINTS = ['SESV2', 'SOCIALMESSAGING', 'PINPOINT_SMS_VOICE_V2'];

/** Serves all tests of a file, whose test accounts send; each test begins without messages and with channels that accept everything. */
export function useChannels(): StubChannels {
  let stub: StubAws;
  let given: number;
  beforeAll(async () => {
    stub = await stubAwsFor('channels');
    for (const service of ENDPOINTS) process.env[`AWS_ENDPOINT_URL_${service}`] = stub.url;
    Object.assign(process.env, VARIABLES);
  });
  afterAll(() => {
    for (const name of Object.keys(VARIABLES)) delete process.env[name];
  });
  beforeEach(() => {
    stub.received.length = 0;
    given = 0;
    stub.reply = {
      status: 200,
      get body() {
        given += 1;
        return { MessageId: idOf(given), messageId: idOf(given) };
      },
    };
  });
  return {
    messages: () =>
      stub.received.flatMap((received, index) =>
        isListed(received.headers) ? [] : [askedMessage(received, idOf(index + 1))],
      ),
    cleared: () => stub.received.filter(({ headers }) => isListed(headers)).map(({ body }) => body['OptedOutNumber']),
    reply: (reply) => {
      stub.reply = reply;
    },
  };
}

const isListed = (headers: StubAws['received'][number]['headers']): boolean =>
  String(headers['x-amz-target']).endsWith('.DeleteOptedOutNumber');

const idOf = (number: number): string => `message-${process.pid}-${number}`;

function askedMessage({ path, body }: StubAws['received'][number], messageId: string): AskedMessage {
  if (path === '/v1/whatsapp/send') return { ...askedWhatsapp(body as never), messageId };
  if (path === '/v2/email/outbound-emails') return { ...askedEmail(body as never), messageId };
  const { DestinationPhoneNumber, MessageBody, Context } = body as Record<string, string> & {
    Context: { collectionId?: string };
  };
  return {
    channel: 'sms',
    to: `${DestinationPhoneNumber}`,
    text: `${MessageBody}`,
    collection: Context.collectionId ?? '',
    messageId,
  };
}

function askedWhatsapp({ message }: { message: string }) {
  const { to, template, text, biz_opaque_callback_data: tags } = JSON.parse(Buffer.from(message, 'base64').toString());
  return {
    channel: 'whatsapp' as const,
    to,
    text: template === undefined ? text.body : JSON.stringify(template),
    collection: tags === undefined ? '' : JSON.parse(tags).collectionId,
  };
}

type Email = {
  Destination: { ToAddresses: [string] };
  ReplyToAddresses?: [string];
  Content: { Simple: { Body: { Text: { Data: string } } } };
  EmailTags: { Name: string; Value: string }[];
};

function askedEmail({ Destination, ReplyToAddresses: [replyTo] = [''], Content, EmailTags = [] }: Email) {
  const collection = EmailTags.find(({ Name }) => Name === 'collectionId')?.Value ?? '';
  const { Data: text } = Content.Simple.Body.Text;
  return { channel: 'email' as const, to: Destination.ToAddresses[0], text, collection, ...(replyTo && { replyTo }) };
}
