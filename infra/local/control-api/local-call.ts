/** Finds and answers the calls under `/_local/`, which only the local run has: they take and give plain JSON. */
import type { IncomingHttpHeaders } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { LocalCall } from '#infra/local/gateway/answer-request.ts';

/** `id` is the segment that stands where the call's path says `{id}`. */
type LocalRequest = { body: string; query: URLSearchParams; headers: IncomingHttpHeaders; id: string };

/** By `METHOD path`. */
export type LocalCalls = Record<string, (called: LocalRequest) => LocalAnswer | Promise<LocalAnswer>>;

type LocalAnswer = APIGatewayProxyResult | 'no answer';

export const localCall =
  (calls: LocalCalls): LocalCall =>
  async ({ method, path, query, headers, body }) => {
    const matches = Object.entries(calls).flatMap(([name, call]) => {
      const [takes = '', wanted = ''] = name.split(' ');
      const id = matchId(wanted, path);
      return id === undefined ? [] : [{ takes, call, id }];
    });
    const match = matches.find(({ takes }) => takes === method);
    try {
      if (match === undefined) return noSuchCall(path, method, new Set(matches.map(({ takes }) => takes)));
      return await match.call({ body, query: new URLSearchParams(query), headers, id: match.id });
    } catch (error) {
      if (error instanceof BadCall) return plainJson(400, { error: error.message });
      console.error(`${method} ${path} failed:`, error);
      return plainJson(500, { error: 'This call failed; the reason is in the log' });
    }
  };

/** The `{id}` in a path, empty where the call has none; undefined for another path. */
function matchId(wanted: string, path: string): string | undefined {
  const [before = '', after] = wanted.split('{id}');
  if (after === undefined) return wanted === path ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return id === '' || id.includes('/') ? undefined : id;
}

function noSuchCall(path: string, method: string, allowed: ReadonlySet<string>): APIGatewayProxyResult {
  if (allowed.size === 0) return plainJson(404, { error: `There is no ${path}` });
  const refusal = plainJson(405, { error: `${path} takes ${[...allowed].join(' or ')}, not ${method}` });
  return { ...refusal, headers: { ...refusal.headers, allow: [...allowed].join(', ') } };
}

/** The call is answered with 400 and this message. */
export class BadCall extends Error {}

export const plainJson = (statusCode: number, data: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(data),
});

/** The body as an object; @throws {BadCall} When it is none, or has a field that is not among these. */
export function readObject<Field extends string>(
  body: string,
  fields: readonly Field[],
): Partial<Record<Field, unknown>> {
  const data = parse(body);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new BadCall('The body must be a JSON object');
  }
  const unknown = Object.keys(data).find((name) => !(fields as readonly string[]).includes(name));
  if (unknown !== undefined) throw new BadCall(`Unknown field ${unknown}; known are ${fields.join(', ')}`);
  return data as Partial<Record<Field, unknown>>;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new BadCall('The body is not valid JSON');
  }
}

/** @throws {BadCall} When the value is not one of the choices. */
export function readChoice<Choice extends string>(field: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new BadCall(`${field} must be one of ${choices.join(', ')}`);
}
