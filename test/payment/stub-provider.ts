/** An HTTP server in place of a payment provider. It returns the answers that a test sets, and records every request. */
import type { IncomingMessage } from 'node:http';
import { type Reply, startStubServer } from '#test/support/stub-server.ts';

export type Received = {
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingMessage['headers'];
  /** The unchanged body; `fields` has the values of its JSON or form. */
  raw: string;
  fields: Record<string, unknown>;
};

export async function startStubProvider() {
  const script: { answer: (request: Received) => Reply } = { answer: () => 'drop' };
  const received: Received[] = [];
  const server = await startStubServer(({ method = '', url: path = '', headers }, raw) => {
    const request = { method, path, headers, raw, fields: readFields(headers['content-type'], raw) };
    received.push(request);
    return stub.answer(request);
  });
  const stub = Object.assign(server, script, { received });
  return stub;
}

export function readFields(type: string | undefined, raw: string): Record<string, unknown> {
  if (type === 'application/json') return JSON.parse(raw) as Record<string, unknown>;
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(raw));
  return {};
}
