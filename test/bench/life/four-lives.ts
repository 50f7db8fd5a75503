/** The four lives that are measured: paid and unpaid, without and with a webhook endpoint. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchTable } from '#test/bench/bench-table.ts';
import { aLife, type Life } from './a-life.ts';

export type NamedLife = readonly [name: string, life: Life];

export async function fourLives(bench: BenchTable): Promise<NamedLife[]> {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return [
      ['paid, no webhook endpoint', await aLife(bench, { isPaid: true })],
      ['paid, one webhook endpoint', await aLife(bench, { isPaid: true, receiver })],
      ['unpaid, no webhook endpoint', await aLife(bench, { isPaid: false })],
      ['unpaid, one webhook endpoint', await aLife(bench, { isPaid: false, receiver })],
    ];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
