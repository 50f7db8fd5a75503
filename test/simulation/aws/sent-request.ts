/** What is right for the request of a webhook, and for what its sender makes of the answer (docs/decisions/0034-events-are-told-once.md). */
import { isIPv6 } from 'node:net';
import type { Posted } from '#lib/webhook/post.ts';
import { NOT_PUBLIC } from '#test/simulation/model/public-addresses.ts';
import { type Answered, keptOf } from '#test/simulation/model/receiver-answer.ts';
import type { Outcome, Request } from './https.ts';
import type { SentWebhook } from './receivers.ts';

type Given = { webhook: SentWebhook; addresses: readonly string[] };

/** It goes to the addresses that were checked, as one POST with the body as it is, and nothing is kept open. */
export function requestFaults({ url, options, body }: Request, { webhook, addresses }: Given): string[] {
  const { method, headers, agent, lookup, signal } = options;
  const wanted = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(webhook.body),
    'user-agent': 'Collections-Webhooks/1',
    'accept-encoding': 'identity',
    connection: 'close',
    ...webhook.headers,
  };
  const given = headers as Record<string, unknown>;
  const wrong = [...new Set([...Object.keys(wanted), ...Object.keys(given)])].filter(
    (name) => given[name] !== (wanted as Record<string, unknown>)[name],
  );
  const known = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const all: unknown[] = [];
  lookup?.(url.hostname, { all: true }, (_error, found) => all.push(found));
  lookup?.(url.hostname, { all: false }, (_error, address, family) => all.push({ address, family }));
  return [
    ...(url.href === new URL(webhook.url).href && method === 'POST' ? [] : [`${method} to ${url.href}`]),
    ...(body === webhook.body ? [] : ['another body']),
    ...(wrong.length === 0 ? [] : [`the headers ${wrong.join()}`]),
    ...(agent === false && signal !== undefined ? [] : ['a connection that may be kept, or that never ends']),
    ...(JSON.stringify(all) === JSON.stringify([known, known[0]]) ? [] : [`connects to ${JSON.stringify(all)}`]),
    ...(addresses.some(isRefused) ? [`connects though ${addresses.join()} are not all public`] : []),
  ];
}

const isRefused = (address: string): boolean => NOT_PUBLIC.includes(address);

const TLS = /TLS|SSL|CERT|VERIFY_LEAF|EPROTO|HOSTNAME/;

/** Without an address nothing was asked; with one that is not public neither. */
export function answeredBy({
  addresses = [],
  outcome,
}: {
  addresses?: readonly string[];
  outcome?: Outcome;
}): Answered {
  if (addresses.length === 0) return { error: 'dns' };
  if (outcome === undefined) return { error: 'blocked' };
  if ('name' in outcome) return { error: 'timeout' };
  if ('code' in outcome) return { error: TLS.test(outcome.code) ? 'tls' : 'connect' };
  const { status, chunks = [], retryAfter } = outcome;
  return { status, body: Buffer.concat(chunks), retryAfter };
}

/** What the sender read is what came: the status, the beginning of the answer, and for how long it is to wait. */
export function readFaults(posted: Omit<Posted, 'milliseconds'>, { body, ...answered }: Answered): string[] {
  const answer = keptOf(body);
  const wanted = {
    ...(answered.status !== undefined && { status: answered.status }),
    ...(answered.error !== undefined && { error: answered.error }),
    ...(answer !== undefined && { answer }),
    ...(answered.retryAfter !== undefined && { retryAfter: answered.retryAfter }),
  };
  const sorted = (of: object) => JSON.stringify(Object.entries(of).toSorted());
  return sorted(posted) === sorted(wanted) ? [] : [`read as ${sorted(posted)} instead of ${sorted(wanted)}`];
}

export const USUAL = ['93.184.215.14'];
