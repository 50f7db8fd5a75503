/** Builds the response of a provider. Apart from its schema, which the functions do not need. */
import type { Provider } from '#lib/domain/providers/provider.ts';
import type { ProviderResponse } from './provider.ts';

/** Names each field, so that no other stored field is ever shown. */
export const toProviderResponse = (provider: Provider): ProviderResponse => ({
  id: provider.id,
  name: provider.name,
  slug: provider.slug,
  enabled: provider.enabled,
  createdAt: provider.createdAt,
  updatedAt: provider.updatedAt,
});
