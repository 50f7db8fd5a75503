/** Members who are signed in to the console of an account, and what their browsers send. */
import { randomBytes } from 'node:crypto';
import { consoleSession as makeConsoleSession } from '#functions/console/console-session.ts';
import { memberStore } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import type { Member, Role } from '#lib/domain/member.ts';
import { addMember } from '#lib/use-cases/manage-members.ts';
import { service } from '#test/support/a-service.ts';
import type { Call } from './api-event.ts';
import { type Answer, type Handler, invoke } from './invoke.ts';

const consoleSession = makeConsoleSession(service);

/** What a script of the console adds to each write. */
export const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

export const LINKS = {
  checksumKey: String(service.settings.checksumKeys[0]),
  randomBytes,
  baseUrl: 'https://collections.example',
};

/** A member who has not signed in yet, with the token of the one-time link. */
export async function anInvited(
  account: string,
  role: Role,
  name = 'Bola',
): Promise<{ member: Member; token: string }> {
  const asked = { account, name, role, links: LINKS };
  const { member, link } = await addMember(memberStore, asked, { now: clock.now() });
  return { member, token: link.slice(link.lastIndexOf('/') + 1) };
}

export const signIn = (
  token: string,
  headers: Record<string, string> = OWN_PAGE,
  handler: Handler = consoleSession,
): Promise<Answer> => invoke(handler, { method: 'POST', resource: '/console/session', body: { token }, headers });

/** The cookie as the browser sends it back. */
export const cookieOf = ({ headers }: Answer): string => (headers['set-cookie'] ?? '').split(';')[0] ?? '';

export type SignedIn = { member: Member; headers: Record<string, string> };

/** `headers` are what the browser sends with each call of the console. */
export async function aSignedIn(account: string, role: Role, name?: string): Promise<SignedIn> {
  const { member, token } = await anInvited(account, role, name);
  const answer = await signIn(token);
  if (answer.status !== 200) throw new Error(`the sign-in answered ${answer.text}`);
  return { member, headers: { ...OWN_PAGE, cookie: cookieOf(answer) } };
}

/** Asks who is signed in. */
export const askSession = (headers: Record<string, string>, handler: Handler = consoleSession): Promise<Answer> =>
  invoke(handler, { method: 'PUT', resource: '/console/session', headers });

export const signOut = (headers: Call['headers']): Promise<Answer> =>
  invoke(consoleSession, { method: 'DELETE', resource: '/console/session', headers: headers ?? {} });
