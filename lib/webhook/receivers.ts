/** How receivers of webhooks are reached: their names, what they must prove, and the time that they get. */
import { lookup } from 'node:dns/promises';
import type { UrlRules } from '#lib/domain/webhook/endpoint.ts';
import type { Settings } from '#lib/settings.ts';

export type Receivers = {
  rules: UrlRules;
  limits: { connectMs: number; totalMs: number };
  /** All addresses of a host. @throws when it has none */
  resolve: (host: string) => Promise<string[]>;
  /** Certificates that are trusted besides the public ones. */
  trusted?: string;
  /** Instead of the port in the address. */
  port?: number;
};

export const receiversFrom = ({ baseUrl, webhooksToLoopback }: Settings): Receivers => ({
  rules: {
    ownHost: URL.canParse(baseUrl) ? new URL(baseUrl).hostname : undefined,
    allowsLoopback: webhooksToLoopback,
  },
  limits: { connectMs: 5_000, totalMs: 15_000 },
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
});
