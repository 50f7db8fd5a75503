/** Calls the sandbox's API. */
import { type Call, type Connection, ProviderFailure } from '#lib/payment/port.ts';
import { maybeTextAt } from '#lib/payment/read-answer.ts';
import { refusal } from '#lib/payment/refusal.ts';

type Answer = Awaited<ReturnType<Call>>;

type Request = { method: 'GET' | 'POST'; path: string; body?: object };

export async function ask({ method, path, body }: Request, { credentials, call, hosts }: Connection): Promise<Answer> {
  if (hosts.live === '') throw new ProviderFailure('not_configured');
  return call({
    method,
    url: `${hosts.live}/v1${path}`,
    headers: {
      authorization: `Bearer ${credentials['secretKey']}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** @throws ProviderFailure unless the status is 200 */
export async function read(path: string, connection: Connection, query?: Record<string, string>): Promise<unknown> {
  const answer = await ask({ method: 'GET', path: query ? `${path}?${new URLSearchParams(query)}` : path }, connection);
  if (answer.status !== 200) throw refused(answer);
  return answer.json;
}

export const refused = ({ status, json }: Answer): ProviderFailure =>
  refusal(status, { message: maybeTextAt(json, 'error', 'message'), code: maybeTextAt(json, 'error', 'code') });
