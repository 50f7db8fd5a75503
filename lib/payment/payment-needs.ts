/** What payments need of the deployment. */
import type { KMSClient } from '@aws-sdk/client-kms';
import type { Clock } from '#lib/clock.ts';
import type { ApiHosts } from '#lib/domain/providers/provider-facts.ts';
import { factsOf, type ProviderKind } from '#lib/domain/providers/providers.ts';
import type { Log } from '#lib/log.ts';

export type PaymentNeeds = {
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** Where a provider's API is, in place of what its facts say. */
  hosts: Partial<Record<ProviderKind, ApiHosts>>;
  /** Where the encrypted credentials are kept: only the store knows the table. */
  getSealedCredentials: (provider: string) => Promise<Uint8Array | undefined>;
  /** The KMS key that encrypts credentials. */
  credentialsKey: string;
  /** In place of a client of our own. */
  kms?: Pick<KMSClient, 'send'>;
};

export const hostsOf = ({ hosts }: Pick<PaymentNeeds, 'hosts'>, kind: ProviderKind): ApiHosts =>
  hosts[kind] ?? factsOf(kind).apiHosts;

/** The hosts of a provider's own pages, as sources of a content security policy. */
export function checkoutHosts(parts: Pick<PaymentNeeds, 'hosts'>, kind: ProviderKind): readonly string[] {
  const { checkoutHosts: hosts } = factsOf(kind);
  if (hosts !== 'same as the API') return hosts;
  const { live } = hostsOf(parts, kind);
  return live === '' ? [] : [new URL(live).origin];
}
