/** The service as the console hears it: answers to what is asked, and a record of the questions. */
import { vi } from 'vitest';

export type Answer = { status?: number; data?: unknown; nextCursor?: string } & Record<string, unknown>;

/** `offline`: there is no answer. */
type Answered = Answer | 'offline';

type Call = { path: string; method: string; body?: unknown; key?: string };

type Init = { method: string; body?: string; headers: Record<string, string> };

function listen(answerTo: (call: Call) => Answered | undefined): Call[] {
  const asked: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body, headers }: Init) => {
    const key = headers['idempotency-key'];
    const call = {
      path,
      method,
      ...(body !== undefined && { body: JSON.parse(body) }),
      ...(key !== undefined && { key }),
    };
    asked.push(call);
    const answer = answerTo(call);
    if (answer === undefined) throw new Error(`nobody was to ask ${method} ${path}`);
    if (answer === 'offline') throw new TypeError('fetch failed');
    const { status = 200, nextCursor, ...rest } = answer;
    return Response.json({ ...rest, ...(nextCursor !== undefined && { meta: { nextCursor } }) }, { status });
  });
  return asked;
}

/** One after the other, whatever is asked. What is asked beyond them finds nobody. */
export const answerWith = (...answers: Answered[]): Call[] => listen(() => answers.shift());

/** By method and the beginning of the path, such as `GET public/collections?`, the first that fits. */
export const serve = (answers: Readonly<Record<string, Answered | ((call: Call) => Answered)>>): Call[] =>
  listen((call) => {
    const [, answer] = Object.entries(answers).find(([of]) => `${call.method} ${call.path}`.startsWith(of)) ?? [];
    return typeof answer === 'function' ? answer(call) : answer;
  });

export const writesOf = (asked: readonly Call[]) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
