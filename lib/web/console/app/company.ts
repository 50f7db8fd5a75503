/** Signing in by the company's own directory: the browser goes there, and comes back with a code in the address. */

import { hashOf } from '#lib/web/kit/address.ts';
import { ask } from './api.ts';
import { beginAt } from './session.ts';
import type { Session } from './state.ts';

type Kept = { account: string; state: string; nonce: string; verifier: string };

const KEPT = 'company-sign-in';
/** The company by which somebody has signed in on this device. */
const KNOWN = 'company';

export const knownCompany = (): string | null => localStorage.getItem(KNOWN);

export const companyAddress = (account: string): string =>
  `${hashOf('enter', 'company')}?${new URLSearchParams({ account })}`;

export async function goToCompany(account: string): Promise<void> {
  const { url, ...kept } = (await ask<Kept & { url: string }>('POST', 'console/directory', { body: { account } })).data;
  sessionStorage.setItem(KEPT, JSON.stringify({ ...kept, account }));
  location.assign(url);
}

/** What the company's directory answered, once; undefined if this page was not loaded by coming back from there. */
let answered: (Kept & { code: string; iss?: string }) | 'refused' | undefined;

/** The code leaves the address and the history at once. */
export function comeBack(): void {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null;
  const given = new URLSearchParams(location.search);
  if (kept === null || !given.has('state')) return;
  sessionStorage.removeItem(KEPT);
  const [code, iss] = [given.get('code'), given.get('iss')];
  const isOurs = code !== null && given.get('state') === kept.state;
  answered = isOurs ? { ...kept, code, ...(iss !== null && { iss }) } : 'refused';
  history.replaceState(null, '', location.pathname + companyAddress(kept.account));
}

/** False when nobody has come back. @throws {Refusal} when the directory, or this service, does not let them in */
export async function finishAtCompany(): Promise<boolean> {
  const body = answered;
  answered = undefined;
  if (body === undefined) return false;
  if (body === 'refused') throw new Error('refused');
  const { data } = await ask<Session>('PUT', 'console/directory', { body });
  localStorage.setItem(KNOWN, body.account);
  beginAt(data);
  return true;
}
