/** Signing in to the console and out of it: links, sessions, their ends, and what another web page cannot do. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCollection as makeCreateCollection } from '#functions/api/create-collection.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { consoleSession } from '#functions/console/console-session.ts';
import { memberStore } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { newMemberToken } from '#lib/domain/checked-token.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import { getMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { dismissMember, makeLink, updateMember } from '#lib/use-cases/manage-members.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { aService, service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import {
  anInvited,
  aSignedIn,
  askSession,
  cookieOf,
  LINKS,
  OWN_PAGE,
  type SignedIn,
  signIn,
  signOut,
} from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const createCollection = makeCreateCollection(service);
const getCollection = makeGetCollection(service);
const listCollections = makeListCollections(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();

const real = { now: clock.now };
let ahead = 0;

beforeEach(() => {
  ahead = 0;
  const start = Date.now();
  clock.now = () => new Date(start + ahead);
});
afterEach(() => {
  clock.now = real.now;
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const INVALID_LINK = { status: 401, code: 'invalid_link', message: 'This link was used already, or has expired' };
const SIGNED_OUT = { status: 401, code: 'invalid_session', message: 'You are not signed in' };
const REFUSED = { status: 403, code: 'request_refused' };

const refOf = ({ member }: Pick<SignedIn, 'member'>) => memberRefOf(member.id);
const list = (headers: Record<string, string>, key?: string) =>
  invoke(listCollections, { resource: '/public/collections', headers, ...(key !== undefined && { key }) });

describe('a one-time link', () => {
  it('a link signs in, says who and where, and is spent', async () => {
    const { account } = tenants.mine;
    const { member, token } = await anInvited(account.id, 'agent', 'Tola');
    const answer = await signIn(token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      account: { id: account.id, name: account.name, mode: 'test' },
      member: { id: member.id, name: 'Tola', role: 'agent', passkeys: [] },
      expiresAt: new Date(clock.now().getTime() + 7 * 24 * HOUR).toISOString(),
      baseUrl: 'https://collections.example',
    });
    expectRefusal(await signIn(token), INVALID_LINK);
    expect((await askSession({ ...OWN_PAGE, cookie: cookieOf(answer) })).body.data).toEqual(answer.body.data);
  });

  it('of several clicks at once on one link, exactly one signs in', async () => {
    const { token } = await anInvited(tenants.mine.account.id, 'viewer');
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('a link that is seven days old, or was replaced, or whose member was removed, signs nobody in', async () => {
    const { id } = tenants.mine.account;
    const late = await anInvited(id, 'viewer');
    ahead = 7 * 24 * HOUR;
    expectRefusal(await signIn(late.token), INVALID_LINK);
    const replaced = await anInvited(id, 'viewer');
    await makeLink(memberStore, { ref: refOf(replaced), links: LINKS }, { now: clock.now() });
    expectRefusal(await signIn(replaced.token), INVALID_LINK);
    const removed = await anInvited(id, 'viewer');
    await dismissMember(memberStore, { ref: refOf(removed), now: clock.now() });
    expectRefusal(await signIn(removed.token), INVALID_LINK);
  });

  it('a link that somebody made up costs no read', async () => {
    const { member, token } = await anInvited(tenants.mine.account.id, 'viewer');
    const seen = interceptSend((_command, send) => send());
    for (const forged of ['', 'x', `${token.slice(0, -6)}000000`, token.replace('cl_', 'cs_')])
      expectRefusal(await signIn(forged), INVALID_LINK);
    const guessed = newMemberToken('link', { ...LINKS, id: member.id, checksumKey: 'a guess' });
    expectRefusal(await signIn(guessed), INVALID_LINK);
    expect(seen).toEqual([]);
  });

  it('a body without a token is refused with its fault', async () => {
    const call = { method: 'POST', resource: '/console/session', headers: OWN_PAGE };
    const { handler } = await import('#functions/console/console-session.ts');
    expectRefusal(await invoke(handler, { ...call, body: {} }), {
      status: 400,
      code: 'validation_failed',
      paths: ['token'],
    });
    expectRefusal(await invoke(handler, { ...call, body: '{' }), { status: 400, code: 'malformed_json' });
  });

  it('the table and the logs know neither the token of a link nor that of a session', async () => {
    const { member, token } = await anInvited(tenants.mine.account.id, 'viewer');
    const answer = await signIn(token);
    const session = cookieOf(answer).split('=')[1] ?? '';
    const stored = JSON.stringify(await getMember(table, refOf({ member })));
    for (const secret of [token, session])
      for (const text of [stored, logs.lines.join()]) expect(text).not.toContain(secret.slice(-20));
  });
});

describe('the cookie', () => {
  it('the cookie is for this host alone, over HTTPS alone, hidden from scripts, and not sent from other pages', async () => {
    const { token } = await anInvited(tenants.mine.account.id, 'viewer');
    const { headers } = await signIn(token);
    expect(headers['set-cookie']).toMatch(
      /^__Host-session=cs_[0-9A-Za-z]{74}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('the local run, on plain HTTP, has a cookie of another name without Secure, and takes no other', async () => {
    const at = (baseUrl: string) => consoleSession(aService({ settings: { baseUrl } }));
    const local = at('http://127.0.0.1:3000');
    const { token } = await anInvited(tenants.mine.account.id, 'viewer');
    const answer = await signIn(token, OWN_PAGE, local);
    expect(answer.headers['set-cookie']).toMatch(
      /^session=cs_\w+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const headers = { ...OWN_PAGE, cookie: cookieOf(answer) };
    expect((await askSession(headers, local)).status).toBe(200);
    for (const elsewhere of [service.settings.baseUrl, 'http://collections.example', 'http://127.0.0.1.example'])
      expectRefusal(await askSession(headers, at(elsewhere)), SIGNED_OUT);
  });

  it('the cookie is found among others', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    const cookie = `theme=dark; x__Host-session=no;${headers['cookie']};other=1`;
    expect((await list({ cookie })).status).toBe(200);
  });
});

describe('the end of a session', () => {
  it('a session ends after twelve hours without a sign of life, and goes on with one', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    ahead = 12 * HOUR - MINUTE;
    expect((await askSession(headers)).status).toBe(200);
    ahead = 24 * HOUR - 2 * MINUTE;
    expect((await list(headers)).status).toBe(200);
    ahead = 24 * HOUR;
    expectRefusal(await list(headers), SIGNED_OUT);
    expectRefusal(await askSession(headers), SIGNED_OUT);
  });

  it('a session ends after seven days, however busy it was', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    for (ahead = 0; ahead < 7 * 24 * HOUR; ahead += 11 * HOUR) expect((await askSession(headers)).status).toBe(200);
    ahead = 7 * 24 * HOUR;
    expectRefusal(await askSession(headers), SIGNED_OUT);
  });

  it('a sign of life is written at most every five minutes', async () => {
    const { headers, member } = await aSignedIn(tenants.mine.account.id, 'viewer');
    const versionOf = async () => (await getMember(table, refOf({ member })))?.version;
    const before = await versionOf();
    ahead = 5 * MINUTE - 1;
    await askSession(headers);
    expect(await versionOf()).toBe(before);
    ahead = 5 * MINUTE;
    await askSession(headers);
    expect(await versionOf()).toBe((before ?? 0) + 1);
  });

  it('signing out ends the session and clears the cookie, and is no error when repeated or without a session', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    for (const each of [headers, headers, OWN_PAGE, { ...OWN_PAGE, cookie: '__Host-session=nonsense' }]) {
      const answer = await signOut(each);
      expect(answer.status).toBe(200);
      expect(answer.headers['set-cookie']).toMatch(/^__Host-session=; Path=\/; Max-Age=0;/);
    }
    expectRefusal(await askSession(headers), SIGNED_OUT);
    expectRefusal(await list(headers), SIGNED_OUT);
  });

  it('a removal holds from the next request on', async () => {
    const bola = await aSignedIn(tenants.mine.account.id, 'viewer');
    expect((await list(bola.headers)).status).toBe(200);
    await dismissMember(memberStore, { ref: refOf(bola), now: clock.now() });
    expectRefusal(await list(bola.headers), SIGNED_OUT);
  });

  it('another role holds from the next request on', async () => {
    const bola = await aSignedIn(tenants.mine.account.id, 'viewer');
    const create = () => {
      const call = { method: 'POST', resource: '/public/collections', body: aCreateBody(), headers: bola.headers };
      return invoke(createCollection, call);
    };
    expectRefusal(await create(), { status: 403, code: 'forbidden', message: 'Your role does not allow this' });
    await updateMember(memberStore, { role: 'agent' }, { ref: refOf(bola), now: clock.now() });
    expect((await create()).status).toBe(201);
    await updateMember(memberStore, { role: 'viewer' }, { ref: refOf(bola), now: clock.now() });
    expectRefusal(await create(), { status: 403, code: 'forbidden' });
  });
});

describe('a call with a session', () => {
  it('a session that somebody made up costs no read, and one that has ended is read once in five seconds', async () => {
    const { headers, member } = await aSignedIn(tenants.mine.account.id, 'viewer');
    await signOut(headers);
    const seen = interceptSend((_command, send) => send());
    const guessed = newMemberToken('session', { ...LINKS, id: member.id, checksumKey: 'a guess' });
    for (const forged of ['x', guessed]) expectRefusal(await list({ cookie: `__Host-session=${forged}` }), SIGNED_OUT);
    expect(seen).toEqual([]);
    const { cookie = '' } = headers;
    for (let n = 0; n < 5; n += 1) expectRefusal(await list({ cookie }), SIGNED_OUT);
    const reads = seen.length;
    ahead = 5_000;
    expectRefusal(await list({ cookie }), SIGNED_OUT);
    expect(seen.length).toBe(2 * reads);
  });

  it('the session is read beside what the endpoint reads, in one round trip', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    const { id } = await aCreatedCollection(tenants.mine);
    const both = Promise.withResolvers<void>();
    const seen = interceptSend(async (_command, send) => {
      if (seen.length === 2) both.resolve();
      await both.promise;
      return send();
    });
    const call = { resource: '/public/collections/{id}', id, headers };
    expect((await invoke(getCollection, call)).status).toBe(200);
    expect(seen).toHaveLength(2);
  });

  it('a session never reaches another account', async () => {
    const { headers } = await aSignedIn(tenants.other.account.id, 'admin');
    const { id } = await aCreatedCollection(tenants.mine);
    const answer = await invoke(getCollection, { resource: '/public/collections/{id}', id, headers });
    expectRefusal(answer, { status: 403, code: 'collection_forbidden' });
    expect((await list(headers)).body.data).toEqual([]);
  });

  it('a key and a session together are refused, whichever of them is valid', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'admin');
    for (const key of [tenants.mine.key, 'nonsense'])
      expectRefusal(await list(headers, key), { status: 400, code: 'validation_failed', paths: ['x-api-key'] });
  });

  it('an API key opens none of the console’s calls', async () => {
    const { handler } = await import('#functions/console/console-members.ts');
    const answer = await invoke(handler, { resource: '/console/members', key: tenants.mine.key });
    expectRefusal(answer, SIGNED_OUT);
  });
});

describe('a write from another web page', () => {
  const OWN_ORIGIN = { 'x-console': '1', origin: 'https://Collections.example', host: 'collections.example' };

  it.each<[string, Record<string, string>]>([
    ['without the header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['with another value of that header', { ...OWN_PAGE, 'x-console': 'true' }],
    ['from another site', { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { ...OWN_PAGE, 'sec-fetch-site': 'same-site' }],
    ['that a person typed', { ...OWN_PAGE, 'sec-fetch-site': 'none' }],
    ['that says nothing of where it comes from', { 'x-console': '1', host: 'collections.example' }],
    ['with the origin of another host', { ...OWN_ORIGIN, origin: 'https://evil.example' }],
    ['with an opaque origin', { ...OWN_ORIGIN, origin: 'null' }],
    ['with an origin but no host', { 'x-console': '1', origin: 'https://collections.example' }],
    ['from another site that claims our origin', { ...OWN_ORIGIN, 'sec-fetch-site': 'cross-site' }],
    ['as a form', { ...OWN_PAGE, 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['as plain text', { ...OWN_PAGE, 'Content-Type': 'text/plain' }],
  ])('a write %s is refused before anything is read', async (_how, headers) => {
    const { headers: signedIn } = await aSignedIn(tenants.mine.account.id, 'admin');
    const { token } = await anInvited(tenants.mine.account.id, 'viewer');
    const seen = interceptSend((_command, send) => send());
    const call = { method: 'POST', resource: '/public/collections', body: aCreateBody() };
    const { cookie = '' } = signedIn;
    expectRefusal(await invoke(createCollection, { ...call, headers: { ...headers, cookie } }), REFUSED);
    const isTyped = Object.hasOwn(headers, 'Content-Type');
    if (!isTyped) {
      expectRefusal(await signIn(token, headers), REFUSED);
      expectRefusal(await askSession({ ...headers, cookie }), REFUSED);
      expectRefusal(await signOut({ ...headers, cookie }), REFUSED);
    }
    expect(seen).toEqual([]);
  });

  it('a browser that does not say the site passes by its origin', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    expect((await askSession({ ...OWN_ORIGIN, cookie: headers['cookie'] ?? '' })).status).toBe(200);
  });

  it('a read needs no more than the cookie', async () => {
    const { headers } = await aSignedIn(tenants.mine.account.id, 'viewer');
    expect((await list({ cookie: headers['cookie'] ?? '' })).status).toBe(200);
  });
});
