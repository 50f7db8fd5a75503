/** `npm run listen` on a real local run: it adds its endpoint, prints what comes and whether it is genuine, and goes again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startListening } from '#infra/local/listen/start-listening.ts';
import {
  aCreate,
  call,
  type Instance,
  runScript,
  sharedDatabase,
  startInstance,
  useDataDir,
} from './local-instance.ts';

const LISTEN = 'infra/local/listen/main.ts';
const dataDir = useDataDir();
let instance: Instance;
beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
});

const ask = (path: string, method = 'GET', body?: object) =>
  call(`${instance.ready.baseUrl}/public${path}`, method, body, instance.ready.apiKey);
const endpoints = async () => (await ask('/webhook-endpoints')).body['data'] as { id: string; url: string }[];

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
}

describe('npm run listen', () => {
  it('the listener prints the webhooks of a paid collection, verified, and deletes its endpoint when it ends', async () => {
    const listener = runScript(LISTEN, { DATA_DIR: dataDir }, ['--port', '0']);
    await until(() => /Listening on \S+ as whe_\w+/.exec(listener.output())?.[0]);
    const { id } = (await ask('/collections', 'POST', aCreate('listened'))).body['data'] as { id: string };
    const payment = { amount: { value: 10, currency: 'NGN' }, method: 'cash', transaction: 'receipt-1' };
    await ask(`/collections/${id}/payments`, 'POST', payment);
    const wanted = ['collection.created', 'payment.received', 'collection.completed'];
    await until(() => wanted.every((type) => listener.output().includes(`"type": "${type}"`)) || undefined);
    expect(listener.output()).toContain('verified evt_');
    expect(listener.output()).not.toContain('NOT VERIFIED');
    expect(await endpoints()).toHaveLength(1);
    expect((await listener.kill('SIGINT')).code).toBe(0);
    expect(await endpoints()).toEqual([]);
  });

  it('the listener answers 401 to what is not signed with its secret, and says so', async () => {
    const lines: string[] = [];
    const { url, stop } = await startListening({ ...instance.ready, port: 0, print: (line) => lines.push(line) });
    const now = Math.floor(Date.now() / 1000);
    const headers = { 'webhook-id': 'evt_forged', 'webhook-timestamp': `${now}`, 'webhook-signature': 'v1,AAAA' };
    for (const forged of [headers, {}, { ...headers, 'webhook-timestamp': `${now - 301}` }]) {
      const answer = await fetch(url, { method: 'POST', headers: forged as Record<string, string>, body: 'not JSON' });
      expect(answer.status).toBe(401);
    }
    await stop();
    expect(lines.filter((line) => line.startsWith('NOT VERIFIED'))).toHaveLength(3);
  });

  it.each([
    [['--port', 'x'], /--port is "x"/],
    [['--port', '70000'], /--port is "70000"/],
    [['--host', 'x'], /--host/],
  ])('the listener with %j says in one line what is wrong', async (given, message) => {
    const { code, output } = await runScript(LISTEN, { DATA_DIR: dataDir }, given).ended;
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    expect(output).toMatch(message);
  });
});
