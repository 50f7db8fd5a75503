/** The fixtures of every provider in the list, from its folder here. The sandbox is tested with the real sandbox instead. */
import { PROVIDER_KINDS } from '#lib/domain/providers/providers.ts';
import type { ProviderScript } from './conformance/provider-script.ts';

const kinds = PROVIDER_KINDS.filter((kind) => kind !== 'sandbox');

export const SCRIPTS = await Promise.all(
  kinds.map(async (kind) => ((await import(`./${kind}/script.ts`)) as { script: ProviderScript }).script),
);
