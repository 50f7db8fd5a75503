/** One call to a local run that may be killed at any moment: it gets an answer in the envelope, or none. */
import { type Account, count, type Journal, violate } from './journal.ts';
import type { Supervisor } from './supervisor.ts';

export type Answer = { status: number; data?: unknown; meta?: unknown; code?: string; text: string };
type Call = {
  method?: string;
  path: string;
  body?: unknown;
  account?: Account;
  headers?: Record<string, string>;
};

const LIMIT_MS = 60_000;
/** Longer, because the clock answers after all runs that become due have ended. */
const CLOCK_LIMIT_MS = 15 * 60_000;

export type Ask = (call: Call) => Promise<Answer | undefined>;

export const askThrough =
  (supervisor: Supervisor, journal: Journal): Ask =>
  async ({ method = 'GET', path, body, account, headers = {} }) => {
    const { baseUrl } = await supervisor.run();
    const request = {
      method,
      signal: AbortSignal.timeout(path === '/_local/clock' ? CLOCK_LIMIT_MS : LIMIT_MS),
      redirect: 'manual' as const,
      headers: { 'content-type': 'application/json', ...(account && { 'x-api-key': account.apiKey }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    try {
      const response = await fetch(`${baseUrl}${path}`, request);
      const answer: Answer = { status: response.status, text: await response.text() };
      if (path.startsWith('/public')) Object.assign(answer, judge(journal, `${method} ${path}`, answer, account));
      return answer;
    } catch {
      count(journal, 'calls without an answer');
      return undefined;
    }
  };

/** Records a violation for an answer outside the envelope, a 5xx other than 503, or data of another account. */
function judge(
  journal: Journal,
  call: string,
  { status, text }: Answer,
  account: Account | undefined,
): Partial<Answer> {
  count(journal, 'answers');
  if (status >= 500 && status !== 503) violate(journal, `${call} → ${status} ${text.slice(0, 300)}`);
  const stranger = journal.accounts.find((other) => other !== account && text.includes(other.name));
  if (stranger !== undefined) violate(journal, `${call} shows ${account?.name} data of ${stranger.name}`);
  try {
    const { status: word, message, data, meta, code } = JSON.parse(text) as Record<string, unknown>;
    if (word === (status < 400 ? 'success' : 'error') && typeof message === 'string')
      return { data, meta, code: String(code) };
  } catch {}
  violate(journal, `${call} → ${status} is not in the envelope: ${text.slice(0, 300)}`);
  return {};
}
