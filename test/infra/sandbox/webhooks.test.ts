/** The sandbox provider's webhooks: signed, retried, and kept until they are delivered. */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import { KEY, NOW, PROVIDER, type SandboxServer, startSandbox } from './sandbox-server.ts';

let sandbox: SandboxServer;

beforeEach(async () => {
  sandbox = await startSandbox();
});

const webhookEvent = { provider: PROVIDER, transaction: 'sbx_1', reference: 'pay-1' };
const pay = (transaction = 'sbx_1', { ledger } = sandbox) =>
  ledger.pay(
    {
      merchant: merchantOf(KEY),
      transaction,
      reference: 'pay-1',
      amount: { minor: 100, currency: 'NGN' },
      paidAt: NOW.toISOString(),
    },
    PROVIDER,
  );

describe('a webhook', () => {
  it('a webhook is signed over its time and its body', async () => {
    pay();
    expect(await sandbox.webhooks.send(webhookEvent)).toBe(200);
    const body = '{"event":"payment.succeeded","data":{"transaction":"sbx_1","reference":"pay-1"}}';
    const t = 1_893_492_000;
    const v1 = createHmac('sha256', KEY).update(`${t}.${body}`).digest('hex');
    expect(sandbox.webhooksTaken).toEqual([{ path: `/webhooks/${PROVIDER}`, body, signature: `t=${t},v1=${v1}` }]);
  });

  it('a webhook about money that went back names the event and the object, and is its own event', async () => {
    pay();
    const refunded = { ...webhookEvent, returned: { event: 'refund.done', object: 'r-1' } } as const;
    const refund = { merchant: merchantOf(KEY), transaction: 'sbx_1', reference: 'pay-1', id: 'r-1' };
    const amount = { minor: 100, currency: 'NGN' };
    sandbox.ledger.refunds.keep({ ...refund, amount, status: 'done', doneAt: '', changedAt: '' }, PROVIDER);
    expect(sandbox.ledger.webhookEvents()).toEqual([webhookEvent, refunded]);
    expect(await sandbox.webhooks.send(refunded)).toBe(200);
    const body = '{"event":"refund.done","data":{"transaction":"sbx_1","reference":"pay-1","object":"r-1"}}';
    expect(sandbox.webhooksTaken).toMatchObject([{ path: `/webhooks/${PROVIDER}`, body }]);
    expect(sandbox.ledger.webhookEvents()).toEqual([webhookEvent]);
  });

  it('a webhook that fails is sent three times in all', async () => {
    sandbox.answers.push(500, 503);
    expect([await sandbox.webhooks.send(webhookEvent), sandbox.webhooksTaken.length]).toEqual([200, 3]);
    sandbox.answers.push(500, 500, 502);
    expect([await sandbox.webhooks.send(webhookEvent), sandbox.webhooksTaken.length]).toEqual([502, 6]);
  });

  it.each([200, 204, 301, 400, 401, 404])('a webhook is not sent again after %i', async (status) => {
    sandbox.answers.push(status);
    expect([await sandbox.webhooks.send(webhookEvent), sandbox.webhooksTaken.length]).toEqual([status, 1]);
  });

  it('a webhook that was refused because the clock moved on is signed and sent again', async () => {
    sandbox.answers.push(401);
    sandbox.whenTaken = () => {
      sandbox.clock = new Date(NOW.getTime() + 6 * 3_600_000);
    };
    expect([await sandbox.webhooks.send(webhookEvent), sandbox.webhooksTaken.length]).toEqual([200, 2]);
    expect(sandbox.webhooksTaken[1]?.signature).toMatch(/^t=1893513600,/);
  });

  it('a forged webhook is sent once, with a signature that is not the key’s', async () => {
    sandbox.answers.push(503);
    expect([await sandbox.webhooks.sendForged(webhookEvent), sandbox.webhooksTaken.length]).toEqual([503, 1]);
    const { body = '', signature = '' } = sandbox.webhooksTaken[0] ?? {};
    expect(signature).toMatch(/^t=1893492000,v1=[0-9a-f]{64}$/);
    expect(signature).not.toContain(createHmac('sha256', KEY).update(`1893492000.${body}`).digest('hex'));
  });
});

describe('after a restart', () => {
  it('after a restart, webhooks that were not delivered are sent, and the others are not', async () => {
    pay('taken');
    await sandbox.webhooks.send({ ...webhookEvent, transaction: 'taken' });
    sandbox.answers.push(500, 500, 500);
    pay('refused');
    await sandbox.webhooks.send({ ...webhookEvent, transaction: 'refused' });
    pay('never sent');
    await sandbox.close();

    const again = await startSandbox(sandbox.folder);
    again.webhooks.sendPending();
    await again.webhooks.idle();
    const sent = again.webhooksTaken.map(({ body }) => (JSON.parse(body) as { data: { transaction: string } }).data);
    expect(sent.map(({ transaction }) => transaction).toSorted()).toEqual(['never sent', 'refused']);
    expect(again.ledger.webhookEvents()).toEqual([]);
  });
});
