/** Emails to the address of an endpoint: who is asked, by what, who has a say in it, and how often it is told. */
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { getWebhookEndpoint } from '#functions/api/get-webhook-endpoint.ts';
import { updateWebhookEndpoint } from '#functions/api/update-webhook-endpoint.ts';
import { notifyAddress } from '#functions/webhooks/notify-address.ts';
import { emailAddresses } from '#lib/domain/contact.ts';
import { MAX_ASKED_A_DAY } from '#lib/domain/webhook/notify-address.ts';
import { optOut } from '#lib/store/opt-out/opt-outs.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aReceiver, status } from './a-receiver.ts';
import { anEndpoint, tell, useWebhookWorld, webhookService } from './a-webhook-world.ts';

const service = webhookService();
const page = notifyAddress(service);
const get = getWebhookEndpoint(service);
const update = updateWebhookEndpoint(service);

useTable();
captureLogs();
const channels = useChannels();
const clock = useClock(new Date('2026-07-01T09:00:00.000Z'));
const world = useWebhookWorld(clock);
const NOWHERE = 'http://127.0.0.1:9/';
const ADDRESS = 'Dev@Shop.example';

const mailed = () => channels.messages().map(({ to, text }) => ({ to, text }));
const linkIn = (text: string): string => /\/notify\/(\w+)/.exec(text)?.[1] ?? '';

async function visit(token: string, body?: string) {
  const event = { ...anApiEvent({ method: body === undefined ? 'GET' : 'POST' }), body: body ?? null };
  const pathParameters = { token };
  const answer: APIGatewayProxyResult = await page({ ...event, pathParameters }, {} as Context);
  return { status: answer.statusCode, html: answer.body };
}

/** An endpoint whose address was asked, with the link that it got. */
async function asked(tenant: Tenant, given: object = {}, url = NOWHERE) {
  const { id } = await anEndpoint(tenant, url, { notifyEmail: ADDRESS, ...given });
  await world.drain();
  return { id, token: linkIn(mailed()[0]?.text ?? '') };
}

const isConfirmed = async ({ key }: Tenant, id: string) =>
  ((await invoke(get, { key, id })).body.data as { notifyEmailConfirmed?: boolean }).notifyEmailConfirmed;

describe('the email that asks', () => {
  it('an address that somebody typed gets one email, of our own words and a link', async () => {
    const tenant = await aTenant({ name: 'Prize!', mode: 'live' });
    const given = { description: 'You have won: see evil.example', url: 'http://localhost:9/won' };
    await asked(tenant, given);
    await asked(tenant, given);
    await invoke(update, {
      method: 'PATCH',
      key: tenant.key,
      id: (await asked(tenant)).id,
      body: { notifyEmail: ADDRESS.toLowerCase() },
    });
    await world.drain();
    const [{ to, text } = { to: '', text: '' }, ...others] = mailed();
    expect(to).toBe(ADDRESS);
    expect(others).toEqual([]);
    expect(text).toMatch(/https:\/\/collections\.example\/notify\/[0-9a-z]{35}\n/);
    expect(text).not.toMatch(/won|evil|localhost|Prize/);
  });

  it('it is in the language of the account’s country', async () => {
    await asked(await aTenant({ country: 'SN' }));
    expect(mailed()[0]?.text).toContain("Si ce n'est pas vous");
  });

  it('an account asks so many addresses a day and no more, and the next day again', async () => {
    const tenant = await aTenant();
    const { id } = await anEndpoint(tenant, NOWHERE);
    const ask = async (number: number) => {
      await invoke(update, { method: 'PATCH', key: tenant.key, id, body: { notifyEmail: `p${number}@shop.example` } });
      await world.drain();
      return mailed().length;
    };
    for (let number = 1; number <= MAX_ASKED_A_DAY; number += 1) expect(await ask(number)).toBe(number);
    expect(await ask(99)).toBe(MAX_ASKED_A_DAY);
    clock.advance(24 * 60);
    expect(await ask(99)).toBe(MAX_ASKED_A_DAY + 1);
  });

  it('none goes to who has opted out of email, in whatever case', async () => {
    await optOut(table, emailAddresses('out@shop.example'), 'link', clock.now);
    await asked(await aTenant(), { notifyEmail: 'Out@Shop.example' });
    expect(mailed()).toEqual([]);
  });

  it('none goes to an address that has complained of another email', async () => {
    const address = 'complained@shop.example';
    await rememberFailure(
      table,
      { channel: 'email', address },
      { id: 'r-1', kind: 'complaint', at: clock.now.toISOString() },
    );
    await asked(await aTenant(), { notifyEmail: address });
    expect(mailed()).toEqual([]);
  });

  it('one that the channel has refused does not count: the address is asked again by its next endpoint', async () => {
    const tenant = await aTenant();
    channels.reply({ status: 400, body: { __type: 'MessageRejected' } });
    await asked(tenant);
    const { length } = mailed();
    clock.advance(3);
    channels.reply({ status: 200, body: { MessageId: 'accepted' } });
    for (const _twice of [1, 2]) await asked(tenant);
    expect(mailed()).toHaveLength(length + 1);
  });

  it('a test account writes to nobody', async () => {
    delete process.env['TEST_ACCOUNTS_SEND'];
    await asked(await aTenant({ mode: 'test' }));
    process.env['TEST_ACCOUNTS_SEND'] = 'true';
    expect(mailed()).toEqual([]);
  });

  it('while the channel is throttled, the queue comes again with it', async () => {
    channels.reply({ status: 429, body: { __type: 'TooManyRequestsException' } });
    await anEndpoint(await aTenant(), NOWHERE, { notifyEmail: ADDRESS });
    expect(await world.drain()).toBe(1);
  });
});

