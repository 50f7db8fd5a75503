/** What customers and providers were given under an address of the service works under another: a domain may change. */
import { rm } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { aCollection } from '#test/end-to-end/requests.ts';
import { createClient } from '#test/support/http-client.ts';
import { databaseForLocalRun, startLocalRun } from '#test/support/local-run.ts';

type Message = { to: string; text: string };

it('links of payment, debts and opt-out, and webhooks of providers, hold under another address of the service', async () => {
  const database = await databaseForLocalRun(inject('localRunsPort'));
  const first = await startLocalRun(database);
  let stop = first.end;
  try {
    const followUp = { startAfter: 60, cadence: 'daily', channels: ['email'], tone: 'gentle' };
    const payable = { enabled: true, methods: ['payment_link'] };
    const json = { ...aCollection(), expiresIn: 20_160, payable, followUp };
    const made = await createClient(first.baseUrl, first.apiKey).send('POST', '/public/collections', { json });
    const { id, reference, amount } = made.data as { id: string; reference: string; amount: object };
    await post(`${first.baseUrl}/_local/clock`, { advanceMinutes: 1_440 });
    const [message] = (await (await fetch(`${first.baseUrl}/_local/messages`)).json()) as Message[];
    const links = [...(message?.text ?? '').matchAll(/http\S+?\/((?:pay|u)\/[0-9a-z]+)/g)].map(([, path]) => path);
    expect(links.map((path) => path?.split('/')[0])).toEqual(['pay', 'u']);
    await first.end();

    const second = await startLocalRun({ ...database, DATA_DIR: first.dataDir });
    stop = second.end;
    expect(second.baseUrl).not.toBe(first.baseUrl);
    // Another name of the same service, as the domain that was first beside the one of now.
    const other = second.baseUrl.replace('127.0.0.1', 'localhost');
    for (const path of links) expect([path, (await fetch(`${other}/${path}`)).status]).toEqual([path, 200]);
    expect((await fetch(`${other}/${links[1]}`, { method: 'POST' })).status).toBe(200);
    // The sandbox sends its webhook to the address that it was given first.
    const paid = await post(`${second.baseUrl}/_local/sandbox/payments`, {
      account: id.slice(4, 14),
      reference,
      amount,
    });
    expect(paid).toBe(200);
    const now = await createClient(second.baseUrl, second.apiKey).send('GET', `/public/collections/${id}`);
    expect((now.data as { status: string }).status).toBe('completed');
  } finally {
    await stop();
    await rm(first.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function post(url: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}
