/** The people who are asked to pay, and what is on the phone and in the mailbox of one. Pure. */
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CHANNELS, type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';

/** `addresses`: phone numbers and email addresses, the first known first. `collections`: their ids, oldest first. */
export type Person = { name: string; addresses: string[]; collections: string[]; messages: SentMessage[] };

/** A phone and an email address that one collection has are one person. The person who was written to last is first. */
export function peopleOf(messages: readonly SentMessage[], collections: readonly CollectionResponse[]): Person[] {
  const known = [
    ...collections.map(({ id, createdAt: at, contact }) => ({
      at,
      id,
      contact,
      addresses: [contact.phone, contact.email],
    })),
    ...messages.map((message) => ({ at: message.sentAt, id: message.collectionId, message, addresses: [message.to] })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const people: Person[] = [];
  for (const { id, addresses, ...found } of known) {
    const index = people.findIndex(
      (person) => addresses.some((to) => person.addresses.includes(to)) || person.collections.includes(id ?? ''),
    );
    const [person = newPerson(addresses)] = index === -1 ? [] : people.splice(index, 1);
    people.push(person);
    person.addresses.push(...addresses.filter((to) => !person.addresses.includes(to)));
    if (id !== undefined && !person.collections.includes(id)) person.collections.push(id);
    if ('message' in found) person.messages.push(found.message);
    else person.name = `${found.contact.firstName} ${found.contact.lastName}`;
  }
  return people.toReversed();
}

const newPerson = ([name = '']: string[]): Person => ({ name, addresses: [], collections: [], messages: [] });

/** `mine`: the customer's own. `note`: neither. */
export type Bubble =
  | { kind: 'theirs'; key: string; at: number; message: SentMessage }
  | { kind: 'mine'; key: string; at: number; channel: Channel; text: string }
  | { kind: 'note'; key: string; at: number; text: string };

export const isEmail = ({ channel }: SentMessage): boolean => !reachesPhone(channel);

/** On the phone, oldest first; replies are what the collection's events have. */
export function threadOf(messages: readonly SentMessage[], collections: readonly CollectionResponse[]): Bubble[] {
  const theirs = messages
    .filter((message) => !isEmail(message))
    .map((message): Bubble => ({ kind: 'theirs', key: message.id, at: Date.parse(message.sentAt), message }));
  const events = collections.flatMap((collection) => collection.events);
  const others = events.flatMap((event): Bubble[] => {
    const { id: key, type, data = {} } = event;
    const at = Date.parse(event.timestamp);
    if (type === 'contact.replied')
      return [{ kind: 'mine', key, at, channel: data.channel ?? CHANNELS[0], text: data.text ?? '' }];
    if (type === 'contact.opted_out') return [{ kind: 'note', key, at, text: `Wants no more ${data.channel ?? ''}` }];
    if (type === 'contact.opted_in') return [{ kind: 'note', key, at, text: `Wants ${data.channel ?? ''} again` }];
    return [];
  });
  return [...theirs, ...others].toSorted((one, other) => one.at - other.at);
}

/** What became of a message, as its collection's events tell it. */
export function statusOf(
  { collectionId, slot, channel }: SentMessage,
  collections: readonly CollectionResponse[],
): string {
  const { events = [] } = collections.find(({ id }) => id === collectionId) ?? {};
  const last = events.findLast(
    ({ type, data }) => type.startsWith('followup.') && data?.slot === slot && data?.channel === channel,
  );
  return last?.type.slice('followup.'.length) ?? 'sent';
}

export type Piece = { text: string; href?: string };

const LINK = /https?:\/\/[^\s<>"']+/g;

/** A text with its links. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const { 0: href, index } of text.matchAll(LINK)) {
    if (index > from) found.push({ text: text.slice(from, index) });
    found.push({ text: shortened(href), href });
    from = index + href.length;
  }
  return from < text.length ? [...found, { text: text.slice(from) }] : found;
}

const SHOWN = 28;

/** As phones show a long link. */
const shortened = (href: string): string => {
  const text = href.replace(/^https?:\/\//, '');
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** The payment page that a message leads to. */
export const payLinkIn = (text: string): string | undefined =>
  [...text.matchAll(LINK)].map(([href]) => href).find((href) => /^\/(?:pay|me)\//.test(new URL(href).pathname));
