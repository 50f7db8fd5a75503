/** Who works for a merchant in the console: added, changed and removed by administrators, with an audit log of it. */
import { describe, expect, it } from 'vitest';
import { consoleAudit } from '#functions/console/console-audit.ts';
import { consoleMember } from '#functions/console/console-member.ts';
import { consoleMembers } from '#functions/console/console-members.ts';
import type { Account } from '#lib/domain/account.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { MEMBER_LIMIT, newMember } from '#lib/domain/member.ts';
import { recordDenied } from '#lib/store/member/audit.ts';
import { createMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, askSession, type SignedIn, signIn, signOut } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';

const auditHandler = consoleAudit(service);
const memberHandler = consoleMember(service);
const membersHandler = consoleMembers(service);

useTable();
captureLogs();
const tenants = useTenants();

type Shown = { id: string; name: string; role: string; link?: object; sessions?: { id: string; current: boolean }[] };

const list = ({ headers }: SignedIn): Promise<Answer> =>
  invoke(membersHandler, { resource: '/console/members', headers });
const listed = async (by: SignedIn): Promise<Shown[]> => (await list(by)).body.data as Shown[];
const add = ({ headers }: SignedIn, body: object): Promise<Answer> =>
  invoke(membersHandler, { method: 'POST', resource: '/console/members', headers, body });

const onMember =
  (method: string, rest: string) =>
  ({ headers }: SignedIn, id: string, body?: object): Promise<Answer> =>
    invoke(memberHandler, { method, resource: `/console/members/{id}${rest}`, id, headers, ...(body && { body }) });
const change = onMember('PATCH', '');
const remove = onMember('DELETE', '');
const makeLink = onMember('POST', '/link');
const endSessions = onMember('DELETE', '/sessions');

const audit = async ({ headers }: SignedIn, query?: Record<string, string>) => {
  const answer = await invoke(auditHandler, { resource: '/console/audit', headers, ...(query && { query }) });
  type Entry = { what: string; member: { name: string }; by?: { name: string }; detail?: string };
  return {
    entries: answer.body.data as Entry[],
    cursor: (answer.body.meta as { nextCursor: string | null }).nextCursor,
  };
};

const anAdmin = async (account?: Account, name = 'Ada') =>
  aSignedIn((account ?? (await aTenant()).account).id, 'admin', name);

const tokenIn = (answer: Answer): string => (answer.body.data as { link: string }).link.split('/').at(-1) ?? '';

