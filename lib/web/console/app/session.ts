/** Signs in and out, and keeps the session while somebody works with the console. */
import { clock } from '#lib/clock.ts';
import { ask, ENTER, end, Refusal } from './api.ts';
import { waiting } from './attention.ts';
import { routeOf } from './route.ts';
import { isExpired, route, type Session, session, tick } from './state.ts';

const RENEWED_EVERY_MS = 5 * 60_000;
const TICK_MS = 5000;

/** Asks who is signed in. Undefined behind `away`: the service does not answer. */
export async function renew(): Promise<void> {
  try {
    begin((await ask<Session>('PUT', ENTER)).data);
  } catch (error) {
    if (error instanceof Refusal) end();
    else if (typeof session.value === 'string') session.value = 'away';
  }
}

/** @throws {Refusal} when the link was used, or has expired */
export async function enter(token: string): Promise<void> {
  beginAt((await ask<Session>('POST', ENTER, { body: { token } })).data);
}

/** Who has just signed in is shown the first screen. */
export function beginAt(data: Session): void {
  // Before the session: the link must not stay in the address, nor in the way back.
  history.replaceState(null, '', '#/home');
  route.value = routeOf(location.hash);
  // Other tabs of this browser hear of it, and go on.
  localStorage.setItem(ENTERED, data.expiresAt);
  begin(data);
}

const ENTERED = 'console-entered';

function begin(data: Session): void {
  session.value = data;
  isExpired.value = false;
}

export async function leave(): Promise<void> {
  await ask('DELETE', ENTER);
  sessionStorage.clear();
  waiting.value = undefined;
  session.value = 'out';
  isExpired.value = false;
}

export function start(): void {
  // Loading a link asks nothing and spends nothing.
  const follow = () => {
    route.value = routeOf(location.hash);
    if (session.value === 'unknown' && route.value.screen !== 'enter') void renew();
  };
  follow();
  window.addEventListener('hashchange', follow);
  // A page that the browser kept is shown again without a load: what it showed may be over.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void renew();
  });
  // Who signs in in another tab goes on here.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && (typeof session.value === 'string' || isExpired.value)) void renew();
  });
  window.addEventListener('storage', ({ key }) => {
    if (key === ENTERED && (typeof session.value === 'string' || isExpired.value)) void renew();
  });
  setInterval(() => {
    if (!document.hidden && typeof session.value !== 'string' && !isExpired.value) void renew();
  }, RENEWED_EVERY_MS);
  setInterval(() => {
    tick.value = clock.now().getTime();
  }, TICK_MS);
}
