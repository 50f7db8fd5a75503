/** The payment providers of an account: the answers of their operations, and their order. */
import { type Fault, firstRefusal, MESSAGES, refuse, succeed } from './answers.ts';
import { providerIdOf } from './ids.ts';
import { type AccountFacts, type Answer, iso } from './wire.ts';

type ProviderFacts = { name: string; slug: string; enabled: boolean; createdAt: number; updatedAt: number };

/** Providers by slug, in the order of creation. */
export type Providers = ReadonlyMap<string, ProviderFacts>;
export type Outcome = { providers: Providers; answer: Answer };

const MAX_PROVIDERS = 50;

const shownProvider = (account: AccountFacts, { slug, createdAt, updatedAt, ...rest }: ProviderFacts) => ({
  id: providerIdOf(account, slug),
  slug,
  ...rest,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
});

type NewProvider = { name: string; slug: string; enabled?: boolean };

/** The name is trimmed. */
export function createProvider(
  { account, providers }: Owner,
  { name, slug, enabled = true }: NewProvider,
  now: number,
): Outcome {
  const provider = { name: name.trim(), slug, enabled, createdAt: now, updatedAt: now };
  if (providers.has(slug)) return { providers, answer: taken(slug) };
  if (providers.size >= MAX_PROVIDERS) return { providers, answer: refuse('provider_limit') };
  const answer = succeed(MESSAGES['create-provider'], shownProvider(account, provider), 201);
  return { providers: new Map([...providers, [slug, provider]]), answer };
}

const taken = (slug: string): Answer =>
  refuse('provider_slug_taken', { message: `A provider with slug ${slug} already exists` });

type Owner = { account: AccountFacts; providers: Providers };
type ProviderChange = { name?: string; enabled?: boolean };

/** The slug never changes. */
export function updateProvider(
  { account, providers }: Owner,
  slug: string,
  { now, ...given }: ProviderChange & { now: number },
): Outcome {
  const known = providers.get(slug);
  if (known === undefined) return { providers, answer: refuse('provider_not_found') };
  const name = given.name?.trim() ?? known.name;
  const { enabled = known.enabled } = given;
  // As with the status of a collection, setting the current value changes nothing.
  const isSame = name === known.name && enabled === known.enabled;
  const provider = isSame ? known : { ...known, name, enabled, updatedAt: Math.max(now, known.updatedAt) };
  const answer = succeed(MESSAGES['update-provider'], shownProvider(account, provider));
  return { providers: new Map([...providers, [slug, provider]]), answer };
}

/** 403 for an existing provider of another account, 404 for an unknown id. */
export function getProvider(asking: AccountFacts, id: string, owners: readonly Owner[]): Answer {
  for (const { account, providers } of owners)
    for (const provider of providers.values())
      if (providerIdOf(account, provider.slug) === id)
        return (
          firstRefusal('provider', { faults: [], named: account.id === asking.id ? 'own' : 'foreign' }) ??
          succeed(MESSAGES['get-provider'], shownProvider(account, provider))
        );
  return refuse('provider_not_found');
}

/** The oldest provider first; providers of the same instant are sorted by slug. */
export function listProviders({ account, providers }: Owner): Answer {
  const sorted = [...providers.values()].toSorted((a, b) => a.createdAt - b.createdAt || (a.slug < b.slug ? -1 : 1));
  const data = sorted.map((provider) => shownProvider(account, provider));
  return succeed(MESSAGES['list-providers'], data);
}

/** A create may name an enabled provider of its account; any other name is a fault of the body. */
export function providerFault(providers: Providers, slug: string | undefined): readonly Fault[] {
  if (slug === undefined || providers.get(slug)?.enabled === true) return [];
  return [{ path: 'provider', message: providers.has(slug) ? 'is disabled' : 'is not a provider of this account' }];
}

type Wanted = { slug: string | undefined; methods: readonly string[]; currency: string };

/** The only kind that the model knows is the sandbox, which offers every method. The link to our own page needs no provider. */
export function methodFault(providers: Providers, { slug, methods, currency }: Wanted): readonly Fault[] {
  const others = methods.filter((method) => method !== 'payment_link');
  const isEnabled = slug !== undefined && providers.get(slug)?.enabled === true;
  if (others.length === 0 || (isEnabled && slug === 'sandbox')) return [];
  const by = isEnabled ? `provider ${slug} in ${currency}` : 'an account without a payment provider';
  return [{ path: 'payable.methods', message: `${others.join(', ')} cannot be offered by ${by}` }];
}
