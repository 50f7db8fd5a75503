/** What is on one customer's phone and in the mailbox. Pure. */
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { CHANNELS, type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';

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
  [...text.matchAll(LINK)].map(([href]) => href).find((href) => new URL(href).pathname.startsWith('/pay/'));

/** The people to whom messages went, the last first; who got some by phone and some by email is one person. */
export function recipients(messages: readonly SentMessage[]): { key: string; addresses: string[]; count: number }[] {
  const groups: { addresses: Set<string>; collections: Set<string>; count: number; last: number }[] = [];
  messages.forEach(({ to, collectionId }, index) => {
    const group = groups.find(
      ({ addresses, collections }) => addresses.has(to) || collections.has(collectionId ?? ''),
    ) ?? { addresses: new Set(), collections: new Set(), count: 0, last: 0 };
    if (group.count === 0) groups.push(group);
    group.addresses.add(to);
    if (collectionId !== undefined) group.collections.add(collectionId);
    group.count += 1;
    group.last = index;
  });
  return groups
    .toSorted((one, other) => other.last - one.last)
    .map(({ addresses, count }) => ({ key: [...addresses][0] ?? '', addresses: [...addresses], count }));
}
