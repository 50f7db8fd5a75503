/** What customers answer to a message, as SNS delivers it. */
import type { SNSEvent } from 'aws-lambda';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import type { Random } from '#test/simulation/kernel/random.ts';

export function stopOf({ channel, to, id }: Message, random: Random): SNSEvent {
  return replyOf(
    { channel, to, id },
    random.pick(['STOP', ' stop ', 'Unsubscribe', 'Opt-out', 'TD', 'Stop, wrong number!']),
  );
}

/** Words that change nothing about what is sent: "help" is answered, all else is kept with its collection. */
export const OTHER_WORDS = ['HELP', ' help ', 'I have paid', 'Please stop writing to my office', 'Who is this?'];

/** SNS says when it got a message: the order of STOP and START does not depend on when they are handled. */
export const stamped = ({ Records }: SNSEvent, at: number): SNSEvent => ({
  Records: Records.map((each) => ({ ...each, Sns: { ...each.Sns, Timestamp: new Date(at).toISOString() } })),
});

const inboundId = (id: string, text: string): string => `in-${id}-${text}`;

export function replyOf({ channel, to, id }: Pick<Message, 'channel' | 'to' | 'id'>, text: string): SNSEvent {
  const inbound = inboundId(id, text);
  const messages = [{ from: to.replace('+', ''), id: inbound, type: 'text', text: { body: text } }];
  const content =
    channel === 'sms'
      ? { originationNumber: to, messageBody: text, inboundMessageId: inbound, previousPublishedMessageId: id }
      : { whatsAppWebhookEntry: JSON.stringify({ changes: [{ value: { messages } }] }) };
  return { Records: [{ Sns: { Message: JSON.stringify(content) } }] } as SNSEvent;
}
