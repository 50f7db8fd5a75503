/** Steps of the tour: messages that are refused, bounce, or are answered, and reminders that are asked for. */
import { ConflictException, ValidationException } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { SNSEvent } from 'aws-lambda';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { replyToken } from '#lib/domain/reply.ts';
import type { Seams } from '#test/simulation/world/install.ts';
import { receiptOf, replyOf, stamped } from '#test/simulation/world/receipts.ts';
import { service } from '#test/simulation/world/simulated.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { aCollection, changeOf, messageAbout, runWhenDue } from './collections.ts';
import { MAILBOX, mail, type Tour, withSeams } from './open-tour.ts';

const MINUTE = 60_000;
const refused = { message: 'refused', $metadata: { httpStatusCode: 400 } };

export async function messageSteps(tour: Tour): Promise<void> {
  await optedOutAtTheChannel(tour);
  await bounced(tour);
  await delivered(tour);
  await sentPerhaps(tour);
  await helpNotAnswered(tour);
  await answered(tour);
  await answeredByEmail(tour);
  await writtenTo(tour);
  await unsubscribed(tour);
  await reminderAskedFor(tour);
  await severalDebts(tour);
  const paused = await aCollection(tour, { reference: 'paused' });
  await tour.ask('pause-follow-ups', { method: 'POST', id: paused, body: {} });
  await tour.ask('resume-follow-ups', { method: 'POST', id: paused });
}

let people = 0;

/** Of a person of its own: nobody gets many messages a day. */
function collectionBy(tour: Tour, channel: 'sms' | 'email' | 'whatsapp'): Promise<string> {
  people += 1;
  const contact = aContactBody({ phone: `+23480312300${10 + people}`, email: `person-${people}@example.com` });
  const followUp = { enabled: true, startAfter: 20, cadence: 'every_1h', channels: [channel] };
  return aCollection(tour, { reference: `${channel}-${people}`, contact, followUp });
}

async function sentBy(tour: Tour, channel: 'sms' | 'email' | 'whatsapp') {
  const id = await collectionBy(tour, channel);
  await runWhenDue(tour, id);
  return messageAbout(tour, id);
}

const answering = (send: Seams['channel']) => ({ channel: send });

