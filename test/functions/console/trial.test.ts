/** A text that an administrator mails to herself before she saves it: as customers would get it, marked, and not too often. */
import { expect, it } from 'vitest';
import { consoleTrial } from '#functions/console/console-trial.ts';
import type { Send } from '#lib/channels/send.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import type { SendOutcome } from '#lib/domain/message/outgoing.ts';
import { saveMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aService, service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { faultPaths, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, type SignedIn } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const sent: Parameters<Send>[0][] = [];
let outcome: SendOutcome = { kind: 'accepted', messageId: 'm1' };
const sendNotice: Send = async (notice) => {
  sent.push(notice);
  return outcome;
};
const handler = consoleTrial({ ...aService(), sendNotice });

const WORDS = {
  subject: 'A word about {{about}}',
  body: 'Dear {{firstName}},\nplease pay {{amount}}: {{payLink}}',
};
const SMS = { body: 'Dear {{firstName}}, please pay {{amount}}: {{payLink}} {{optOut}}' };

async function anAdmin(email?: string): Promise<SignedIn> {
  const signedIn = await aSignedIn(tenants.mine.account.id, 'admin', 'Ada');
  const ref = memberRefOf(signedIn.member.id);
  await saveMember(table, ref, (member) => ({ member: { ...member, ...(email && { email }) } }));
  sent.length = 0;
  outcome = { kind: 'accepted', messageId: 'm1' };
  return signedIn;
}

const tried = ({ headers }: Pick<SignedIn, 'headers'>, body: object, channel = 'email') =>
  invoke(handler, {
    method: 'POST',
    resource: '/console/texts/{language}/{channel}/{kind}/trial',
    parameters: { language: 'en', channel, kind: 'gentle' },
    headers,
    body,
  });

it('an email comes as customers get it, marked, and with no way out that a mail program would take', async () => {
  const ada = await anAdmin('ada@shop.example');
  const { status, body } = await tried(ada, WORDS);
  expect([status, body.data]).toEqual([202, { mailed: true }]);
  const [{ to, message } = {}] = sent;
  expect(to).toBe('ada@shop.example');
  expect(message).toMatchObject({
    channel: 'email',
    subject: '[Test] A word about School fees (ref. INV-42)',
    headers: {},
  });
  expect(message?.text).toContain('Dear Ada,\nplease pay NGN 45,000.00: ');
  expect(`${message?.text} ${(message as { html?: string }).html}`).not.toMatch(/\/u\/x/);
});

it('the words of an SMS come as an email, too', async () => {
  const ada = await anAdmin('ada@shop.example');
  await tried(ada, SMS, 'sms');
  expect(sent[0]?.message).toMatchObject({ channel: 'email', subject: expect.stringMatching(/^\[Test\] /) });
  expect(sent[0]?.message.text).toMatch(/^Shop: Dear Ada, please pay NGN 45,000/);
});

it('a second one within 20 seconds is refused, and one after that is mailed', async () => {
  const ada = await anAdmin('ada@shop.example');
  await tried(ada, WORDS);
  clock.now = new Date(clock.now.getTime() + 19_999);
  expectRefusal(await tried(ada, WORDS), { status: 429, code: 'too_many_requests' });
  clock.now = new Date(clock.now.getTime() + 1);
  expect((await tried(ada, WORDS)).status).toBe(202);
  expect(sent).toHaveLength(2);
});

it('what could not be saved is not mailed, and neither is anything to who has no address', async () => {
  const ada = await anAdmin('ada@shop.example');
  const wrong = await tried(ada, { ...WORDS, body: 'Please pay {{amount}}' });
  expect([wrong.status, faultPaths(wrong)]).toEqual([400, ['body']]);
  const bola = await anAdmin();
  expectRefusal(await tried(bola, WORDS), { status: 400, code: 'validation_failed', paths: ['email'] });
  expect(sent).toEqual([]);
});

it('it says when the email was not accepted', async () => {
  const ada = await anAdmin('ada@shop.example');
  outcome = { kind: 'rejected', reason: 'no such domain' } as never;
  expect((await tried(ada, WORDS)).body.data).toEqual({ mailed: false });
});

it('a key cannot ask for it', async () => {
  const { key } = tenants.mine;
  const asked = { method: 'POST', key, body: WORDS, parameters: { language: 'en', channel: 'email', kind: 'gentle' } };
  expect((await invoke(consoleTrial(service), asked)).status).toBe(401);
});
