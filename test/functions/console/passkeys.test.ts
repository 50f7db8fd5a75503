/** Passkeys of the console: added by a member, used once for each challenge, removed; and nothing else signs anybody in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consoleAudit } from '#functions/console/console-audit.ts';
import { consoleMember } from '#functions/console/console-member.ts';
import { consolePasskeys } from '#functions/console/console-passkeys.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import { relyingParty } from '#lib/endpoints/judge-passkey.ts';
import { getMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aService, service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { anAuthenticator } from '#test/support/authenticator.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, faultPaths, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, askSession, cookieOf, OWN_PAGE, type SignedIn } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';

useTable();
captureLogs();
useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const handler = consolePasskeys(service);
const { id: rpId, origin } = relyingParty(service.settings.baseUrl);
const PAGE = { rpId, origin };

const ask = (path: string, { headers }: { headers: Record<string, string> }, body?: object): Promise<Answer> =>
  invoke(handler, { method: 'POST', resource: `/console/passkeys${path}`, headers, ...(body && { body }) });
const aMember = async () => aSignedIn((await aTenant()).account.id, 'viewer', 'Ada');
const dataOf = ({ body }: Answer) => body.data as { challenge: string; member: { passkeys: object[] } };
const nobody = { headers: OWN_PAGE };

const challengeToAdd = async (by: SignedIn) => dataOf(await ask('/options', by)).challenge;
const challengeToSignIn = async () => dataOf(await ask('/challenge', nobody)).challenge;

async function added(by: SignedIn, key = anAuthenticator(PAGE), name = 'Phone') {
  const answer = await ask('', by, { name, response: key.create(await challengeToAdd(by)) });
  return { key, answer };
}

const signIn = (response: object) => ask('/session', nobody, { response });
const passkeysOf = async ({ headers }: SignedIn) => dataOf(await askSession(headers)).member.passkeys;

const spentOf = async ({ member }: SignedIn, key: { id: string }) => {
  const stored = await getMember(table, memberRefOf(member.id));
  return Object.keys(stored?.passkeys?.[key.id]?.spent ?? {}).length;
};

const REFUSED = { status: 401, code: 'invalid_passkey', message: 'This passkey cannot be used to sign in' };

describe('a passkey', () => {
  it('is added, signs its member in as a link does, and says when it was used', async () => {
    const ada = await aMember();
    const { key, answer } = await added(ada);
    expect([answer.status, dataOf(answer)]).toEqual([
      201,
      { id: key.id, name: 'Phone', createdAt: clock.now.toISOString() },
    ]);
    clock.now = new Date(clock.now.getTime() + 60_000);
    const signedIn = await signIn(key.get(await challengeToSignIn(), ada.member.id));
    expect(signedIn.status).toBe(200);
    expect(dataOf(signedIn).member).toMatchObject({ id: ada.member.id, role: 'viewer' });
    const headers = { ...OWN_PAGE, cookie: cookieOf(signedIn) };
    expect((await askSession(headers)).status).toBe(200);
    expect(await passkeysOf({ ...ada, headers })).toEqual([
      { id: key.id, name: 'Phone', createdAt: '2026-03-02T09:00:00.000Z', usedAt: '2026-03-02T09:01:00.000Z' },
    ]);
    expect((await signIn(key.get(await challengeToSignIn(), ada.member.id))).status).toBe(200);
  });

  it('signs each challenge once, within five minutes, and no challenge but ours', async () => {
    const ada = await aMember();
    const { key } = await added(ada);
    const first = key.get(await challengeToSignIn(), ada.member.id);
    expect((await signIn(first)).status).toBe(200);
    await signIn(key.get(await challengeToSignIn(), ada.member.id));
    expectRefusal(await signIn(first), REFUSED);
    const other = await challengeToSignIn();
    clock.now = new Date(clock.now.getTime() + 5 * 60_000 - 1);
    expect((await signIn(key.get(other, ada.member.id))).status).toBe(200);
    const late = await challengeToSignIn();
    clock.now = new Date(clock.now.getTime() + 5 * 60_000);
    expectRefusal(await signIn(key.get(late, ada.member.id)), REFUSED);
    const bytes = Buffer.from(await challengeToSignIn(), 'base64url');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    for (const forged of [bytes.toString('base64url'), 'AAAA', await challengeToAdd(ada)])
      expectRefusal(await signIn(key.get(forged, ada.member.id)), REFUSED);
  });

  it('that does not count signs each challenge once, too; what was signed is kept only while it holds', async () => {
    const ada = await aMember();
    const { key } = await added(ada, anAuthenticator(PAGE, { counts: false }));
    const first = key.get(await challengeToSignIn(), ada.member.id);
    expect([(await signIn(first)).status, (await signIn(first)).status]).toEqual([200, 401]);
    await signIn(key.get(await challengeToSignIn(), ada.member.id));
    expect([(await signIn(first)).status, await spentOf(ada, key)]).toEqual([401, 2]);
    clock.now = new Date(clock.now.getTime() + 5 * 60_000);
    expect((await signIn(key.get(await challengeToSignIn(), ada.member.id))).status).toBe(200);
    expect(await spentOf(ada, key)).toBe(1);
  });

  it('that counts is refused when it has counted further before: it was copied', async () => {
    const ada = await aMember();
    const { key } = await added(ada);
    const copied = key.get(await challengeToSignIn(), ada.member.id);
    expect((await signIn(key.get(await challengeToSignIn(), ada.member.id))).status).toBe(200);
    expectRefusal(await signIn(copied), REFUSED);
  });

  it('is asked for with the user verified, on the device itself, and with none that the member has', async () => {
    const ada = await aMember();
    const { key } = await added(ada);
    expect((await ask('/options', ada)).body.data).toMatchObject({
      rp: { id: rpId },
      user: { displayName: 'Ada' },
      excludeCredentials: [{ id: key.id, type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect((await ask('/challenge', nobody)).body.data).toMatchObject({ rpId, userVerification: 'required' });
  });

  it('is asked for by no other page, and not without end', async () => {
    const elsewhere = { headers: { 'x-console': '1', 'sec-fetch-site': 'cross-site' } };
    const ada = await aMember();
    const { key } = await added(ada);
    const response = key.get(await challengeToSignIn(), ada.member.id);
    for (const answer of [await ask('/challenge', elsewhere), await ask('/session', elsewhere, { response })])
      expectRefusal(answer, { status: 403, code: 'request_refused' });
    const accountRequests = { perSecond: 1, burst: 1 };
    const narrow = consolePasskeys(aService({ settings: { ...service.settings, accountRequests } }));
    const askNarrow = (path: string, body?: object) =>
      invoke(narrow, { method: 'POST', resource: `/console/passkeys${path}`, ...nobody, ...(body && { body }) });
    const twice = async (path: string, body?: object) =>
      [await askNarrow(path, body), await askNarrow(path, body)].map(({ status }) => status);
    expect(await twice('/challenge')).toEqual([200, 429]);
    expect(await twice('/session', { response })).toEqual([200, 429]);
  });

  it('signs nobody in but its member, on no other page, with no other key, and not without the user', async () => {
    const [ada, bola] = [await aMember(), await aMember()];
    const { key } = await added(ada);
    await added(bola);
    const at = async (each: typeof key, user: string) => signIn(each.get(await challengeToSignIn(), user));
    expectRefusal(await at(key, bola.member.id), REFUSED);
    expectRefusal(await at(key, 'mbr_nobody'), REFUSED);
    expectRefusal(await at(anAuthenticator(PAGE), ada.member.id), REFUSED);
    const stolen = {
      ...anAuthenticator(PAGE).get(await challengeToSignIn(), ada.member.id),
      id: key.id,
      rawId: key.id,
    };
    expectRefusal(await signIn(stolen), REFUSED);
    for (const id of ['constructor', '__proto__'])
      expectRefusal(await signIn({ ...key.get(await challengeToSignIn(), ada.member.id), id, rawId: id }), REFUSED);
    for (const page of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }])
      expectRefusal(await signIn(key.get(await challengeToSignIn(), ada.member.id, page)), REFUSED);
  });

  it.each([
    ['of another page', { rpId, origin: 'https://evil.example' }, {}],
    ['of another name', { rpId: 'evil.example', origin }, {}],
    ['for which the user was not verified', PAGE, { flags: 1 }],
  ])('one %s is not added', async (_what, page, device) => {
    const { answer } = await added(await aMember(), anAuthenticator(page, device));
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['response'] });
  });

  it('is added only with a challenge that was made for its member', async () => {
    const [ada, bola] = [await aMember(), await aMember()];
    const add = (challenge: string) =>
      ask('', ada, { name: 'Phone', response: anAuthenticator(PAGE).create(challenge) });
    expect(faultPaths(await add(await challengeToAdd(bola)))).toEqual(['response']);
    expect(faultPaths(await add(await challengeToSignIn()))).toEqual(['response']);
    expect(await passkeysOf(ada)).toEqual([]);
  });

  it('is one of ten at most, and is there once', async () => {
    const ada = await aMember();
    const { key } = await added(ada);
    expect(faultPaths((await added(ada, key)).answer)).toEqual(['passkey']);
    for (let nth = 2; nth <= 10; nth += 1) expect((await added(ada)).answer.status).toBe(201);
    expect(faultPaths((await added(ada)).answer)).toEqual(['passkey']);
    expect(await passkeysOf(ada)).toHaveLength(10);
  });

  it('signs nobody in once it is removed; the audit has both, and a repeated removal changes nothing', async () => {
    const ada = await aSignedIn((await aTenant()).account.id, 'admin', 'Ada');
    const { key } = await added(ada);
    const remove = () =>
      invoke(handler, { method: 'DELETE', resource: '/console/passkeys/{id}', id: key.id, headers: ada.headers });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
    expect(await passkeysOf(ada)).toEqual([]);
    expectRefusal(await signIn(key.get(await challengeToSignIn(), ada.member.id)), REFUSED);
    const audit = await invoke(consoleAudit(service), { resource: '/console/audit', headers: ada.headers });
    const rows = audit.body.data as { what: string; detail?: string }[];
    expect(rows.map(({ what, detail }) => `${what} ${detail}`).toSorted()).toEqual([
      'member_added admin',
      'passkey_added Phone',
      'passkey_removed Phone',
      'signed_in undefined',
    ]);
  });
});

it('whatever a browser sends, it is refused and nothing fails', async () => {
  const ada = await aMember();
  const { key } = await added(ada);
  const good = key.get(await challengeToSignIn(), ada.member.id);
  const fresh = anAuthenticator(PAGE).create(await challengeToAdd(ada));
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    fc.constantFrom(...Object.values(good.response), ...Object.values(fresh.response), key.id, '{}', ''),
  );
  const changed = <T extends { response: object }>(from: T) =>
    fc
      .tuple(fc.constantFrom('id', 'rawId', ...Object.keys(from.response)), part)
      .map(([name, value]) =>
        name in from ? { ...from, [name]: value } : { ...from, response: { ...from.response, [name]: value } },
      )
      .filter((made) => JSON.stringify(made) !== JSON.stringify(from));
  await fc.assert(
    fc.asyncProperty(changed(good), changed(fresh), async (signed, made) => {
      expect([400, 401]).toContain((await signIn(signed)).status);
      expect((await ask('', ada, { name: 'Phone', response: made })).status).toBe(400);
    }),
    { numRuns: 60 },
  );
});

it('who is signed out everywhere by an administrator loses the passkeys, too; who signs out other devices keeps them', async () => {
  const { account } = await aTenant();
  const [admin, ada] = [await aSignedIn(account.id, 'admin', 'Bola'), await aSignedIn(account.id, 'viewer', 'Ada')];
  const { key } = await added(ada);
  const end = ({ headers }: SignedIn) =>
    invoke(consoleMember(service), {
      method: 'DELETE',
      resource: '/console/members/{id}/sessions',
      id: ada.member.id,
      headers,
    });
  expect((await end(ada)).status).toBe(200);
  expect((await signIn(key.get(await challengeToSignIn(), ada.member.id))).status).toBe(200);
  expect((await end(admin)).status).toBe(200);
  expectRefusal(await signIn(key.get(await challengeToSignIn(), ada.member.id)), REFUSED);
});

it.each([
  ['https://pay.example.com', { id: 'pay.example.com', origin: 'https://pay.example.com' }],
  [
    'https://abc.execute-api.eu-west-1.amazonaws.com/live',
    { id: 'abc.execute-api.eu-west-1.amazonaws.com', origin: 'https://abc.execute-api.eu-west-1.amazonaws.com' },
  ],
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
])('a passkey of %s belongs to %j', (baseUrl, party) => {
  expect(relyingParty(baseUrl)).toEqual(party);
});
