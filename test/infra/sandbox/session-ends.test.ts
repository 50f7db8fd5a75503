/** How the sandbox provider's sessions end: paid, closed or expired; and what their page shows then. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import { aSession, askSandbox, KEY, NOW, OTHER_KEY, type SandboxServer, startSandbox } from './sandbox-server.ts';

let sandbox: SandboxServer;

beforeAll(async () => {
  sandbox = await startSandbox();
});

beforeEach(() => {
  sandbox.clock = NOW;
});

const AFTER_EXPIRY = new Date('2030-01-02T10:00:00.000Z');
const merchant = merchantOf(KEY);
const at = NOW.toISOString();

async function open(reference: string): Promise<string> {
  const { json } = await askSandbox(sandbox, { method: 'POST', path: '/sessions', body: aSession(reference) });
  return String(json['link']);
}

const statusOf = async (reference: string) =>
  (await askSandbox(sandbox, { method: 'GET', path: `/sessions/${reference}` })).json['status'];
const close = (reference: string, key = KEY) =>
  askSandbox(sandbox, { method: 'POST', path: `/sessions/${reference}/close`, key });
const pay = (reference: string, transaction: string, minor: number) =>
  sandbox.ledger.pay({ merchant, transaction, reference, amount: { minor, currency: 'NGN' }, paidAt: at });
const submit = (link: string, form: Record<string, string>) =>
  fetch(link, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('the status of a session', () => {
  it('a session is open until its amount has come, and stays paid when it is closed or its time is over', async () => {
    await open('to-pay');
    pay('to-pay', 'first', 4_000_000);
    expect(await statusOf('to-pay')).toBe('open');
    pay('to-pay', 'second', 500_000);
    expect([await statusOf('to-pay'), (await close('to-pay')).json['status']]).toEqual(['paid', 'paid']);
    sandbox.clock = AFTER_EXPIRY;
    expect(await statusOf('to-pay')).toBe('paid');
  });

  it('a session is closed by its merchant only, as often as asked, and stays closed when its time is over', async () => {
    await open('to-close');
    expect((await close('to-close', OTHER_KEY)).status).toBe(404);
    expect((await close('never-opened')).status).toBe(404);
    const closed = await close('to-close');
    expect(closed).toMatchObject({ status: 200, json: { reference: 'to-close', status: 'closed' } });
    expect(await close('to-close')).toEqual(closed);
    sandbox.clock = AFTER_EXPIRY;
    expect(await statusOf('to-close')).toBe('closed');
  });

  it('a session is expired from the instant of its expiry, and closing it changes nothing', async () => {
    await open('to-expire');
    sandbox.clock = new Date(AFTER_EXPIRY.getTime() - 1);
    expect(await statusOf('to-expire')).toBe('open');
    sandbox.clock = AFTER_EXPIRY;
    expect([await statusOf('to-expire'), (await close('to-expire')).json['status']]).toEqual(['expired', 'expired']);
  });
});

describe('the page of a session', () => {
  it.each([
    ['closed', 'has been closed'],
    ['expired', 'has expired'],
  ])('the checkout page of a session that is %s says so and takes no payment', async (end, words) => {
    const link = await open(`page-${end}`);
    const typed = { amount: '7', transaction: `sbx_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(11)}${end.length}` };
    expect((await submit(link, typed)).status).toBe(303);
    if (end === 'closed') await close(`page-${end}`);
    else sandbox.clock = AFTER_EXPIRY;
    const shown = await fetch(link);
    const html = await shown.text();
    expect([shown.status, html]).toEqual([200, expect.stringContaining(words)]);
    expect(html).not.toContain('<form');
    expect(html).toContain('href="https://shop.example/back?cancelled=1"');
    const refused = await submit(link, { amount: '8' });
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(words)]);
    expect(sandbox.ledger.paymentsOf(merchant, `page-${end}`)).toHaveLength(1);
    expect((await submit(link, typed)).status).toBe(303);
    expect(sandbox.ledger.paymentsOf(merchant, `page-${end}`)).toHaveLength(1);
  });
});
