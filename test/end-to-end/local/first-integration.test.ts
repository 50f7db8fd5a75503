/** The guide's first integration, run as it is written: an endpoint, a receiver, a collection, a payment. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { useService } from '#test/support/service.ts';

const service = useService();
const guide = readFileSync('docs/guides/first-payment.md', 'utf8');
const section = guide.slice(guide.indexOf('## 5. From an order to its payment'));
const blocks = (language: string) =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
/** From here the packages of this repository are found. */
const FOLDER = join('node_modules', '.cache', 'first-integration');

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** A webhook that comes before its receiver listens is repeated a minute later. */
const listens = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.end();
        resolve(true);
      });
  });

/** Without the line that sets the two variables. */
async function run(block = '', port = ''): Promise<{ data: { id: string; secret: string } }> {
  const commands = block.replace(/^export .*\n/, '').replaceAll('4000/', `${port}/`);
  const env = { ...process.env, BASE_URL: service.baseUrl, API_KEY: service.keys.owner };
  return JSON.parse((await promisify(execFile)('sh', ['-c', commands], { env })).stdout);
}

it('the guide’s first integration prints that the order is paid', async () => {
  const port = await freePort();
  const [endpoint, collection, payment = ''] = blocks('sh');
  const { secret } = (await run(endpoint, port)).data;
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `receiver-${port}.mjs`);
  writeFileSync(file, blocks('js')[0]?.replace('listen(4000)', `listen(${port})`) ?? '');
  const receiver = spawn(process.execPath, [file], { env: { ...process.env, SECRET: secret } });
  onTestFinished(() => {
    receiver.kill();
    rmSync(file);
  });
  let printed = '';
  for (const stream of [receiver.stdout, receiver.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  await expect.poll(() => listens(port), { timeout: 60_000 }).toBe(true);
  const { id } = (await run(collection)).data;
  await run(payment.replace('pay_…', id));
  // Webhooks come in any order.
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('order-1001 is paid: ship it');
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('payment.received');
});
