/** What a receiver's answer to a webhook means: docs/guides/webhooks.md, docs/decisions/0034-events-are-told-once.md. */

/** As a receiver gave it; `error` where nothing came. */
export type Answered = {
  status?: number;
  error?: 'timeout' | 'connect' | 'tls' | 'dns' | 'blocked';
  /** What could be read of its body. */
  body?: Buffer;
  retryAfter?: string | undefined;
};

const MAX_KEPT = 1024;

/** The log of an endpoint shows at most a kilobyte, with no letter cut, and nothing that moves a terminal's cursor. */
export function keptOf(body: Buffer = Buffer.alloc(0)): string | undefined {
  let end = Math.min(body.length, MAX_KEPT);
  // The second and later bytes of a letter begin with the bits 10.
  while (end < body.length && end > 0 && ((body[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  const text = [...body.subarray(0, end).toString('utf8')].map((letter) => (isControl(letter) ? ' ' : letter)).join('');
  return text === '' ? undefined : text;
}

function isControl(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return letter !== '\n' && letter !== '\t' && (code < 0x20 || (code >= 0x7f && code < 0xa0));
}

export const isAccepted = ({ status = 0 }: Answered): boolean => Math.floor(status / 100) === 2;

const SECOND = 1_000;
const MAX_PAUSE = 10 * 60 * 60 * SECOND;

/** For how long who is busy wants to be left alone: 429 or 503 with seconds or a date in the future, ten hours at most. */
export function pauseOf({ status, retryAfter = '' }: Answered, now: number): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const asked = retryAfter.trim();
  const wait = /^\d{1,9}$/.test(asked) ? Number(asked) * SECOND : asked.endsWith('GMT') ? Date.parse(asked) - now : 0;
  return wait > 0 ? Math.min(wait, MAX_PAUSE) : undefined;
}
