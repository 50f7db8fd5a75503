/**
 * In some worlds the channels tell the same in every form that they have, and much that is nothing to us: receipts that say nothing
 * new, of others' messages or of none, media and broken texts. Of what is nothing to us nothing may come. Drawn apart from all else.
 */
import type { SNSEvent } from 'aws-lambda';
import type { Message } from '#test/simulation/aws/read-sent.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Failure } from '#test/simulation/model/closed.ts';
import { noReceiptsOf, type Said, saidOtherwise } from './odd-receipts.ts';
import type { World } from './world.ts';

export const ODD_INBOUND = { name: 'odd-inbound', share: 0.4 };

const MINUTE = 60_000;
const NOISE = 0.4;

type Told = { message: Message; status: string; failure: Failure | undefined };

export type OddInbound = {
  /** A receipt, said otherwise. */
  receipt: (event: object, told: Told) => object;
  /** A reply, said otherwise. */
  reply: (event: SNSEvent) => SNSEvent;
  /** Something that is nothing to us, about a message of ours. */
  got: (message: Message) => void;
  isNoise: (event: unknown) => boolean;
};

export function createOddInbound(world: World, without: ReadonlySet<string>): OddInbound {
  const random = randomFrom(world.seed, ODD_INBOUND.name);
  const isOn = !without.has(ODD_INBOUND.name) && random.bool(ODD_INBOUND.share);
  const usual = {
    receipt: (event: object) => event,
    reply: (event: SNSEvent) => event,
    got: () => {},
    isNoise: () => false,
  };
  if (!isOn) return usual;
  const noise = new WeakSet<object>();
  const makers = new Set<number>();
  world.table.watchers.push(({ key: { pk, sk } }) => {
    const by = world.asker;
    if (by !== undefined && makers.has(by.number))
      world.violate(14, `${by.functionName} wrote ${pk} ${sk} of what is nothing to us`);
  });

  function make(functionName: 'record-receipt' | 'receive-reply', event: object): void {
    noise.add(event);
    world.note(`nothing to us: ${functionName}`);
    const { number } = world.lambda.invoke(functionName, event, ({ kind }) => {
      if (kind === 'threw') world.violate(14, `${functionName} threw at ${JSON.stringify(event)}`);
    });
    makers.add(number);
  }

  return {
    isNoise: (event) => typeof event === 'object' && event !== null && noise.has(event),
    receipt: (event, { message, status, failure }) =>
      saidOtherwise(event as Said, { channel: message.channel, status, failure, isCalm: world.isCalm }, random),
    reply: (event) => ({
      ...event,
      Records: event.Records.map((each) => ({ ...each, Sns: { ...each.Sns, ...repeated(each.Sns) } })),
    }),
    got(message) {
      if (!random.bool(NOISE)) return;
      const [receipts, replies] = [noReceiptsOf(message, world.kernel.now()), noRepliesOf(message)];
      const wait = random.between(0, 60 * MINUTE);
      if (random.bool(0.7)) world.kernel.after(wait, () => make('record-receipt', random.pick(receipts)));
      else world.kernel.after(wait, () => make('receive-reply', random.pick(replies)));
    },
  };

  /** Some have no id of their own but that of SNS, some are pressed buttons, some phones have their plus sign. */
  function repeated({ Message: text }: { Message: string }): { Message: string; MessageId?: string } {
    const given = JSON.parse(text);
    if (given.whatsAppWebhookEntry === undefined) {
      const { inboundMessageId: MessageId, ...rest } = given;
      return random.bool(0.5) ? { Message: JSON.stringify(rest), MessageId } : { Message: text };
    }
    const entry = JSON.parse(given.whatsAppWebhookEntry);
    const [{ from, id, text: said }] = entry.changes[0].value.messages;
    const phone = random.bool(0.5) ? from : `+${from}`;
    const isButton = random.bool(0.3);
    const message = {
      from: phone,
      ...(random.bool(0.7) && { id }),
      ...(isButton ? { type: 'button', button: { text: said.body } } : { type: 'text', text: said }),
    };
    const changes = [{ value: {} }, { value: { messages: [message] } }];
    return { Message: JSON.stringify({ ...given, whatsAppWebhookEntry: JSON.stringify({ changes }) }), MessageId: id };
  }
}

const sns = (text: string): object => ({ Records: [{ Sns: { Message: text, MessageId: 'an id of SNS' } }] });
const whatsapp = (value: unknown): object =>
  sns(JSON.stringify({ whatsAppWebhookEntry: JSON.stringify({ changes: [{ value }] }) }));

/** A reply of another shape is none. */
function noRepliesOf({ to }: Message): object[] {
  const from = to.replace('+', '');
  const media = ['image', 'system', 'reaction', 'unsupported'].map((type) =>
    whatsapp({ messages: [{ from, id: `in ${type}`, type, text: { body: 'STOP' } }] }),
  );
  return [
    ...media,
    ...['hello', 'null', '[]', '7', '{}', '{"whatsAppWebhookEntry":"{}"}', '{"whatsAppWebhookEntry":7}'].map(sns),
    sns(JSON.stringify({ originationNumber: to, messageBody: 5, inboundMessageId: 'in 5' })),
    sns(JSON.stringify({ messageBody: 'STOP', inboundMessageId: 'in nobody' })),
    whatsapp({ messages: [{ id: 'in nobody', type: 'text', text: { body: 'STOP' } }] }),
    whatsapp({ messages: [{ from, id: 'in nothing', type: 'text' }] }),
    whatsapp({ messages: [{ from, id: 'in button', type: 'button', text: { body: 'STOP' } }] }),
    whatsapp({ statuses: [] }),
  ];
}
