/** Finds the collection that a reply is about. */
import { asSeenAt } from '#lib/domain/collection.ts';
import { type CollectionRef, parseLinkToken } from '#lib/domain/ids.ts';
import { addressKeysOf, foldPhone } from '#lib/domain/phone.ts';
import { isReplyLink, type Reply } from '#lib/domain/reply.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type FindPorts = Pick<Service, 'clock'> &
  NeedsSettings<'testAccountsSend'> &
  Pick<Store, 'findMessage' | 'findLastMessage' | 'findOpen' | 'getCollection' | 'getAccount'>;

/** The collection whose message is answered, or else the one that the phone's reply is about. */
export const findCollection = async (ports: FindPorts, reply: Reply): Promise<CollectionRef | undefined> =>
  (await findAnswered(ports, reply))?.ref ?? (await findOpenFor(ports, reply.from));

/** By the message, or by the address to which it was sent. */
export async function findAnswered(
  ports: Pick<FindPorts, 'findMessage' | 'getAccount'>,
  { channel, answers, link: token }: Omit<Reply, 'from'>,
): Promise<{ ref: CollectionRef; matchKey?: string | undefined } | undefined> {
  if (answers !== undefined) return ports.findMessage(channel, answers);
  const link = token === undefined ? undefined : parseLinkToken(token);
  const account = link && (await ports.getAccount(link.ref.account));
  return link && account && isReplyLink(link, account.salt) ? { ref: link.ref } : undefined;
}

/** The phone that got the message that is answered, where the channel does not say who answers. */
export async function recipientOf(ports: FindPorts, reply: Omit<Reply, 'from'>): Promise<string | undefined> {
  const answered = await findAnswered(ports, reply);
  if (answered === undefined || answered.matchKey !== undefined) return answered?.matchKey;
  const collection = await ports.getCollection(answered.ref);
  // Before a correction, it may have gone to another.
  if (collection === undefined || collection.replaced !== undefined) return undefined;
  return addressKeysOf(collection.contact).find((address) => !address.includes('@'));
}

/**
 * Without a message that it answers, a reply by phone is about what the phone was last messaged about; when that is no longer open,
 * about the newest open collection, first of the account that last wrote. Nothing is lost while somebody has an open one.
 */
export async function findOpenFor(ports: FindPorts, from: string): Promise<CollectionRef | undefined> {
  const isEmail = from.includes('@');
  const [last, open] = await Promise.all([
    isEmail ? undefined : ports.findLastMessage(from),
    ports.findOpen(isEmail ? from : foldPhone(from)),
  ]);
  const isOfLast = ({ account }: CollectionRef) => account === last?.account;
  const others = open.filter((ref) => !isOfLast(ref));
  for (const ref of [...(last ? [last] : []), ...open.filter(isOfLast), ...others])
    if (await isOpen(ports, ref)) return ref;
  return last;
}

/** What is found may have ended a moment ago. A test account writes to nobody, so nobody replies to it. */
async function isOpen(ports: FindPorts, ref: CollectionRef): Promise<boolean> {
  const [collection, account] = await Promise.all([ports.getCollection(ref), ports.getAccount(ref.account)]);
  if (collection === undefined || account === undefined) return false;
  const isReal = account.mode === 'live' || ports.settings.testAccountsSend;
  return isReal && isPayable(asSeenAt(collection, ports.clock.now()).status);
}
