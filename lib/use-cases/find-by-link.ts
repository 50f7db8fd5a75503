/** Finds the collection that a link of ours leads to, by the token in it. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, type LinkToken, parseLinkToken } from '#lib/domain/ids.ts';

export type LinkPorts<Read> = {
  getAccount: (account: string) => Promise<Account | undefined>;
  read: (ref: CollectionRef) => Promise<Read>;
};

/** What was read, with the link, its account and the phone of its contact; undefined when the token is not ours, or for another use. */
export async function findByLink<Read extends { collection: Collection | undefined }>(
  ports: LinkPorts<Read>,
  token: string,
  isOurs: (link: LinkToken, context: CollectionContext) => boolean,
): Promise<(Read & CollectionContext & { link: LinkToken }) | undefined> {
  const link = parseLinkToken(token);
  if (link === undefined) return undefined;
  const { ref } = link;
  const [account, found] = await Promise.all([ports.getAccount(ref.account), ports.read(ref)]);
  const { collection } = found;
  if (!account || !collection) return undefined;
  const context = { collection, account, phone: phoneOf(collection.contact, account) };
  return isOurs(link, context) ? { ...found, ...context, link } : undefined;
}
