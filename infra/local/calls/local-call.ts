/** Answers what only the local run has: the calls under `/_local/`. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { LocalCall } from '#infra/local/gateway/answer-request.ts';
import { BadCall, plainJson } from './plain-json.ts';

/** Calls by `METHOD path`; each gets the body. */
export type LocalCalls = Record<string, (body: string) => APIGatewayProxyResult | Promise<APIGatewayProxyResult>>;

export const localCall =
  (calls: LocalCalls): LocalCall =>
  async (method, path, body) => {
    const call = Object.hasOwn(calls, `${method} ${path}`) ? calls[`${method} ${path}`] : undefined;
    try {
      return call ? await call(body) : noSuchCall(calls, method, path);
    } catch (error) {
      if (error instanceof BadCall) return plainJson(400, { error: error.message });
      console.error(`${method} ${path} failed:`, error);
      return plainJson(500, { error: 'This call failed; the reason is in the log' });
    }
  };

function noSuchCall(calls: LocalCalls, method: string, path: string): APIGatewayProxyResult {
  const allowed = Object.keys(calls)
    .map((call) => call.split(' ') as [string, string])
    .filter(([, known]) => known === path)
    .map(([known]) => known);
  if (allowed.length === 0) return plainJson(404, { error: `There is no ${path}` });
  const refusal = plainJson(405, { error: `${path} takes ${allowed.join(' or ')}, not ${method}` });
  return { ...refusal, headers: { ...refusal.headers, allow: allowed.join(', ') } };
}
