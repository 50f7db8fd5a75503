/** Emails of customers in the local run: each is kept as SES keeps it, in a bucket of S3, and told of on the topic of replies. */
import { randomUUID } from 'node:crypto';
import { KNOWN } from '#infra/local/fakes/environment.ts';
import { AwsRefusal, type Fake } from '#infra/local/fakes/fake.ts';
import type { LocalReply } from './local-channel.ts';

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
  answer: ({ url }) => {
    const raw = MAILS.get(decodeURIComponent(url.pathname.slice(PATH.length)));
    if (raw === undefined)
      throw new AwsRefusal({ status: 404, type: 'NoSuchKey', message: 'The specified key does not exist.' });
    return { status: 200, headers: { 'content-type': 'application/octet-stream' }, raw };
  },
});

/** `to`: the address of a message that is answered. A text that begins with a header is a whole mail (RFC 5322). */
export function emailReply({ from, text, to, at }: LocalReply): object {
  const address = to ?? KNOWN.EMAIL_FROM;
  const id = randomUUID();
  const isWhole = /^[A-Za-z][A-Za-z-]*: .*\r?\n/.test(text) && /\r?\n\r?\n/.test(text);
  MAILS.set(id, isWhole ? text : mailOf({ from, text, to: address, at, id }));
  return {
    notificationType: 'Received',
    mail: { timestamp: at.toISOString(), source: from, messageId: id, destination: [address] },
    receipt: {
      timestamp: at.toISOString(),
      recipients: [address],
      ...Object.fromEntries(['spam', 'virus', 'spf', 'dkim', 'dmarc'].map((name) => [`${name}Verdict`, PASS])),
      action: { type: 'S3', bucketName: KNOWN.EMAIL_REPLY_BUCKET, objectKey: id },
    },
  };
}

const PASS = { status: 'PASS' };

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
