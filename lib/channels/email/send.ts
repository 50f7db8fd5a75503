/** Sends email by SES as finished text and HTML: an error in an SES template shows only after SES has accepted it. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type Limits, type MessageSender, sendingClient, type Verdict } from '#lib/channels/adapter.ts';
import type { EmailSender } from '#lib/domain/channels/email/channel.ts';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { cleanText, cutText } from '#lib/domain/message/clean-text.ts';
import type { AttemptTags } from '#lib/domain/message/outgoing.ts';

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors. */
const VERDICTS = {
  AccountSuspendedException: 'account_fault',
  BadRequestException: 'refused',
  LimitExceededException: 'account_fault',
  MailFromDomainNotVerifiedException: 'account_fault',
  MessageRejected: 'refused',
  NotFoundException: 'account_fault',
  SendingPausedException: 'account_fault',
  TooManyRequestsException: 'throttled',
  InternalServiceErrorException: 'ambiguous',
} as const satisfies Record<string, Verdict>;

export function openEmail(limits: Limits): MessageSender<EmailMessage, EmailSender> {
  const client = new SESv2Client(sendingClient(limits));
  return {
    verdicts: VERDICTS,
    prepare: ({ to, message, attempt, fromName }, sender) => {
      const command = new SendEmailCommand({
        FromEmailAddress: encodeFrom(fromName, sender.address),
        Destination: { ToAddresses: [to] },
        ReplyToAddresses:
          sender.replies && message.replyToken ? [`${message.replyToken}@${sender.replies.domain}`] : undefined,
        Content: { Simple: simpleContent(message) },
        EmailTags: attempt && tagsOf(attempt),
        ConfigurationSetName: sender.configurationSet,
      });
      return async (abortSignal) => (await client.send(command, { abortSignal })).MessageId;
    },
  };
}

const simpleContent = ({ subject, text, html, headers }: EmailMessage) => ({
  Subject: utf8(subject),
  Body: { Text: utf8(text), Html: utf8(html) },
  Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
});

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

const tagsOf = (attempt: AttemptTags) => Object.entries(attempt).map(([Name, value]) => ({ Name, Value: `${value}` }));

const MAX_NAME = 60;

/** An encoded word has at most 75 characters (RFC 2047): 45 bytes in base 64, and 12 characters around them. */
const WORD_BYTES = 45;

const PLAIN = /^[\x20-\x7e]*$/;

/** The business's name, which people know, before our address: `"Acme" <pay@example.com>`, with an RFC 2047-encoded name if it is not plain ASCII; without a name, the address. */
export function encodeFrom(name: string, address: string): string {
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address) || /[<>",;]/.test(address)) {
    throw new RangeError('the address of a sender is plain ASCII');
  }
  const shown = cutText(cleanText(name), MAX_NAME, '…');
  return shown === '' ? address : `${displayName(shown)} <${address}>`;
}

/** Some mail programs decode a quoted name that looks like an encoded word, so such a name is encoded. */
const displayName = (name: string): string =>
  PLAIN.test(name) && !name.includes('=?') ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodedWords(name).join(' ');

/** Splits between characters, because each word is decoded separately. */
function encodedWords(text: string): string[] {
  const chunks = [''];
  for (const char of text) {
    const last = chunks.length - 1;
    if (Buffer.byteLength(`${chunks[last]}${char}`) > WORD_BYTES) chunks.push(char);
    else chunks[last] += char;
  }
  return chunks.map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`);
}
