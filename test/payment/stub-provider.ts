/** A payment provider's HTTP server that says what a test tells it, and remembers every request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Received = {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingMessage['headers'];
  /** As sent; `fields` is what JSON or a form says in it. */
  raw: string;
  fields: Record<string, unknown>;
};

export type Reply =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | { status: number; text: string; headers?: Record<string, string> }
  /** Takes the request and says nothing more, or half of it, or ends the connection. */
  | 'silence'
  | 'half an answer'
  | 'drop';

export async function startStubProvider() {
  const received: Received[] = [];
  const stub = { received, url: '', answer: (_request: Received): Reply => 'drop' };
  const server = createServer((request, response) => {
    void read(request).then((whole) => {
      received.push(whole);
      send(response, stub.answer(whole));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return stub;
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString();
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, raw, fields: readFields(headers['content-type'], raw) };
}

function readFields(type: string | undefined, raw: string): Record<string, unknown> {
  if (type === 'application/json') return JSON.parse(raw) as Record<string, unknown>;
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(raw));
  return {};
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'drop') return void response.destroy();
  if (reply === 'half an answer') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    return void response.write('{"stat');
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end('text' in reply ? reply.text : JSON.stringify(reply.body));
}
