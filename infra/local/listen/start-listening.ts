/** A receiver of webhooks, as an integrator writes one: verifies each with the endpoint's secret, and prints it. */

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedHeaders } from '#lib/domain/webhook/signature.ts';

type Options = { baseUrl: string; apiKey: string; port: number; print(line: string): void };

export type Listening = {
  url: string;
  /** Deletes the endpoint. */
  stop(): Promise<void>;
};

export async function startListening({ baseUrl, apiKey, port, print }: Options): Promise<Listening> {
  let secret = '';
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const isVerified = isGenuine({ headers: request.headers, body, secret, now: new Date() });
      response.writeHead(isVerified ? 200 : 401).end();
      print(`${isVerified ? 'verified' : 'NOT VERIFIED'} ${request.headers['webhook-id']}\n${pretty(body)}`);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const call = webhookEndpoints(baseUrl, apiKey);
  // One may be left of a listener that was killed.
  for (const { id, url: known } of (await call('GET', '')) as Endpoint[])
    if (known === url) await call('DELETE', `/${id}`);
  const endpoint = (await call('POST', '', { url, events: ['*'], description: 'npm run listen' })) as Endpoint;
  secret = endpoint.secret;
  print(`Listening on ${url} as ${endpoint.id}. Its secret is ${secret}\nCtrl-C ends it and deletes the endpoint.`);
  return {
    url,
    stop: async () => {
      await call('DELETE', `/${endpoint.id}`).catch(() => {});
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const TOLERANCE_SECONDS = 300;

type Received = { headers: IncomingHttpHeaders; body: string; secret: string; now: Date };

export function isGenuine({ headers, body, secret, now }: Received): boolean {
  const id = String(headers['webhook-id']);
  const seconds = Number(headers['webhook-timestamp']);
  if (!Number.isInteger(seconds) || Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  const expected = signedHeaders({ id, body, sentAt: new Date(seconds * 1000), secrets: [secret] });
  const wanted = Buffer.from(expected['webhook-signature'] ?? '');
  return String(headers['webhook-signature'])
    .split(' ')
    .map((given) => Buffer.from(given))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

export type Endpoint = { id: string; url: string; secret: string };

/** @throws when the service refuses. */
export const webhookEndpoints =
  (baseUrl: string, apiKey: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/public/webhook-endpoints${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data?: unknown; message?: string };
    if (!response.ok) throw new Error(`The service answered ${response.status}: ${answer.message}`);
    return answer.data;
  };
