/** Payment providers of an account. A create names one by its slug. */

import { deriveHash, providerId } from '#lib/domain/ids.ts';
import { PROVIDER_KINDS, type ProviderKind } from './providers.ts';

export { PROVIDER_KINDS, type ProviderKind } from './providers.ts';

/** Per account: they are all stored in the account's item. */
export const PROVIDER_LIMIT = 50;

export type Provider = {
  id: string;
  name: string;
  slug: string;
  enabled: boolean;
  /** Set by the operator if the slug is not a kind. */
  kind?: ProviderKind;
  /** It has credentials, so the ledger is reconciled with its lists. Never false, and never taken back. */
  reconciles?: boolean;
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

export type ProviderChange = { name?: string | undefined; enabled?: boolean | undefined };

/** The part of the change that differs from the provider, and when. Undefined if nothing differs. */
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

export const byCreation = (a: Provider, b: Provider): number =>
  a.createdAt === b.createdAt ? compare(a.slug, b.slug) : compare(a.createdAt, b.createdAt);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const isProviderKind = (text: string): text is ProviderKind => PROVIDER_KINDS.some((kind) => kind === text);

/** One provider of one account: `kind` selects the adapter, `id` the secrets. */
export type Target = { kind: ProviderKind; id: string };

/** The slug if it is a kind, else what the operator set. Undefined for a provider that takes no payments here. */
export const kindOf = ({ slug, kind }: { slug: string; kind?: ProviderKind }): ProviderKind | undefined =>
  kind ?? (isProviderKind(slug) ? slug : undefined);
