/** Calls the service: the public API with the demo account's key, the local run's own calls, and the console's session. */
import { demo, problem } from './state.ts';

/** What the service says against a call, for a person to read. */
class Refusal extends Error {}

type Answer<Data> = {
  data?: Data;
  message?: string;
  errors?: { path: string; message: string }[];
  error?: string;
};

async function send<Data>(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Data> {
  const response = await fetch(path, {
    method,
    // The key says who calls: with the cookie of a session in the console, the service would refuse both.
    credentials: 'omit',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Data & Answer<Data>;
  if (response.ok) return answer;
  const faults = (answer.errors ?? []).map(({ path, message }) => [path, message].filter(Boolean).join(' '));
  const said = answer.message ?? answer.error ?? `The service answered ${response.status}`;
  throw new Refusal([said, ...faults].filter(Boolean).join(': '));
}

/** A call under `/_local/`. */
export const local = <Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Data> =>
  send<Data>(method, `/_local/${path}`, body, {});

/** A call under `/public/`. */
export async function api<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const key = { 'x-api-key': demo.value?.apiKey ?? '' };
  return (await send<{ data: Data }>(method, `/public/${path}`, body, key)).data;
}

/** Does what a person asked for; says so if it fails. Returns whether it was done. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    problem.value = undefined;
    await work();
    return true;
  } catch (error) {
    problem.value =
      error instanceof Refusal ? error.message : 'The local run does not answer. Is npm start still running?';
    return false;
  }
}

const consoleSession = (method: 'PUT' | 'POST', body: object) =>
  fetch('/console/session', {
    method,
    headers: { 'x-console': '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A session that lasts is kept; otherwise a one-time link is spent. */
async function signIn(): Promise<void> {
  if ((await consoleSession('PUT', {})).ok) return;
  const { link } = await local<{ link: string }>('GET', 'console-link');
  const { ok, status } = await consoleSession('POST', { token: link.split('/').at(-1) });
  if (!ok) throw new Refusal(`The console answered ${status}`);
}

/** Shows a screen of the merchant console in a tab of its own, signed in to the demo account. */
export async function openConsole(href: string): Promise<void> {
  // The tab is opened by the click itself: browsers refuse one that comes later.
  const tab = window.open('about:blank');
  const isSignedIn = await attempt(signIn);
  if (tab === null) return;
  if (isSignedIn) tab.location.href = href;
  else tab.close();
}
