/** A receiver of webhooks on this machine that takes everything. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** It is there while `work` lasts, at the URL that this is given. `heard`: called with the id of each webhook. */
export async function withReceiver<T>(
  work: (url: string) => Promise<T>,
  heard: (webhookId: string) => void = () => {},
): Promise<T> {
  const server = createServer((request, response) => {
    heard(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
