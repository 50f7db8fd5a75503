/** Sends email by SES as finished text and HTML: an error in an SES template shows only after SES has accepted it. */
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { encodeFrom } from '#lib/domain/message/encode-from.ts';
import type { AttemptTags } from '#lib/domain/message/outgoing.ts';
import type { ChannelAdapter, Verdict } from './port.ts';
import { senders } from './senders.ts';
import { type Limits, sendingClient } from './sending-client.ts';

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

export function emailChannel(limits: Limits): ChannelAdapter<EmailMessage> {
  const client = new SESv2Client(sendingClient(limits));
  return {
    verdicts: VERDICTS,
    prepare: ({ to, message, attempt, fromName }) => {
      if (!senders.email) throw new Error('no sender for email');
      const command = new SendEmailCommand({
        FromEmailAddress: encodeFrom(fromName, senders.email.address),
        Destination: { ToAddresses: [to] },
        Content: { Simple: simpleContent(message) },
        EmailTags: attempt && tagsOf(attempt),
        ConfigurationSetName: senders.email.configurationSet,
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