describe('adding a member', () => {
  it('a new member signs in by the link that the administrator got, and by no other', async () => {
    const ada = await anAdmin();
    const added = await add(ada, { name: '  Bola  ', role: 'viewer' });
    expect(added.status).toBe(201);
    expect(added.body.data).toEqual({
      member: { id: expect.stringMatching(/^mbr_/), name: 'Bola', role: 'viewer', createdAt: expect.any(String) },
      link: expect.stringMatching(/^https:\/\/collections\.example\/console#\/enter\/cl_\w{74}$/),
      linkExpiresAt: expect.any(String),
    });
    const { id } = (added.body.data as { member: { id: string } }).member;
    const again = await makeLink(ada, id);
    expect([again.status, Object.keys(again.body.data as object)]).toEqual([201, ['link', 'linkExpiresAt']]);
    expectRefusal(await signIn(tokenIn(added)), { status: 401, code: 'invalid_link' });
    expect((await signIn(tokenIn(again))).status).toBe(200);
  });

  it.each([
    [{}, ['name', 'role']],
    [{ name: ' ', role: 'viewer' }, ['name']],
    [{ name: 'x'.repeat(101), role: 'viewer' }, ['name']],
    [{ name: 'Bola', role: 'owner' }, ['role']],
    [{ name: 'Bola', role: 'viewer', id: 'mbr_1' }, ['id']],
  ])('a new member is refused for %j', async (body, paths) => {
    const ada = await anAdmin(tenants.mine.account);
    expectRefusal(await add(ada, body), { status: 400, code: 'validation_failed', paths });
  });

  it('an account has at most a hundred members, without those who were removed', async () => {
    const ada = await anAdmin();
    const account = ada.member.id.slice(4, 14);
    const ids = Array.from({ length: MEMBER_LIMIT - 1 }, (_, n) => `mbr_${account}${String(n).padStart(25, '0')}`);
    for (const id of ids) {
      const member = newMember(id, { name: 'Clone', role: 'viewer' }, new Date());
      await createMember(table, account, { member, audit: newAuditEntry('member_added', { member }, new Date()) });
    }
    expectRefusal(await add(ada, { name: 'Bola', role: 'viewer' }), { status: 409, code: 'member_limit' });
    expect((await remove(ada, ids[0] ?? '')).status).toBe(200);
    expect((await add(ada, { name: 'Bola', role: 'viewer' })).status).toBe(201);
  });
});

describe('the list of members', () => {
  it('every member sees names and roles, and only an administrator sees links and sessions', async () => {
    const ada = await anAdmin();
    const account = ada.member.id.slice(4, 14);
    const bola = await aSignedIn(account, 'viewer', 'Bola');
    await makeLink(ada, bola.member.id);
    const plain = [
      { id: ada.member.id, name: 'Ada', role: 'admin', createdAt: expect.any(String) },
      { id: bola.member.id, name: 'Bola', role: 'viewer', createdAt: expect.any(String) },
    ];
    expect(await listed(bola)).toEqual(plain);
    const session = { id: expect.stringMatching(/^[0-9a-f]{12}$/), seenAt: expect.any(String) };
    const times = { startedAt: expect.any(String), expiresAt: expect.any(String) };
    expect(await listed(ada)).toEqual([
      { ...plain[0], sessions: [{ ...session, ...times, current: true }] },
      { ...plain[1], link: { expiresAt: expect.any(String) }, sessions: [{ ...session, ...times, current: false }] },
    ]);
  });

  it('a member who was removed is not listed, and cannot be changed', async () => {
    const ada = await anAdmin();
    const bola = await aSignedIn(ada.member.id.slice(4, 14), 'viewer');
    expect((await remove(ada, bola.member.id)).status).toBe(200);
    expect(await listed(ada)).toHaveLength(1);
    for (const call of [remove, makeLink, endSessions])
      expectRefusal(await call(ada, bola.member.id), { status: 404, code: 'member_not_found' });
    expectRefusal(await change(ada, bola.member.id, { role: 'admin' }), { status: 404, code: 'member_not_found' });
  });
});

describe('another account', () => {
  it('a member of another account, or one who does not exist, is not found', async () => {
    const ada = await anAdmin(tenants.mine.account);
    const foreign = await aSignedIn(tenants.other.account.id, 'viewer');
    for (const id of [
      foreign.member.id,
      `${ada.member.id.slice(0, -1)}${ada.member.id.endsWith('x') ? 'y' : 'x'}`,
      'nonsense',
      'mbr_',
    ]) {
      const gone = { status: 404, code: 'member_not_found', message: 'Member not found' };
      for (const call of [remove, makeLink, endSessions]) expectRefusal(await call(ada, id), gone);
      expectRefusal(await change(ada, id, { name: 'Mine' }), gone);
    }
    expect((await askSession(foreign.headers)).status).toBe(200);
  });
});

describe('the last administrator', () => {
  const LAST = { status: 409, code: 'last_admin', message: 'An account must keep at least one administrator' };

  it('the last administrator can be renamed, and neither removed nor made less', async () => {
    const ada = await anAdmin();
    await aSignedIn(ada.member.id.slice(4, 14), 'agent');
    expectRefusal(await remove(ada, ada.member.id), LAST);
    expectRefusal(await change(ada, ada.member.id, { role: 'agent' }), LAST);
    const renamed = await change(ada, ada.member.id, { name: 'Ada Obi', role: 'admin' });
    expect(renamed.body.data).toMatchObject({ name: 'Ada Obi', role: 'admin' });
  });

  it('an administrator can go when there is another', async () => {
    const ada = await anAdmin();
    await aSignedIn(ada.member.id.slice(4, 14), 'admin', 'Bola');
    expect((await change(ada, ada.member.id, { role: 'viewer' })).status).toBe(200);
    expectRefusal(await change(ada, ada.member.id, { role: 'admin' }), { status: 403, code: 'forbidden' });
  });

  it('of two administrators who remove each other at once, one stays', async () => {
    for (let n = 0; n < 5; n += 1) {
      const ada = await anAdmin();
      const bola = await aSignedIn(ada.member.id.slice(4, 14), 'admin', 'Bola');
      await Promise.all([remove(ada, bola.member.id), change(bola, ada.member.id, { role: 'agent' })]);
      const asked = await Promise.all([ada, bola].map((each) => askSession(each.headers)));
      const roles = asked.map(({ body }) => (body.data as { member?: { role: string } } | undefined)?.member?.role);
      expect(roles.filter((role) => role === 'admin')).toHaveLength(1);
    }
  });
});

describe('ending sessions', () => {
  it('members end all of their own sessions but the one that asks', async () => {
    const ada = await anAdmin();
    const { id } = ada.member;
    const second = await signIn(tokenIn(await makeLink(ada, id)));
    expect(second.status).toBe(200);
    expect((await listed(ada)).flatMap(({ sessions = [] }) => sessions)).toHaveLength(2);
    expect((await endSessions(ada, id)).status).toBe(200);
    expect((await listed(ada))[0]?.sessions).toEqual([expect.objectContaining({ current: true })]);
  });

  it('an administrator ends all sessions of another', async () => {
    const ada = await anAdmin();
    const bola = await aSignedIn(ada.member.id.slice(4, 14), 'agent');
    await endSessions(ada, bola.member.id);
    expectRefusal(await askSession(bola.headers), { status: 401, code: 'invalid_session' });
  });
});

describe('the audit log', () => {
  it('the audit log has every change, newest first, with who did it', async () => {
    const ada = await anAdmin();
    const bola = await aSignedIn(ada.member.id.slice(4, 14), 'viewer', 'Bola');
    const { id } = bola.member;
    expectRefusal(await add(bola, { name: 'X', role: 'admin' }), { status: 403, code: 'forbidden' });
    await makeLink(ada, id);
    await change(ada, id, { name: 'Bola Ade', role: 'agent' });
    await change(ada, id, { role: 'agent' });
    await endSessions(ada, id);
    await endSessions(ada, id);
    await remove(ada, id);
    await signOut(ada.headers);
    const carla = await aSignedIn(ada.member.id.slice(4, 14), 'admin', 'Carla');
    const { entries, cursor } = await audit(carla);
    expect(entries.map(({ what, member, by, detail }) => [what, member.name, by?.name, detail])).toEqual([
      ['signed_in', 'Carla', undefined, undefined],
      ['member_added', 'Carla', undefined, 'admin'],
      ['signed_out', 'Ada', undefined, undefined],
      ['member_removed', 'Bola Ade', 'Ada', undefined],
      ['sessions_ended', 'Bola Ade', 'Ada', undefined],
      ['member_changed', 'Bola Ade', 'Ada', 'Bola → Bola Ade, viewer → agent'],
      ['link_made', 'Bola', 'Ada', undefined],
      ['denied', 'Bola', undefined, 'POST /console/members'],
      ['signed_in', 'Bola', undefined, undefined],
      ['member_added', 'Bola', undefined, 'viewer'],
      ['signed_in', 'Ada', undefined, undefined],
      ['member_added', 'Ada', undefined, 'admin'],
    ]);
    expect(cursor).toBeNull();
  });

  it('the audit log is read page by page, without a gap or a repetition', async () => {
    const ada = await anAdmin();
    const { member } = ada;
    const instants = Array.from({ length: 98 }, (_, n) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + (n >> 1)));
    for (const [n, now] of instants.entries())
      await recordDenied(table, member.id.slice(4, 14), newAuditEntry('denied', { member, detail: String(n) }, now));
    const first = await audit(ada);
    const second = await audit(ada, { cursor: String(first.cursor) });
    expect([first.entries.length, second.entries.length, second.cursor]).toEqual([50, 50, null]);
    const details = [...first.entries, ...second.entries].flatMap(({ detail, what }) =>
      what === 'denied' ? [detail] : [],
    );
    expect(new Set(details).size).toBe(98);
  });

  it('a cursor that is none is refused', async () => {
    const ada = await anAdmin(tenants.mine.account);
    const answer = await invoke(auditHandler, {
      resource: '/console/audit',
      headers: ada.headers,
      query: { cursor: 'x' },
    });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['cursor'] });
  });
});
