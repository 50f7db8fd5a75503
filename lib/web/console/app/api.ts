/** Calls the service with the cookie of the session. Addresses are relative to the page: it may be behind the name of a stage. */
import { clock } from '#lib/clock.ts';
import { ahead, isExpired, session, tick } from './state.ts';

type Fault = { path: string; message: string; reason?: string; firstAt?: string };

/** What the service says against a call. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly Fault[];
  /** The collection that has the reference already. */
  readonly existing: string | undefined;

  constructor(status: number, { message = '', code = '', errors = [], existing }: Partial<Answer<unknown>>) {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = errors;
    this.existing = existing?.id;
  }
}

/** The service did not answer, or could not. */
class Unreachable extends Error {}

type Answer<Data> = {
  data: Data;
  meta?: { nextCursor?: string | null };
  message?: string;
  code?: string;
  errors?: Fault[];
  existing?: { id: string };
};

type Call = { body?: unknown; key?: string };

/** `key`: with the same one, a call that is repeated is carried out once. */
export async function ask<Data>(method: string, path: string, { body, key }: Call = {}): Promise<Answer<Data>> {
  const isWrite = method !== 'GET';
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      ...(isWrite && { 'x-console': '1', 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(isWrite && method !== 'DELETE' && { body: JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw new Unreachable();
  });
  followClock(response.headers.get('date'));
  const answer = (await response.json().catch(() => ({}))) as Answer<Data>;
  if (response.ok) return answer;
  if (response.status >= 500 || response.status === 429) throw new Unreachable();
  if (response.status === 401 && path !== ENTER) end();
  throw new Refusal(response.status, answer);
}

/** Nobody is signed in any more. */
export function end(): void {
  if (typeof session.value === 'string') session.value = 'out';
  else isExpired.value = true;
}

export const ENTER = 'console/session';

export const read = async <Data>(path: string): Promise<Data> => (await ask<Data>('GET', path)).data;

/** The clock of a laptop can be wrong, and that of a local run is moved. */
function followClock(date: string | null): void {
  const at = Date.parse(date ?? '');
  const away = at - clock.now().getTime();
  // What the answer has is not in the future.
  tick.value = clock.now().getTime();
  // The header has whole seconds.
  if (!Number.isNaN(at)) ahead.value = Math.abs(away) < 2000 ? 0 : away;
}
