/** Finds a collection by a link of ours, or by what a webhook names: its provider, and our session's reference or the merchant's own. */
import { type Account, providerById } from '#lib/domain/account.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, type LinkToken, parseLinkToken, parseProviderId } from '#lib/domain/ids.ts';
import type { Ledger } from '#lib/domain/payment/book-movement.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { kindOf, type Target } from '#lib/domain/providers/provider.ts';
import type { Store } from '#lib/store/store.ts';
import { targetOf } from './ask-providers.ts';

type FindPorts = Pick<Store, 'getLedger'>;

/** `misdirected`: our reference, but of another account, or of a session at another provider. */
export type FoundCollection =
  | { kind: 'found'; ref: CollectionRef; ledger: Ledger; reference: string }
  | { kind: 'not_ours' | 'misdirected' };

type Payee = { account: Account; target: Target };

export async function findCollection(
  ports: FindPorts,
  payee: Payee,
  references: readonly string[],
): Promise<FoundCollection> {
  for (const reference of references) {
    const named = parseProviderReference(reference);
    const found = named
      ? await findSession(ports, payee, { reference, ...named })
      : await findOwn(ports, payee, reference);
    if (found.kind !== 'not_ours') return found;
  }
  return { kind: 'not_ours' };
}

/** A session that is not on record yet may belong to any provider, and its collection may come later. */
async function findSession(
  ports: FindPorts,
  { account, target }: Payee,
  { ref, number, reference }: { ref: CollectionRef; number: number; reference: string },
): Promise<FoundCollection> {
  if (ref.account !== account.id) return { kind: 'misdirected' };
  const ledger = await ports.getLedger(ref);
  const session = ledger.collection?.sessions[number - 1];
  if (session !== undefined && targetOf(account, session)?.id !== target.id) return { kind: 'misdirected' };
  return { kind: 'found', ref, ledger, reference };
}

/** Most of a merchant's transactions have no collection; nothing is kept of what was paid. */
async function findOwn(ports: FindPorts, { account, target }: Payee, reference: string): Promise<FoundCollection> {
  const ref = collectionRefOf(account, reference);
  const ledger = await ports.getLedger(ref);
  const slug = ledger.collection?.referenceProvider;
  if (slug === undefined) return { kind: 'not_ours' };
  if (targetOf(account, { provider: slug })?.id !== target.id) return { kind: 'misdirected' };
  return { kind: 'found', ref, ledger, reference };
}

type ProviderPorts = Pick<Store, 'getAccount'>;

/** Undefined if it is unknown, or of no kind that we can ask. */
export async function findProvider(
  ports: ProviderPorts,
  id: string,
): Promise<{ account: Account; target: Target } | undefined> {
  const ref = parseProviderId(id);
  const account = ref && (await ports.getAccount(ref.account));
  const provider = providerById(account, id);
  const kind = provider && kindOf(provider);
  return account && kind && { account, target: { kind, id } };
}

type LinkPorts<Read> = {
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
