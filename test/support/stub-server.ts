/** An HTTP server whose replies, also failing ones, are set by a test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Reply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { status: number; text: string; headers?: Record<string, string> }
  /** The server reads the request and sends nothing, sends half of an answer, or ends the connection. */
  | 'silence'
  | 'half an answer'
  | 'drop';

type Answer = (request: IncomingMessage, body: string) => Reply | Promise<Reply>;

/** Serves until the tests of the file have ended, or as long as the process `lasts`; `connections` counts the opened connections. */
export async function startStubServer(answer: Answer, { lasts = false } = {}) {
  const stub = { url: '', connections: 0 };
  const server = createServer((request, response) => {
    void read(request).then(async (body) => send(response, await answer(request, body)));
  }).on('connection', () => {
    stub.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (lasts) server.unref();
  else
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
  return stub;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'drop') return void response.destroy();
  if (reply === 'half an answer') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    return void response.write('{"stat');
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end('text' in reply ? reply.text : JSON.stringify('body' in reply ? reply.body : {}));
}
