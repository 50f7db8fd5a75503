/** The settings for calling receivers of webhooks. */
import { lookup } from 'node:dns/promises';
import type { UrlRules } from '#lib/domain/webhook/url-rules.ts';
import { site } from '#lib/site.ts';

export type Limits = { connectMs: number; totalMs: number };

/** Tests replace its parts. */
export const receivers = {
  /** Only the local run sets it, so that a receiver can be on the same machine. The stack never does. */
  allowsLoopback: process.env['WEBHOOKS_TO_LOOPBACK'] === 'true',
  limits: { connectMs: 5_000, totalMs: 15_000 } as Limits,
  /** All addresses of a host. @throws when it has none */
  resolve: async (host: string): Promise<string[]> => (await lookup(host, { all: true })).map(({ address }) => address),
  /** Certificates that are trusted besides the public ones. */
  trusted: undefined as string | undefined,
  /** Instead of the port in the address. */
  port: undefined as number | undefined,
};

export const urlRules = (): UrlRules => ({
  ownHost: URL.canParse(site.baseUrl) ? new URL(site.baseUrl).hostname : undefined,
  allowsLoopback: receivers.allowsLoopback,
});
