/** Finds the collection that a link of ours leads to, by the token in it. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, isOurLink, type LinkUse, parseLinkToken } from '#lib/domain/ids.ts';

export type LinkPorts<Read> = {
  getAccount: (account: string) => Promise<Account | undefined>;
  read: (ref: CollectionRef) => Promise<Read>;
};

/** What was read, with its account and the phone of its contact; undefined when the token is not ours, or for another use. */
export async function findByLink<Read extends { collection: Collection | undefined }>(
  ports: LinkPorts<Read>,
  token: string,
  use: LinkUse,
): Promise<(Read & CollectionContext) | undefined> {
  const parsed = parseLinkToken(token);
  if (parsed === undefined) return undefined;
  const { ref } = parsed;
  const [account, found] = await Promise.all([ports.getAccount(ref.account), ports.read(ref)]);
  const { collection } = found;
  if (!account || !collection || !isOurLink(parsed, use, account.salt)) return undefined;
  return { ...found, collection, account, phone: phoneOf(collection.contact, account) };
}