async function optedOutAtTheChannel(tour: Tour): Promise<void> {
  const refuse = async () => {
    throw new ConflictException({ ...refused, Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' } as never);
  };
  const id = await collectionBy(tour, 'sms');
  await withSeams(tour, answering(refuse), () => runWhenDue(tour, id));
}

async function bounced(tour: Tour): Promise<void> {
  const message = { ...(await sentBy(tour, 'email')), failure: 'bounced' as const };
  await tour.invoke('record-receipt', receiptOf(message, 'failed', tour.world.kernel.now()));
}

/**
 * By WhatsApp, which has two ids for a message, and tells whether it is read: that is remembered of the person. Another device
 * had failed, and what was believed of the phone then is forgotten.
 */
async function delivered(tour: Tour): Promise<void> {
  const message = { ...(await sentBy(tour, 'whatsapp')), failure: 'not_on_whatsapp' as const };
  for (const status of ['failed', 'delivered'] as const)
    await tour.invoke('record-receipt', receiptOf(message, status, tour.world.kernel.now()));
  const expire = { method: 'PATCH', id: message.collectionId, body: { status: 'expired' } } as const;
  await tour.ask('update-collection-status', expire);
}

/** The channel gives no id, so only the tags of the message say what its receipt is about. */
async function sentPerhaps(tour: Tour): Promise<void> {
  const id = await collectionBy(tour, 'email');
  await withSeams(
    tour,
    answering(async () => ({})),
    () => runWhenDue(tour, id),
  );
  await tour.wait(3 * MINUTE);
  const time = new Date(tour.world.kernel.now()).toISOString();
  const detail = { mail: { messageId: 'unheard of', tags: { collectionId: [id], slot: ['1'] } } };
  await tour.invoke('record-receipt', {
    id: 'late',
    source: 'aws.ses',
    'detail-type': 'Email Delivered',
    time,
    detail,
  });
}

async function helpNotAnswered(tour: Tour): Promise<void> {
  const message = await sentBy(tour, 'whatsapp');
  const refuse = async () => {
    throw new ValidationException({ ...refused, Message: '' } as never);
  };
  const event = stamped(replyOf(message, 'HELP'), tour.world.kernel.now());
  await withSeams(tour, answering(refuse), () => tour.invoke('receive-reply', event));
}

/** By SMS: HELP, START, which ends the channel's own opt-out, too, and what pauses the reminders. */
async function answered(tour: Tour): Promise<void> {
  const message = await sentBy(tour, 'sms');
  for (const word of ['HELP', 'STOP', 'START', 'I will pay']) {
    await tour.invoke('receive-reply', stamped(replyOf(message, word), tour.world.kernel.now()));
  }
}

/** By the address that only they know, and, once, by nothing but their own. */
async function answeredByEmail(tour: Tour): Promise<void> {
  await replyByEmail(tour, await sentBy(tour, 'email'), ['STOP', 'START', 'I will pay', 'I have paid']);
}

async function replyByEmail(
  tour: Tour,
  { to, collectionId }: { to: string; collectionId: string },
  texts: readonly string[],
): Promise<void> {
  const ref = parseCollectionId(collectionId) as CollectionRef;
  const account = await service.getAccount(ref.account);
  const recipient = `${replyToken(ref, to, account?.salt ?? '')}@${MAILBOX.domain}`;
  for (const word of texts) {
    const recipients = [word === 'I have paid' ? `pay@${MAILBOX.domain}` : recipient];
    mail.text = `From: ${to}\r\nMessage-ID: <${word.replaceAll(' ', '-')}@mail.example>\r\n\r\n${word}`;
    const action = { type: 'S3', bucketName: MAILBOX.bucket, objectKey: 'mail' };
    const content = {
      notificationType: 'Received',
      mail: { messageId: word, source: to },
      receipt: { recipients, action },
    };
    const event = { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
    await tour.invoke('receive-email', stamped(event, tour.world.kernel.now()));
  }
}

/** By a person, too: once taken, and once refused for an opt-out at the channel. */
async function writtenTo(tour: Tour): Promise<void> {
  const id = await collectionBy(tour, 'sms');
  await tour.ask('send-message', { method: 'POST', id, body: { channel: 'sms', text: 'Thank you' } });
  const refuse = async () => {
    throw new ConflictException({ ...refused, Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' } as never);
  };
  const write = () => tour.ask('send-message', { method: 'POST', id, body: { channel: 'sms', text: 'And now?' } }, 409);
  await withSeams(tour, answering(refuse), write);
}

async function unsubscribed(tour: Tour): Promise<void> {
  const { text } = await sentBy(tour, 'email');
  const token = /\/u\/([0-9a-z]+)/.exec(text)?.[1] ?? '';
  const { status } = await tour.visit('unsubscribe', { token }, { method: 'POST' });
  if (status !== 200) throw new Error(`the link of an email answered ${status}`);
  const again = { method: 'POST', body: 'again=yes' } as never;
  if ((await tour.visit('unsubscribe', { token }, again)).status !== 200) throw new Error('it starts nothing again');
  await tour.visit('unsubscribe', { token }, { method: 'POST' });
}

async function reminderAskedFor(tour: Tour): Promise<void> {
  const id = await collectionBy(tour, 'email');
  await tour.ask('preview-reminder', { method: 'POST', id, body: {} });
  await tour.ask('send-follow-up', { method: 'POST', id, body: {} });
}

/** One message speaks for both, and names what is still owed when it is sent. */
async function severalDebts(tour: Tour): Promise<void> {
  people += 1;
  const contact = aContactBody({ phone: `+23480312300${10 + people}`, email: `person-${people}@example.com` });
  const given = { contact, followUp: { enabled: true, startAfter: 20, cadence: 'every_1h', channels: ['email'] } };
  const [id, other] = [
    await aCollection(tour, { ...given, reference: 'one-of-two' }),
    await aCollection(tour, {
      ...given,
      contact: { ...contact, email: `other-${people}@example.com` },
      reference: 'the-other',
    }),
  ];
  await tour.invoke('relay', { Records: [changeOf(tour, other)] });
  await runWhenDue(tour, id);
  // It went to the email that was given last, so its way out and its answers are that address's.
  const { text, to } = messageAbout(tour, id);
  await tour.visit('unsubscribe', { token: /\/u\/([0-9a-z]+)/.exec(text)?.[1] ?? '' });
  await replyByEmail(tour, { to, collectionId: id }, ['I will pay']);
  const token = /\/me\/([0-9a-z]+)/.exec(messageAbout(tour, id).text)?.[1] ?? '';
  await tour.visit('payment-page', { token }, { resource: '/me/{token}', query: { statement: '1' } });
  const { status } = await tour.visit('payment-page', { token }, { resource: '/me/{token}' });
  if (status !== 200) throw new Error(`the page of two debts answered ${status}`);
}
