/** What a newcomer does, run as it is written and in order: the README's first payment, and the guide with its receiver. */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { useOwnService } from '#test/support/service.ts';

const service = useOwnService();
const guide = readFileSync('docs/guides/first-payment.md', 'utf8');
const readme = readFileSync('README.md', 'utf8');
const [steps = '', integration = ''] = guide.split('## 5. From an order to its payment');
const [, first = ''] = readme.split('## A first payment');
const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
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

const MARK = '=-=-=';

/** What each block prints, one after the other in one shell, without the lines that set the address and the key. */
async function runAll(blocks: readonly string[]): Promise<string[]> {
  const commands = blocks.map((block) => block.replace(/^export .*\n/, ''));
  const env = { ...process.env, BASE_URL: service.baseUrl, API_KEY: service.keys.owner };
  const script = commands.join(`\necho '${MARK}'\n`);
  return (await promisify(execFile)('sh', ['-c', script], { env })).stdout.split(MARK);
}

async function run(block = '', port = ''): Promise<{ data: { id: string; secret: string } }> {
  const [printed = ''] = await runAll([block.replaceAll('4000/', `${port}/`)]);
  return JSON.parse(printed);
}

it('the README’s first payment and then the guide’s steps do what they say, on one service', async () => {
  const [created] = blocksOf(first.slice(0, first.indexOf('\n## ')), 'sh');
  const [, ...guided] = blocksOf(steps, 'sh');
  const printed = await runAll([created ?? '', ...guided]);
  expect(printed).toHaveLength(5);
  const [readmes = '', guides = '', moved = '', paid = '', shown = ''] = printed;
  expect(JSON.parse(readmes).data).toMatchObject({ reference: 'order-1001', payable: { options: [{}] } });
  expect(JSON.parse(guides).data).toMatchObject({ reference: 'order-1002', payable: { options: [{}] } });
  expect(moved).toContain('"now"');
  expect(paid).not.toContain('"error"');
  const { status, balance, events } = JSON.parse(shown).data;
  expect([status, balance.outstanding.value]).toEqual(['completed', 0]);
  expect(events.map(({ type }: { type: string }) => type)).toContain('payment.received');
});

it('the guide’s first integration prints that the order is paid', async () => {
  const port = await freePort();
  const [endpoint, collection, payment = ''] = blocksOf(integration, 'sh');
  const { secret } = (await run(endpoint, port)).data;
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `receiver-${port}.mjs`);
  writeFileSync(file, blocksOf(integration, 'js')[0]?.replace('listen(4000)', `listen(${port})`) ?? '');
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
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('order-1003 is paid: ship it');
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('payment.received');
});