describe('the link', () => {
  it('a GET changes nothing, a POST confirms every endpoint with the address, and later ones', async () => {
    const tenant = await aTenant({ name: '<b>Shop</b>' });
    const { id, token } = await asked(tenant);
    const second = await asked(tenant, { notifyEmail: ADDRESS.toLowerCase() });
    const shown = await visit(token);
    expect(shown.html).toContain('<form method="post">');
    expect(shown.html).not.toContain('<b>');
    expect(await isConfirmed(tenant, id)).toBe(false);
    expect(await visit(token, 'answer=confirm')).toMatchObject({ status: 200 });
    const third = await asked(tenant);
    for (const each of [id, second.id, third.id]) expect(await isConfirmed(tenant, each)).toBe(true);
    await invoke(update, { method: 'PATCH', key: tenant.key, id, body: { notifyEmail: 'other@shop.example' } });
    expect(await isConfirmed(tenant, id)).toBe(false);
  });

  it.each(['answer=refuse', 'List-Unsubscribe=One-Click', ''])(
    'a POST of "%s" ends email to the address for good',
    async (body) => {
      const [tenant, other] = await Promise.all([aTenant(), aTenant()]);
      const notifyEmail = `${body.length}@refused.example`;
      const { id, token } = await asked(tenant, { notifyEmail });
      await visit(token, 'answer=confirm');
      await visit(token, body);
      expect(await isConfirmed(tenant, id)).toBe(false);
      expect((await visit(token, 'answer=confirm')).html).toContain('You get no more email');
      expect(await isConfirmed(tenant, id)).toBe(false);
      await asked(other, { notifyEmail });
      expect(mailed()).toHaveLength(1);
    },
  );

  it.each(['x', 'a'.repeat(35), ''])('the token "%s" is nobody’s', async (token) => {
    expect((await visit(token, 'answer=confirm')).status).toBe(404);
  });
});

describe('notices', () => {
  it('an address that has not confirmed gets none, and one that has gets one a day, however many endpoints fail', async () => {
    const [tenant, receiver] = await Promise.all([aTenant(), aReceiver()]);
    receiver.answer = status(410);
    const { token } = await asked(tenant, { description: 'Free money' }, receiver.url);
    await tell(tenant, clock);
    await world.drain();
    expect(mailed()).toHaveLength(1);
    await visit(token, 'answer=confirm');
    const disable = async (count: number) => {
      for (let made = 0; made < count; made += 1) await asked(tenant, {}, receiver.url);
      await tell(tenant, clock);
      await world.drain();
      return mailed().slice(1);
    };
    const [notice, ...others] = await disable(3);
    expect(others).toEqual([]);
    expect(notice?.text).toMatch(/Your webhook endpoint whe_\w+ is disabled/);
    expect(notice?.text).not.toMatch(/Free|127\.0\.0\.1/);
    expect(await disable(2)).toHaveLength(1);
    clock.advance(24 * 60);
    expect(await disable(2)).toHaveLength(2);
  });
});
