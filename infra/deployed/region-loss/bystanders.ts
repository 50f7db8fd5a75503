/** Who is not of AWS, and hears of the loss of a Region only by what reaches them: a receiver of webhooks, and a payment provider. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '#infra/deployed/emulator.ts';
import { waitFor } from '#infra/deployed/wait-for.ts';

type Told = { body: string; headers: Record<string, string> };

export type Bystanders = {
  receiver: string;
  provider: string;
  /** All webhooks that came, oldest first. */
  webhooks: () => readonly Told[];
  /** The first of all. @throws Error when none has come after a minute */
  firstWebhook: () => Promise<Told>;
  /** With which credentials the provider was asked. */
  authorizations: () => readonly string[];
  stop: () => void;
};

const WEBHOOK_TIMEOUT_MS = 60_000;

export async function startBystanders(): Promise<Bystanders> {
  const told: Told[] = [];
  const authorizations: string[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      told.push({ body, headers: request.headers as Record<string, string> });
      response.end();
    });
  });
  // It is out of order: with which credentials it is asked is all that matters here.
  const provider = createServer(({ headers: { authorization = '' } }, response) => {
    authorizations.push(authorization);
    response.writeHead(503).end();
  });
  const [receives, provides] = await Promise.all([listen(receiver), listen(provider)]);
  return {
    receiver: `http://127.0.0.1:${receives}/webhooks`,
    provider: `http://127.0.0.1:${provides}`,
    webhooks: () => told,
    firstWebhook: () => waitFor(() => told[0], { timeoutMs: WEBHOOK_TIMEOUT_MS, what: 'no webhook came' }),
    authorizations: () => authorizations,
    stop: () => {
      for (const server of [receiver, provider]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
