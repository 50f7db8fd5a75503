/** Answers what the console asks the service, in turn, and keeps the questions. */
import { vi } from 'vitest';

export type Answer = { status?: number; data?: unknown; nextCursor?: string } & Record<string, unknown>;

/** `offline`: there is no answer. Those that are too many fail the test. */
export function answerWith(...answers: (Answer | 'offline')[]): { path: string; body?: unknown; key?: string }[] {
  const asked: { path: string; body?: unknown; key?: string }[] = [];
  vi.stubGlobal(
    'fetch',
    async (path: string, { body, headers }: { body?: string; headers: Record<string, string> }) => {
      const key = headers['idempotency-key'];
      asked.push({ path, ...(body !== undefined && { body: JSON.parse(body) }), ...(key !== undefined && { key }) });
      const answer = answers.shift();
      if (answer === undefined) throw new Error(`nobody was to ask ${path}`);
      if (answer === 'offline') throw new TypeError('fetch failed');
      const { status = 200, nextCursor, ...rest } = answer;
      return Response.json({ ...rest, ...(nextCursor !== undefined && { meta: { nextCursor } }) }, { status });
    },
  );
  return asked;
}
