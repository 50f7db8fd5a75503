/** Email in the local run: a fake of SES v2 (SendEmail with simple content), the events of receipts, and the bucket of mails that came in. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import { AwsRefusal, type Fake, readBody, restError } from '#infra/local/fakes/fake.ts';
import { attemptOf, type SentMessage } from '#infra/local/fakes/outbox.ts';
import {
  bridgeEvent,
  type FakeOptions,
  type LocalReply,
  MAIL_CHECKS,
  type ReceiptKind,
  tagsOf,
} from './local-channel.ts';

/** By their keys, until the run ends: AWS removes them after four days. */
const MAILS = new Map<string, string>();

const PATH = `/${KNOWN.EMAIL_REPLY_BUCKET}/`;

export const fakeMailbox = (): Fake => ({
  signingName: 's3',
  answers: ({ method, url }) => method === 'GET' && url.pathname.startsWith(PATH),
  spellError: ({ status, type, message }) => ({
    status,
    headers: { 'content-type': 'application/xml' },
    raw: `<Error><Code>${type}</Code><Message>${message}</Message></Error>`,
  }),
  answer: ({ url, headers }) => {
    const raw = MAILS.get(decodeURIComponent(url.pathname.slice(PATH.length)));
    if (raw === undefined)
      throw new AwsRefusal({ status: 404, type: 'NoSuchKey', message: 'The specified key does not exist.' });
    const mail = Buffer.from(raw);
    const [, last] = /^bytes=0-(\d+)$/.exec(String(headers['range'])) ?? [];
    return {
      status: last === undefined ? 200 : 206,
      headers: { 'content-type': 'application/octet-stream' },
      raw: last === undefined ? mail : mail.subarray(0, Number(last) + 1),
    };
  },
});

/** `to`: the address of a message that is answered. A text that begins with a header is a whole mail (RFC 5322). */
export function emailReply({ from, text, to, at, verdicts = {}, dmarcPolicy }: LocalReply): object {
  const address = to ?? KNOWN.EMAIL_FROM;
  const id = randomUUID();
  MAILS.set(id, isWholeMail(text) ? text : mailOf({ from, text, to: address, at, id }));
  return {
    notificationType: 'Received',
    mail: { timestamp: at.toISOString(), source: from, messageId: id, destination: [address] },
    receipt: {
      timestamp: at.toISOString(),
      recipients: [address],
      ...Object.fromEntries(MAIL_CHECKS.map((name) => [`${name}Verdict`, { status: verdicts[name] ?? 'PASS' }])),
      ...(dmarcPolicy !== undefined && { dmarcPolicy }),
      action: { type: 'S3', bucketName: KNOWN.EMAIL_REPLY_BUCKET, objectKey: id },
    },
  };
}

/** With headers of its own. */
const isWholeMail = (text: string): boolean => /^[A-Za-z][A-Za-z-]*: .*\r?\n/.test(text) && /\r?\n\r?\n/.test(text);

const mailOf = ({ from, text, to, at, id }: { from: string; text: string; to: string; at: Date; id: string }): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Re: Payment reminder',
    `Date: ${at.toUTCString()}`,
    `Message-ID: <${id}@mail.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ].join('\r\n');

const Text = z.object({ Data: z.string(), Charset: z.optional(z.string()) });
const Address = z.string().check(z.regex(/^[\x20-\x7e]+@[\x20-\x7e]+$/));
const TagPart = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,256}$/));

const SendEmail = z.object({
  FromEmailAddress: Address,
  ReplyToAddresses: z.optional(z.array(Address).check(z.maxLength(50))),
  Destination: z.object({ ToAddresses: z.array(Address).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.object({
    Simple: z.object({
      Subject: Text,
      Body: z.object({ Text, Html: z.optional(Text) }),
      Headers: z.optional(
        z
          .array(
            z.object({
              Name: z.string().check(z.regex(/^[!-9;-@A-~]{1,126}$/)),
              Value: z.string().check(z.regex(/^[\x20-\x7e]{1,995}$/)),
            }),
          )
          .check(z.maxLength(15)),
      ),
    }),
  }),
  EmailTags: z.optional(z.array(z.object({ Name: TagPart, Value: TagPart }))),
  ConfigurationSetName: z.optional(z.string()),
});

const refusal = (type: string, message: string, status = 400): AwsRefusal => new AwsRefusal({ status, type, message });

export const fakeEmail = ({ outbox, now }: FakeOptions): Fake => ({
  signingName: 'ses',
  answers: ({ url }) => url.pathname === '/v2/email/outbound-emails',
  spellError: restError('message'),
  faults: {
    service: 'email',
    refusals: {
      reject: refusal('MessageRejected', 'The message was rejected'),
      throttle: refusal('TooManyRequestsException', 'Maximum sending rate exceeded', 429),
      error: refusal('InternalServiceErrorException', 'Internal service error', 500),
    },
  },
  answer: (request) => {
    const sent = readBody(request, SendEmail, (message) => refusal('BadRequestException', message));
    const { FromEmailAddress: from, ConfigurationSetName: set } = sent;
    if ((/<([^<>]*)>$/.exec(from)?.[1] ?? from) !== KNOWN.EMAIL_FROM) {
      throw refusal('MessageRejected', `Email address is not verified: ${from}`);
    }
    if (set !== undefined && set !== KNOWN.EMAIL_CONFIGURATION_SET) {
      throw refusal('NotFoundException', `Configuration set <${set}> does not exist.`, 404);
    }
    const { Subject, Body } = sent.Content.Simple;
    const MessageId = `0100-${randomUUID()}-000000`;
    outbox.accept({
      id: MessageId,
      channel: 'email',
      to: sent.Destination.ToAddresses.join(', '),
      ...attemptOf(Object.fromEntries((sent.EmailTags ?? []).map(({ Name, Value }) => [Name, Value]))),
      ...(sent.ReplyToAddresses?.[0] && { replyTo: sent.ReplyToAddresses[0] }),
      subject: Subject.Data,
      text: Body.Text.Data,
      ...(Body.Html && { html: Body.Html.Data }),
      sentAt: now().toISOString(),
    });
    return { status: 200, body: { MessageId } };
  },
});

export function emailReceipt(message: SentMessage, kind: ReceiptKind, at: Date): object | undefined {
  const found = emailFacts(message.to, kind, at.toISOString());
  if (found === undefined) return undefined;
  const [type, eventType, facts] = found;
  const mail = {
    timestamp: message.sentAt,
    source: KNOWN.EMAIL_FROM,
    messageId: message.id,
    destination: [message.to],
    tags: Object.fromEntries(Object.entries(tagsOf(message)).map(([name, value]) => [name, [value]])),
  };
  return bridgeEvent('aws.ses', type, { eventType, mail, ...facts }, at);
}

function emailFacts(to: string, kind: ReceiptKind, timestamp: string): [string, string, object] | undefined {
  const bounce = (bounceType: string) => ({
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: to }],
  });
  switch (kind) {
    case 'delivered':
      return ['Email Delivered', 'Delivery', { delivery: { timestamp, recipients: [to] } }];
    case 'read':
      return ['Email Opened', 'Open', { open: { timestamp } }];
    case 'failed':
    case 'bounce':
      return ['Email Bounced', 'Bounce', { bounce: { ...bounce('Permanent'), timestamp } }];
    case 'transient':
      return ['Email Bounced', 'Bounce', { bounce: { ...bounce('Transient'), timestamp } }];
    case 'complaint':
      return ['Email Complaint Received', 'Complaint', { complaint: { complaintFeedbackType: 'abuse', timestamp } }];
    default:
      return undefined;
  }
}
