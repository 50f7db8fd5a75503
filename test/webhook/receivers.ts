/** Sets up calls of receivers for a test file: names that resolve as the test says, and counts of connections. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { settingsFrom } from '#lib/settings.ts';
import { type Receivers, receiversFrom } from '#lib/webhook/public-address.ts';

/** A server on this machine to which no webhook may ever connect. */
export function useCanary(): { port: number; connections: number } {
  const canary = { port: 0, connections: 0 };
  const servers: Server[] = [];
  beforeAll(async () => {
    const server = createServer((socket) => {
      canary.connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    canary.port = (server.address() as AddressInfo).port;
    servers.push(server);
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });
  return canary;
}

/** As in production, but with the answers of a DNS of the test, by host; each question takes the next answer. */
export function useDns(): { dns: Map<string, string[][]>; receivers: Receivers } {
  const dns = new Map<string, string[][]>();
  const receivers: Receivers = {
    ...receiversFrom(settingsFrom({ ...process.env, WEBHOOKS_TO_LOOPBACK: 'false' })),
    limits: { connectMs: 300, totalMs: 1_000 },
    resolve: async (host) => {
      const known = dns.get(host) ?? [];
      const [next] = known.length > 1 ? known.splice(0, 1) : known;
      if (next === undefined) throw new Error('ENOTFOUND');
      return next;
    },
  };
  beforeEach(() => dns.clear());
  return { dns, receivers };
}
