/** Records the changes of an account's providers. */
import { type Commit, dateFaults, instantOf } from './commit.ts';
import { providerIdOf } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { createProvider, updateProvider } from './providers.ts';
import { latest } from './timeline.ts';

/** Records an added provider, or with `id` a changed one. */
export type ProviderCommit = Commit & { id: string | undefined; body: object };

export function recordProvider({ account, providers, providerMakers }: Ledger, commit: ProviderCommit): string[] {
  const { at, by, id, body } = commit;
  const owner = { account, providers: latest(providers) };
  const named = [...owner.providers.keys()].find((each) => providerIdOf(account, each) === id);
  const given = body as { name: string; slug: string };
  const now = instantOf(commit);
  const outcome =
    named === undefined ? createProvider(owner, given, now) : updateProvider(owner, named, { ...body, now });
  const slug = named ?? given.slug;
  if (named === undefined) providerMakers.set(slug, by);
  providers.push({ at, value: outcome.providers });
  const { updatedAt = Number.NaN } = outcome.providers.get(slug) ?? {};
  return dateFaults(`${account.id}: provider ${slug}`, commit, updatedAt);
}
