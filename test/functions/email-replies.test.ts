/** Customers answer by email: SES tells of a mail on the topic of replies, and its new words find their collection. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { receiveReply } from '#functions/messaging/receive-reply.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { emailAddresses } from '#lib/domain/contact.ts';
import { findReach } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { startStubServer } from '#test/support/stub-server.ts';
import { aCreatedCollection } from './created.ts';
import { openToReplies, sns } from './replies.ts';

useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const handler = receiveReply(service);

const DOMAIN = 'replies.collections.example';
const mails = new Map<string, string>();
beforeAll(async () => {
  // The client reads the address with its first request.
  const { url } = await startStubServer(({ url: path = '' }) => {
    const text = mails.get(path.split('?')[0]?.split('/').at(-1) ?? '');
    return text === undefined ? { status: 404, text: '<Error><Code>NoSuchKey</Code></Error>' } : { status: 200, text };
  });
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: url, EMAIL_REPLY_DOMAIN: DOMAIN, EMAIL_REPLY_BUCKET: 'mails' });
});
beforeEach(() => {
  clock.now = new Date('2026-03-02T09:00:00.000Z');
});

let people = 0;

/** A collection whose reminder went out by email; `to` is where its answers go. */
async function reminded() {
  people += 1;
  const contact = aContactBody({ phone: `+23480312340${10 + people}`, email: `Ada.${people}@example.com` });
  const followUp = { channels: ['email'], startAfter: 0, cadence: 'daily' };
  const created = await aCreatedCollection(tenants.mine, { contact, followUp, expiresIn: 10_000 });
  await openToReplies(created.id);
  await runCollection({ collection: created.id, run: 1 });
  return { id: created.id, email: created.contact.email, to: channels.messages().at(-1)?.replyTo ?? '' };
}

type Mail = {
  from: string;
  to: string;
  text?: string;
  headers?: Record<string, string>;
  receipt?: object;
  id?: string;
};

let sent = 0;

