/** Shows a provider as `provider.ts` describes it; apart from it, so that reading one needs no schema. */
import type { Provider } from '#lib/domain/provider.ts';
import type { ProviderResponse } from './provider.ts';

/** Names each field, so that nothing else that is stored with a provider ever leaves. */
export const toProviderResponse = (provider: Provider): ProviderResponse => ({
  id: provider.id,
  name: provider.name,
  slug: provider.slug,
  enabled: provider.enabled,
  createdAt: provider.createdAt,
  updatedAt: provider.updatedAt,
});
