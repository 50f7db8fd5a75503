/** An AWS that answers what a test says, or does not answer, and remembers every request it got. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Reply =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Takes the request and says nothing more, or half of it, or ends the connection. */
  | 'silence'
  | 'half an answer'
  | 'drop';

type Received = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> };

const ENDPOINTS = ['SESV2', 'SOCIALMESSAGING', 'PINPOINT_SMS_VOICE_V2', 'SCHEDULER', 'LAMBDA'];

export function pointAwsAt(url: string): void {
  for (const service of ENDPOINTS) process.env[`AWS_ENDPOINT_URL_${service}`] = url;
}

export async function startStubAws() {
  const received: Received[] = [];
  const stub = { reply: { status: 500 } as Reply, received, connections: 0, url: '' };
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      answer(response, stub.reply);
    });
  }).on('connection', () => {
    stub.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return stub;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'drop') return void response.destroy();
  if (reply === 'half an answer') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    return void response.write('{"Mess');
  }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(JSON.stringify(reply.body ?? {}));
}
