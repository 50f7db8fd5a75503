/** Reads messages back from the requests that the adapters sent to the channels. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';

/** A message that a channel accepted, even if its answer was lost. */
export type Message = {
  id: string;
  channel: Channel;
  to: string;
  collectionId: string;
  slot: number;
  token: string;
  text: string;
  at: number;
  by: Invocation;
};

export type Read = Pick<Message, 'to' | 'collectionId' | 'slot' | 'token' | 'text'>;
type Tags = { collectionId: string; slot: string | number; token: string };

const tagged = ({ collectionId, slot, token }: Tags) => ({ collectionId, slot: Number(slot), token });

export const readSent: Record<Channel, (input: never) => Read> = {
  whatsapp: ({ message }: { message: Uint8Array }) => {
    const { to, template, biz_opaque_callback_data: tags } = JSON.parse(new TextDecoder().decode(message));
    return { to, text: JSON.stringify(template), ...tagged(JSON.parse(tags)) };
  },
  sms: ({ DestinationPhoneNumber: to, MessageBody: text, Context }: Record<string, string> & { Context: Tags }) => ({
    to: `${to}`,
    text: `${text}`,
    ...tagged(Context),
  }),
  email: ({ Destination, Content, EmailTags }: EmailInput) => ({
    to: Destination.ToAddresses[0],
    text: JSON.stringify(Content),
    ...tagged(Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, Value])) as Tags),
  }),
};

type EmailInput = {
  Destination: { ToAddresses: [string] };
  Content: object;
  EmailTags: { Name: string; Value: string }[];
};

/** The answer to a reply, or an email about a webhook endpoint, carries no tags of an attempt. */
export function isAnswer(channel: Channel, input: never): boolean {
  if (channel === 'email') return (input as Partial<EmailInput>).EmailTags === undefined;
  if (channel === 'sms') return (input as { Context?: Partial<Tags> }).Context?.collectionId === undefined;
  return JSON.parse(new TextDecoder().decode((input as { message: Uint8Array }).message)).type === 'text';
}
