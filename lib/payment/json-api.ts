/** Calls a JSON API with a bearer token and turns every refusal into a `ProviderFailure`. */
import { type Call, ProviderFailure } from './port.ts';
import { type Explanation, refusal } from './refusal.ts';

type Api = {
  token: string;
  call: Call;
  /** Whether the body reports success: a refusal may have status 200. */
  isYes: (json: unknown) => boolean;
  explain: (json: unknown) => Explanation;
};

export type Ask = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => Promise<unknown>;

export const jsonApi =
  ({ token, call, isYes, explain }: Api): Ask =>
  async (method, url, body) => {
    const { status, json } = await call({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (status >= 300 || !isYes(json)) throw refusal(status, explain(json));
    return json;
  };

/** Writes an id or a reference as one part of a path. `.` and `..` would lead to another path, so nothing has that name. */
export function pathPart(name: string): string {
  if (/^\.{1,2}$/.test(name)) throw new ProviderFailure('not_found');
  return encodeURIComponent(name);
}

export const query = (parameters: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
