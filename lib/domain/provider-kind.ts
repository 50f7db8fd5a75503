/** The kinds of payment provider we can talk to. A provider's kind is its slug where that is one, else what the operator has set. */

export const PROVIDER_KINDS = ['paystack', 'flutterwave', 'monnify', 'stripe', 'sandbox'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

export const isProviderKind = (text: string): text is ProviderKind => PROVIDER_KINDS.some((kind) => kind === text);

/** One provider of one account: its kind tells how to talk to it, its id whose secrets to use. */
export type Target = { kind: ProviderKind; id: string };

/** Undefined for a provider that is only a name to us: it takes no payments here. */
export const kindOf = ({ slug, kind }: { slug: string; kind?: ProviderKind }): ProviderKind | undefined =>
  kind ?? (isProviderKind(slug) ? slug : undefined);