function notification({ from, to, text = 'I will pay on Friday', headers = {}, receipt = {}, id }: Mail) {
  sent += 1;
  const key = `mail-${sent}`;
  const all = { From: `Ada <${from}>`, To: to, 'Message-ID': `<${id ?? key}@mail.example>`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  mails.set(key, [...lines, '', text].join('\r\n'));
  const action = { type: 'S3', bucketName: 'mails', objectKey: key };
  const mail = { messageId: key, source: from, destination: [to] };
  return { content: { notificationType: 'Received', mail, receipt: { recipients: [to], action, ...receipt } } };
}

const receive = (mail: Mail) => handler(sns(notification(mail)));
const repliesOf = async (id: string) =>
  dataOf(await invoke(getCollection(service), { id, key: tenants.mine.key }), CollectionResponse).events.filter(
    ({ type }) => type === 'contact.replied',
  );
const optedOut = async (email: string) =>
  (await findReach(table, emailAddresses(email.toLowerCase()), clock.now)).optedOut;

describe('an answer by email', () => {
  it('goes to the collection of the message, once, with its new words only, and buys 24 hours', async () => {
    const { id, email, to } = await reminded();
    expect(to).toMatch(new RegExp(`^[0-9a-z]{60}@${DOMAIN}$`));
    const text = 'I will pay on Friday.\r\n\r\nOn Mon, 2 Mar 2026 at 10:01, Shop wrote:\r\n> Hello';
    for (const _time of [1, 2]) await receive({ from: email, to, text, id: `twice-${id}` });
    expect(await repliesOf(id)).toMatchObject([{ data: { channel: 'email', text: 'I will pay on Friday.' } }]);
    const plan = dataOf(await invoke(getFollowUps(service), { id, key: tenants.mine.key }), FollowUpPlanResponse);
    expect(plan.paused).toMatchObject({ reason: 'reply', until: '2026-03-03T09:00:00.000Z' });
  });

  it('from another address of theirs finds it by the address to which it went', async () => {
    const { id, to } = await reminded();
    await receive({ from: 'office@elsewhere.example', to });
    expect(await repliesOf(id)).toHaveLength(1);
  });

  it.each([
    ['without such an address', `pay@${DOMAIN}`],
    ['with one that nobody made', `${'0'.repeat(60)}@${DOMAIN}`],
  ])('%s goes to the newest open collection of its sender', async (_how, to) => {
    const { id, email } = await reminded();
    await receive({ from: email.toUpperCase(), to });
    expect(await repliesOf(id)).toHaveLength(1);
    await receive({ from: 'nobody@elsewhere.example', to });
    expect(logs.events()).toContain('reply_unmatched');
  });

  const PDF = 'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"';
  const PHOTO = 'Content-Type: image/jpeg\r\nContent-Disposition: inline; filename="a.jpg"';
  const LOGO = 'Content-Type: image/png\r\nContent-Disposition: inline\r\nContent-ID: <logo>';
  const SIGNATURE =
    'Content-Type: application/pkcs7-signature\r\nContent-Disposition: attachment; filename="smime.p7s"';
  it.each([
    ['a file', 'mixed', 'The receipt', [PDF], 'The receipt [1 attachment was not kept]'],
    ['photos of a phone', 'mixed', 'Paid', [PHOTO, PHOTO], 'Paid [2 attachments were not kept]'],
    ['a logo', 'related', 'Paid', [LOGO], 'Paid'],
    ['a picture alone in the text', 'related', '', [LOGO], '[1 attachment was not kept]'],
    ['the signature of the mail', 'mixed', 'Paid', [SIGNATURE], 'Paid'],
  ])('says that attachments are not kept: %s', async (_what, type, words, heads, kept) => {
    const { id, email, to } = await reminded();
    const headers = { 'MIME-Version': '1.0', 'Content-Type': `multipart/${type}; boundary="b"` };
    const parts = [
      `Content-Type: text/html; charset=utf-8\r\n\r\n<p>${words}</p>`,
      ...heads.map((head) => `${head}\r\n\r\nx`),
    ];
    await receive({ from: email, to, headers, text: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--` });
    expect(await repliesOf(id)).toMatchObject([{ data: { text: kept } }]);
  });

  it('STOP ends the emails to its sender and to whom the message went', async () => {
    const { id, email, to } = await reminded();
    await receive({ from: 'office@elsewhere.example', to, text: 'STOP\r\n\r\n-- \r\nAda' });
    expect([await optedOut(email), await optedOut('office@elsewhere.example')]).toEqual([['email'], ['email']]);
    await receive({ from: email, to, text: 'Help' });
    expect(await repliesOf(id)).toMatchObject([{ data: { text: 'Help' } }]);
  });

  it('STOP without the address of a message ends the emails to its sender only where the sender’s domain vouches for it', async () => {
    const { id, email } = await reminded();
    const stop = { from: email, to: `pay@${DOMAIN}`, text: 'STOP' };
    await receive(stop);
    expect(await optedOut(email)).toEqual([]);
    expect(await repliesOf(id)).toMatchObject([{ data: { text: 'STOP' } }]);
    await receive({ ...stop, receipt: { dmarcVerdict: { status: 'PASS' } } });
    expect(await optedOut(email)).toEqual(['email']);
  });

  it.each<[string, Partial<Mail>]>([
    ['an out-of-office note', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a bounce', { from: 'MAILER-DAEMON@mx.example' }],
    ['ourselves', { from: 'pay@collections.example' }],
    ['what SES takes for spam', { receipt: { spamVerdict: { status: 'FAIL' } } }],
    ['what carries a virus', { receipt: { virusVerdict: { status: 'FAIL' } } }],
    ['a forged sender', { receipt: { dmarcVerdict: { status: 'FAIL' }, dmarcPolicy: 'reject' } }],
    ['another application', { receipt: { action: { type: 'S3', bucketName: 'theirs', objectKey: 'x' } } }],
  ])('of %s nothing is kept, and nothing is answered', async (_who, given) => {
    const { id, email, to } = await reminded();
    const before = channels.messages().length;
    await receive({ from: email, to, ...given });
    expect([await repliesOf(id), channels.messages().length]).toEqual([[], before]);
  });

  it('whose mail cannot be read comes again, and is not lost', async () => {
    const { id, email, to } = await reminded();
    const event = sns(notification({ from: email, to }));
    const [key, raw] = [...mails].at(-1) ?? ['', ''];
    mails.delete(key);
    await expect(handler(event)).rejects.toThrow();
    mails.set(key, raw);
    await handler(event);
    expect(await repliesOf(id)).toHaveLength(1);
  });
});
