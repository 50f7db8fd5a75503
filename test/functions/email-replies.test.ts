/** Customers answer by email: SES tells of a mail on the topic of replies, and its new words find their collection. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { receiveEmail } from '#functions/messaging/receive-email.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { addressesOf, emailAddresses, optedOutFrom } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { replyToken } from '#lib/domain/reply.ts';
import { findReach, optIn, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
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
const handler = receiveEmail(service);

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
afterAll(() => {
  for (const name of ['AWS_ENDPOINT_URL_S3', 'EMAIL_REPLY_DOMAIN', 'EMAIL_REPLY_BUCKET']) delete process.env[name];
});
beforeEach(() => {
  clock.now = new Date('2026-03-02T09:00:00.000Z');
});

const PROVEN = { receipt: { dmarcVerdict: { status: 'PASS' } } };

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
/** For all accounts. */
const optedOut = async (email: string) =>
  (await findReach(table, emailAddresses(email.toLowerCase()), clock.now)).optedOut;

/** As this account's plans ask. */
async function hearsNoMore(email: string, { account }: Tenant = tenants.mine): Promise<boolean> {
  const { lookup, reachable } = parsePhone('', undefined);
  const addresses = addressesOf({ email }, { lookup, reachable }, account);
  return (await findReach(table, addresses, clock.now)).optedOut.length > 0;
}

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
  const signature = (type: string) =>
    `Content-Type: application/${type}\r\nContent-Disposition: attachment; filename="s"`;
  it.each([
    ['a file', 'mixed', 'The receipt', [PDF], 'The receipt [1 attachment was not kept]'],
    ['photos of a phone', 'mixed', 'Paid', [PHOTO, PHOTO], 'Paid [2 attachments were not kept]'],
    ['a logo', 'related', 'Paid', [LOGO], 'Paid'],
    ['a picture alone in the text', 'related', '', [LOGO], '[1 attachment was not kept]'],
    ['a picture in the text, and a file', 'related', 'Paid', [LOGO, PDF], 'Paid [1 attachment was not kept]'],
    ['the signature of the mail', 'mixed', 'Paid', [signature('pkcs7-signature')], 'Paid'],
    ['an older one', 'mixed', 'Paid', [signature('x-pkcs7-signature')], 'Paid'],
    ['one of PGP', 'mixed', 'Paid', [signature('pgp-signature')], 'Paid'],
    ['a longer type', 'mixed', 'Paid', [signature('pkcs7-signature-of-a-bank')], 'Paid [1 attachment was not kept]'],
    ['another type', 'mixed', 'Paid', [signature('json-pgp-signatures')], 'Paid [1 attachment was not kept]'],
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

  it('STOP ends the emails to whom the message went, and to its sender where that is proven', async () => {
    const { id, email, to } = await reminded();
    const stop = { from: 'office@elsewhere.example', to, text: 'STOP\r\n\r\n-- \r\nAda' };
    await receive(stop);
    expect([await hearsNoMore(email), await optedOut('office@elsewhere.example')]).toEqual([true, []]);
    await receive({ ...stop, ...PROVEN });
    expect([await hearsNoMore(email), await optedOut('office@elsewhere.example')]).toEqual([true, ['email']]);
    await receive({ from: email, to, text: 'Help' });
    expect(await repliesOf(id)).toMatchObject([{ data: { text: 'Help' } }]);
  });

  it('STOP without the address of a message ends the emails to its sender only where the sender’s domain vouches for it', async () => {
    const { id, email } = await reminded();
    const stop = { from: email, to: `pay@${DOMAIN}`, text: 'STOP' };
    await receive(stop);
    expect(await optedOut(email)).toEqual([]);
    expect(await repliesOf(id)).toMatchObject([{ data: { text: 'STOP', unproven: true } }]);
    await receive({ ...stop, ...PROVEN });
    expect(await optedOut(email)).toEqual(['email']);
  });

  it('that says nothing, or cannot be read, is kept with a note', async () => {
    const { id, email, to } = await reminded();
    const deep = Array.from(
      { length: 30 },
      (_part, at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}`,
    );
    const mails: Partial<Mail>[] = [
      { text: '', headers: { Subject: 'I have paid' } },
      { text: '> Hello', headers: { Subject: 'Re: Your payment' } },
      { text: '' },
      { text: deep.join('\r\n'), headers: { 'Content-Type': 'multipart/mixed; boundary="b"' } },
      { text: `--b\r\n${deep.join('\r\n')}`, headers: { 'Content-Type': 'multipart/mixed; boundary="b"' } },
    ];
    for (const mail of mails) await receive({ from: email, to, ...mail });
    const texts = (await repliesOf(id)).map(({ data }) => data?.text);
    expect(texts.toSorted()).toEqual(
      [
        'I have paid',
        'Re: Your payment',
        '[an empty email was not kept]',
        '[an empty email was not kept]',
        '[an email that cannot be read was not kept]',
      ].toSorted(),
    );
  });

  it.each([
    ['line ends', (size: number) => '\r\n'.repeat(size / 2)],
    ['empty parts', (size: number) => '--b\r\n\r\n'.repeat(size / 7)],
    ['marks of quotations', (size: number) => '>'.repeat(size)],
    ['quoted lines', (size: number) => '>\r\n'.repeat(size / 3)],
    ['introductions', (size: number) => 'On 2 Mar 2026 at 10:01 a <a@b.c>\r\n'.repeat(size / 33)],
    ['one long line', (size: number) => 'a '.repeat(size / 2)],
  ])('of half a megabyte of %s is read within a second, and keeps no more than a reply', async (_what, text) => {
    const { id, email, to } = await reminded();
    const before = process.cpuUsage();
    const headers = { 'Content-Type': 'multipart/mixed; boundary="b"' };
    for (const given of [{}, { headers }]) await receive({ from: email, to, text: text(500_000), ...given });
    const { user, system } = process.cpuUsage(before);
    expect((await repliesOf(id)).length).toBeGreaterThan(0);
    // Generous, as the machine may be busy: before it was bounded, each took many seconds.
    expect((user + system) / 1e6).toBeLessThan(6);
  });

  it('of nobody is not even parsed', async () => {
    await receive({ from: 'nobody@elsewhere.example', to: `pay@${DOMAIN}`, text: '\r\n'.repeat(100_000) });
    expect(logs.events()).toEqual(['reply_unmatched']);
  });

  it('without proof pauses nothing, suggests nothing, and takes no place of the customer’s own words', async () => {
    const { id, email } = await reminded();
    for (let number = 0; number < 22; number += 1)
      await receive({ from: email, to: `pay@${DOMAIN}`, text: 'I have paid' });
    const plan = dataOf(await invoke(getFollowUps(service), { id, key: tenants.mine.key }), FollowUpPlanResponse);
    expect(plan.paused).toBeUndefined();
    const forged = await repliesOf(id);
    expect(forged).toHaveLength(20);
    expect(forged.every(({ data }) => data?.['unproven'] === true)).toBe(true);
    await receive({ from: email, to: `pay@${DOMAIN}`, text: 'It was me', ...PROVEN });
    const [own] = (await repliesOf(id)).filter(({ data }) => data?.['unproven'] === undefined);
    expect(own).toMatchObject({ data: { text: 'It was me' } });
  });

  it.each<[string, Partial<Mail>]>([
    [
      'a read receipt',
      { headers: { 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary="b"' } },
    ],
    ['a delay report', { headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"' } }],
    ['an automatic reply', { headers: { Subject: 'Réponse automatique : Votre paiement' } }],
    [
      'a calendar',
      {
        headers: { 'Content-Type': 'multipart/alternative; boundary="b"' },
        text: '--b\r\nContent-Type: text/plain\r\n\r\nAccepted: Friday\r\n--b\r\nContent-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\n--b--',
      },
    ],
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

describe('whose opt-out a mail changes', () => {
  const VICTIM = 'victim@bank.example';
  const senders = {
    recipient: (email: string) => ({ headers: { From: email }, from: email }),
    victim: () => ({ headers: { From: `Victim <${VICTIM}>` }, from: VICTIM }),
    'recipient and victim': (email: string) => ({ headers: { From: `${VICTIM}, ${email}` }, from: VICTIM }),
    'victim in a second head': (email: string) => ({ headers: { From: VICTIM, FROM: email }, from: VICTIM }),
  };
  const verdicts = ['PASS', 'GRAY', 'FAIL', undefined];
  const cases = (['live', 'test'] as const).flatMap((mode) =>
    (['payable', 'cancelled', 'none', 'forged'] as const).flatMap((token) =>
      Object.keys(senders).flatMap((sender) => verdicts.map((verdict) => ({ mode, token, sender, verdict }))),
    ),
  );

  async function setUp(mode: 'live' | 'test') {
    const tenant = await aTenant({ mode });
    const email = `${mode}@example.com`;
    const [open, cancelled] = await Promise.all(
      ['+2348039990001', '+2348039990002'].map((phone) =>
        aCreatedCollection(tenant, { contact: aContactBody({ phone, email }) }),
      ),
    );
    const tokenOf = (id = '') => {
      const ref = parseCollectionId(id);
      return ref === undefined ? '' : replyToken(ref, email, tenant.account.salt);
    };
    const body = { status: 'cancelled' };
    await invoke(updateCollectionStatus(service), { method: 'PATCH', id: cancelled?.id ?? '', key: tenant.key, body });
    const tokens = {
      payable: tokenOf(open?.id),
      cancelled: tokenOf(cancelled?.id),
      none: 'pay',
      forged: tokenOf(open?.id).replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    };
    return { tenant, email, tokens };
  }
  const made: Partial<Record<'live' | 'test', Awaited<ReturnType<typeof setUp>>>> = {};
  beforeAll(async () => {
    for (const mode of ['live', 'test'] as const) made[mode] = await setUp(mode);
  });

  it.each(cases)('$mode, token: $token, sender: $sender, DMARC: $verdict', async ({ mode, token, sender, verdict }) => {
    const { tenant, email, tokens } = made[mode] as Awaited<ReturnType<typeof setUp>>;
    const all = [VICTIM, email].flatMap(emailAddresses);
    const keys = [...all, ...optedOutFrom({ mode: 'test', salt: tenant.account.salt }, all)];
    const mail = (text: string) => ({
      to: `${tokens[token]}@${DOMAIN}`,
      text,
      ...senders[sender as keyof typeof senders](email),
      receipt: { ...(verdict && { dmarcVerdict: { status: verdict } }), dmarcPolicy: 'none' },
    });
    const isSole = sender === 'recipient' || sender === 'victim';
    const isProven = verdict === 'PASS' && isSole;
    const speaks = token === 'payable' || token === 'cancelled';
    const expected = {
      victim: isProven && sender === 'victim',
      everywhere: (speaks && mode === 'live') || (isProven && sender === 'recipient'),
      here: speaks || (isProven && sender === 'recipient'),
    };
    const seen = async () => ({
      victim: (await optedOut(VICTIM)).length > 0,
      everywhere: (await optedOut(email)).length > 0,
      here: await hearsNoMore(email, tenant),
    });
    await optIn(table, keys, clock.now);
    await receive(mail('STOP'));
    expect(await seen()).toEqual(expected);

    await optIn(table, keys, clock.now);
    await optOut(table, mode === 'live' ? all : keys, 'link', clock.now);
    clock.advance(1);
    await receive(mail('START'));
    expect(await seen()).toEqual({
      victim: !expected.victim,
      everywhere: !expected.everywhere,
      // What was opted out for all accounts holds in this one, too. A test account's own is found by its token.
      here: !(expected.everywhere && (mode === 'live' || speaks)),
    });
  });
});
