/** A link by email: for members only, at most some, and with one answer for everybody. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consoleMember } from '#functions/console/console-member.ts';
import { consoleMembers } from '#functions/console/console-members.ts';
import { consoleSignIn } from '#functions/console/console-sign-in.ts';
import type { Send } from '#lib/channels/send.ts';
import { clock } from '#lib/clock.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import { findMembersByEmail, getMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aService, service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, OWN_PAGE, signIn } from '#test/support/members.ts';

useTable();
const logs = captureLogs();
const tenants = useTenants();

const sent: Parameters<Send>[0][] = [];
let outcome: SendOutcome = { kind: 'accepted', messageId: 'm1' };
const waits: number[] = [];
const real = { now: clock.now };
let ahead = 0;

const sleep = async (milliseconds: number) => void waits.push(milliseconds);
const sendNotice: Send = async (notice) => {
  sent.push(notice);
  return outcome;
};
const world = { ...aService({ clock: { now: () => clock.now(), sleep } }), sendNotice };
const signInHandler = consoleSignIn(world);
const membersHandler = consoleMembers(world);
const memberHandler = consoleMember(service);

beforeEach(() => {
  sent.length = 0;
  waits.length = 0;
  outcome = { kind: 'accepted', messageId: 'm1' };
  ahead = 0;
  const start = Date.now();
  clock.now = () => new Date(start + ahead);
});
afterEach(() => {
  clock.now = real.now;
});

const MINUTE = 60_000;
const RESOURCE = '/console/sign-in-links';
const askFor = (email: string, more: object = {}, headers: Record<string, string> = OWN_PAGE) =>
  invoke(signInHandler, { method: 'POST', resource: RESOURCE, body: { email, ...more }, headers });
type Data = { link: string; mailed?: boolean; member: { id: string }; account: { id: string } };
const dataOf = ({ body }: Answer): Data => body.data as Data;
const linksIn = (text: string) => [...text.matchAll(/#\/enter\/(\S+)/g)].map(([, token]) => String(token));
const textOf = (at = 0): string => sent[at]?.message.text ?? '';

async function added(email: string, account = tenants.mine.account.id) {
  const { headers } = await aSignedIn(account, 'admin');
  const body = { name: 'Tola', role: 'agent', email };
  return invoke(membersHandler, { method: 'POST', resource: '/console/members', body, headers });
}

describe('a link by email', () => {
  it('a member who asks gets a link that signs in once, in the language of the page', async () => {
    await added('tola@shop.example');
    const answer = await askFor('Tola@Shop.example', { language: 'fr' });
    expect(answer.status).toBe(202);
    expect(sent[1]).toMatchObject({ to: 'tola@shop.example', message: { subject: 'Votre lien de connexion' } });
    const [token = ''] = linksIn(textOf(1));
    expect((await signIn(token)).status).toBe(200);
    expect((await signIn(token)).status).toBe(401);
  });

  it('the answer is the same for an address that nobody has, for one after another, and when the email fails', async () => {
    const { mailed } = dataOf(await added('same@shop.example'));
    const known = await askFor('same@shop.example');
    const unknown = await askFor('nobody@shop.example');
    const again = await askFor('same@shop.example');
    ahead = 2 * MINUTE;
    outcome = { kind: 'refused', reason: 'rejected' };
    const failed = await askFor('same@shop.example');
    for (const answer of [unknown, again, failed])
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        known.status,
        known.text,
        known.headers['content-type'],
      ]);
    expect(sent.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'same@shop.example'));
    // As long as each other, too.
    expect(new Set(waits).size).toBe(1);
    expect(waits).toHaveLength(4);
    expect(JSON.stringify(logs.lines)).not.toContain('shop.example');
    expect(mailed).toBe(true);
  });

  it('somebody who works for two accounts gets one email with a link for each', async () => {
    await added('both@shop.example');
    await added('both@shop.example', tenants.other.account.id);
    sent.length = 0;
    await askFor('both@shop.example');
    expect(sent).toHaveLength(1);
    const answers = await Promise.all(linksIn(textOf()).map((token) => signIn(token)));
    expect(answers.map((answer) => dataOf(answer).account.id).toSorted()).toEqual(
      [tenants.mine.account.id, tenants.other.account.id].toSorted(),
    );
  });

  it('another web page cannot ask, and what is no address is refused', async () => {
    expect((await askFor('tola@shop.example', {}, {})).status).toBe(403);
    expect((await askFor('tola')).status).toBe(400);
    expect(sent).toEqual([]);
  });
});

describe('the address of a member', () => {
  it('an invitation is mailed, and answered even when the email fails', async () => {
    const mailed = await added('new@shop.example');
    expect(linksIn(textOf())).toEqual(linksIn(dataOf(mailed).link));
    outcome = { kind: 'refused', reason: 'rejected' };
    const failed = await added('failed@shop.example');
    expect([failed.status, dataOf(failed).mailed]).toEqual([201, false]);
    expect(linksIn(dataOf(failed).link)).toHaveLength(1);
  });

  it('a changed address is found, and the one before and that of a removed member are not', async () => {
    const { id } = dataOf(await added('first@shop.example')).member;
    const { headers } = await aSignedIn(tenants.mine.account.id, 'admin');
    const call = { resource: '/console/members/{id}', id, headers };
    await invoke(memberHandler, { ...call, method: 'PATCH', body: { email: 'Second@shop.example' } });
    const found = async (email: string) => (await findMembersByEmail(table, email)).map((member) => member.id);
    expect([await found('first@shop.example'), await found('second@shop.example')]).toEqual([[], [id]]);
    await invoke(memberHandler, { ...call, method: 'DELETE' });
    expect(await found('second@shop.example')).toEqual([]);
    expect(await getMember(table, memberRefOf(id))).not.toHaveProperty('email');
  });

  it('an address that is taken away is found no more, and its member goes on with links that are handed over', async () => {
    const { id } = dataOf(await added('gone@shop.example')).member;
    const { headers } = await aSignedIn(tenants.mine.account.id, 'admin');
    const call = { resource: '/console/members/{id}', id, headers };
    const answer = await invoke(memberHandler, { ...call, method: 'PATCH', body: { email: null } });
    expect([answer.status, answer.body.data]).toEqual([200, expect.not.objectContaining({ email: expect.anything() })]);
    expect(await findMembersByEmail(table, 'gone@shop.example')).toEqual([]);
    expect(await getMember(table, memberRefOf(id))).not.toHaveProperty('email');
    const link = await invoke(memberHandler, { ...call, method: 'POST', resource: '/console/members/{id}/link' });
    expect([link.status, linksIn(dataOf(link).link)]).toEqual([201, [expect.any(String)]]);
  });
});
