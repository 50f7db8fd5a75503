/** Payment providers of an account: the names a create request may give in `provider`. */
import { deriveHash, providerId } from './ids.ts';

/** At most so many per account: they live together in the account's item. */
export const PROVIDER_LIMIT = 50;

export type Provider = {
  id: string;
  name: string;
  slug: string;
  enabled: boolean;
  /** Set by the operator where the slug does not say it. */
  kind?: ProviderKind;
  createdAt: string;
  updatedAt: string;
};

type Owner = { id: string; salt: string };

export function newProvider(
  request: { name: string; slug: string; enabled: boolean },
  owner: Owner,
  now: Date,
): Provider {
  const at = now.toISOString();
  const id = providerId({ account: owner.id, hash: deriveHash(owner.salt, 'provider', request.slug) });
  return { id, name: request.name, slug: request.slug, enabled: request.enabled, createdAt: at, updatedAt: at };
}

/** What a PATCH asks for, and what of it differs from the provider as it is. */
export type ProviderChange = { name?: string | undefined; enabled?: boolean | undefined };

/** The part of a change that is one, with the instant of it; undefined when the provider already is as asked. */
export function changeProvider(
  provider: Provider,
  { name, enabled }: ProviderChange,
  now: Date,
): (ProviderChange & { updatedAt: string }) | undefined {
  const renamed = name !== undefined && name !== provider.name;
  const switched = enabled !== undefined && enabled !== provider.enabled;
  if (!renamed && !switched) return undefined;
  const at = now.toISOString();
  const updatedAt = at > provider.updatedAt ? at : provider.updatedAt;
  return { ...(renamed && { name }), ...(switched && { enabled }), updatedAt };
}

/** Oldest first; the slug breaks a tie. */
export const byCreation = (a: Provider, b: Provider): number =>
  a.createdAt === b.createdAt ? compare(a.slug, b.slug) : compare(a.createdAt, b.createdAt);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The kinds of payment provider we can talk to. */
export const PROVIDER_KINDS = ['paystack', 'flutterwave', 'monnify', 'stripe', 'sandbox'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const isProviderKind = (text: string): text is ProviderKind => PROVIDER_KINDS.some((kind) => kind === text);

/** One provider of one account: its kind tells how to talk to it, its id whose secrets to use. */
export type Target = { kind: ProviderKind; id: string };

/** Its slug where that is a kind, else what the operator has set; undefined for one that is only a name to us: it takes no payments here. */
export const kindOf = ({ slug, kind }: { slug: string; kind?: ProviderKind }): ProviderKind | undefined =>
  kind ?? (isProviderKind(slug) ? slug : undefined);
