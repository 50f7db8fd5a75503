/** A receiver of webhooks on this machine: it keeps what comes, and answers what a test says. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Received = { headers: Record<string, string>; body: string };
type Answer = (response: ServerResponse, received: Received) => void;

export const status =
  (code: number, headers: Record<string, string> = {}, text = ''): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(text);

export const ok = status(200);

export async function aReceiver() {
  const receiver = { url: '', received: [] as Received[], answer: ok as Answer };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = request.headers as Record<string, string>;
    const received = { headers, body: Buffer.concat(chunks).toString() };
    receiver.received.push(received);
    receiver.answer(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return receiver;
}
