/** One call to a run that may die at any moment: an answer in the envelope, or none. */
import { type Account, type Books, count, violate } from './books.ts';
import type { Supervisor } from './supervisor.ts';

export type Told = { status: number; data?: unknown; meta?: unknown; code?: string; text: string };
type Call = {
  method?: string;
  path: string;
  body?: unknown;
  account?: Account;
  headers?: Record<string, string>;
};

const LIMIT_MS = 60_000;
/** Everything that falls due on the way is done before the clock answers. */
const CLOCK_LIMIT_MS = 15 * 60_000;

export type Ask = (call: Call) => Promise<Told | undefined>;

export const askThrough =
  (supervisor: Supervisor, books: Books): Ask =>
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
      const answer = await fetch(`${baseUrl}${path}`, request);
      const told: Told = { status: answer.status, text: await answer.text() };
      if (path.startsWith('/public')) Object.assign(told, judge(books, `${method} ${path}`, told, account));
      return told;
    } catch {
      count(books, 'calls without an answer');
      return undefined;
    }
  };

/** Every answer keeps to the envelope, none is a 500, none names another account's things. */
function judge(books: Books, call: string, { status, text }: Told, account: Account | undefined): Partial<Told> {
  count(books, 'answers');
  if (status >= 500 && status !== 503) violate(books, `${call} → ${status} ${text.slice(0, 300)}`);
  const stranger = books.accounts.find((other) => other !== account && text.includes(other.name));
  if (stranger !== undefined) violate(books, `${call} tells ${account?.name} of ${stranger.name}`);
  try {
    const { status: word, message, data, meta, code } = JSON.parse(text) as Record<string, unknown>;
    if (word === (status < 400 ? 'success' : 'error') && typeof message === 'string')
      return { data, meta, code: String(code) };
  } catch {}
  violate(books, `${call} → ${status} is not in the envelope: ${text.slice(0, 300)}`);
  return {};
}
