/** A receiver of webhooks, as an integrator writes one: verifies each with the endpoint's secret, and prints it. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Collections } from '#lib/client/client.ts';

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
      const isVerified = isGenuine({ headers: request.headers, body, secret });
      response.writeHead(isVerified ? 200 : 401).end();
      print(`${isVerified ? 'verified' : 'NOT VERIFIED'} ${request.headers['webhook-id']}\n${pretty(body)}`);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { webhookEndpoints } = new Collections({ apiKey, baseUrl });
  // One may be left of a listener that was killed.
  for await (const { id, url: known } of webhookEndpoints.list()) if (known === url) await webhookEndpoints.delete(id);
  const endpoint = await webhookEndpoints.create({ url, events: ['*'], description: 'npm run listen' });
  secret = endpoint.secret;
  print(`Listening on ${url} as ${endpoint.id}. Its secret is ${secret}\nCtrl-C ends it and deletes the endpoint.`);
  return {
    url,
    stop: async () => {
      await webhookEndpoints.delete(endpoint.id).catch(() => {});
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

type ReceivedWebhook = { headers: IncomingHttpHeaders; body: string; secret: string };

export function isGenuine({ headers, body, secret }: ReceivedWebhook): boolean {
  try {
    Collections.verify(body, headers, secret);
    return true;
  } catch {
    return false;
  }
}
