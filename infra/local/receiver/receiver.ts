/** A receiver of webhooks inside the local run: it verifies and keeps what the demo account is told, to be looked at. */
import type { IncomingHttpHeaders } from 'node:http';
import { readState, writeState } from '#infra/local/data-dir.ts';
import { isGenuine } from '#infra/local/listen/start-listening.ts';
import type { LocalAccount } from '#infra/local/local-accounts.ts';
import { Collections } from '#lib/client/client.ts';

/** `answered` is the HTTP status with which it was answered. */
export type ReceivedWebhook = {
  id: string;
  receivedAt: string;
  isVerified: boolean;
  answered: number;
  headers: Record<string, string>;
  body: string;
};

export type Receiver = {
  /** Adds its endpoint to the demo account, if that has none; returns the endpoint's id. */
  open(): Promise<string>;
  /** Undefined as long as nobody has opened it. */
  endpoint(): Promise<string | undefined>;
  /** From now on it answers with this status. */
  answerWith(status: number): void;
  answers(): number;
  receive(webhook: { headers: IncomingHttpHeaders; body: string }): Promise<number>;
  /** The last ones since the start, oldest first. */
  received(): ReceivedWebhook[];
};

type ReceiverNeeds = { baseUrl: string; demo: LocalAccount; file: string; now: () => Date };

export const RECEIVER_PATH = '/_local/receiver/webhooks';

type KeptEndpoint = { account: string; id: string; url: string; secret: string };

const KEPT = 200;
const SIGNED = /^webhook-/;

export function openReceiver({ baseUrl, demo, file, now }: ReceiverNeeds): Receiver {
  const url = `${baseUrl}${RECEIVER_PATH}`;
  const client = new Collections({ apiKey: demo.apiKey, baseUrl });
  const received: ReceivedWebhook[] = [];
  let status = 200;

  const read = async () => {
    const kept = await readState<KeptEndpoint>(file);
    return kept?.account === demo.account ? kept : undefined;
  };
  const keep = ({ id, secret }: Pick<KeptEndpoint, 'id' | 'secret'>) =>
    writeState(file, { account: demo.account, id, url, secret });

  /** The port may be another one than at the last start. An endpoint that somebody has deleted is made again. */
  const reuse = async (kept: KeptEndpoint): Promise<boolean> => {
    const path = { id: kept.id };
    const known = await client.call('GET /public/webhook-endpoints/{id}', { path }).catch(() => undefined);
    if (known === undefined) return false;
    if (known.data.url !== url) await client.call('PATCH /public/webhook-endpoints/{id}', { path, body: { url } });
    return true;
  };

  return {
    open: async () => {
      const kept = await read();
      if (kept !== undefined && (await reuse(kept))) return kept.id;
      const made = await client.webhookEndpoints.create({ url, events: ['*'], description: 'The workbench' });
      await keep(made);
      return made.id;
    },
    endpoint: async () => (await read())?.id,
    answerWith: (given) => {
      status = given;
    },
    answers: () => status,
    receive: async ({ headers, body }) => {
      const secret = (await read())?.secret ?? '';
      received.push({
        id: String(headers['webhook-id']),
        receivedAt: now().toISOString(),
        // Receivers compare the signature's time with theirs, which is real.
        isVerified: isGenuine({ headers, body, secret }),
        answered: status,
        headers: Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) => (SIGNED.test(name) ? [[name, String(value)]] : [])),
        ),
        body,
      });
      received.splice(0, received.length - KEPT);
      return status;
    },
    received: () => [...received],
  };
}
