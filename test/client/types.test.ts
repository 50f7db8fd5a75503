/** The programs of the guides compile against the client as its users have it, with the strictest of their settings. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const guide = readFileSync(join(ROOT, 'docs/guides/clients.md'), 'utf8');
const programs = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, program = '']) => program);

const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

/** The programs that do not compile, by their places, each with its first fault. */
async function faultsOf(texts: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  texts.forEach((text, index) => {
    const ours = text.replaceAll("'collections-client'", `'${join(ROOT, 'lib/client/client.ts')}'`);
    writeFileSync(join(folder, `program-${index}.mts`), ours);
  });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.mts'] }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--pretty', 'false']).catch(
    (failed: { stdout: string }) => failed,
  );
  const faults = [...stdout.matchAll(/program-(\d+)\.mts\(.*?: (error .*)/g)].toReversed();
  return new Map(faults.map(([, index, fault = '']) => [Number(index), fault]));
}

const inProgram = (body: string) => `
import { Collections, type WebhookBody } from 'collections-client';
declare const event: WebhookBody;
declare const client: Collections;
${body}`;

it('the programs of the guide compile, and those that must not do not', async () => {
  expect(programs.length).toBeGreaterThanOrEqual(2);
  const right = [
    `if (event.type === 'collection.completed') { const reference: string = event.data.collection.reference; void reference; }`,
    `if (event.type === 'webhook_endpoint.failing') { const id: string = event.data.endpoint.id; void id; }`,
    `if (event.type === 'webhook.ping') void event.data.endpoint.id;`,
    `if (event.type === 'promise.made') { const payBy: string | undefined = event.data.event.data?.payBy; void payBy; }`,
    `if (event.type === 'unknown') { const name: string = event.name; void name; } else { const at: string = event.timestamp; void at; }`,
    `void client.call('GET /public/collections/{id}', { path: { id: 'pay_1' } }); void client.call('GET /public/collections');`,
    `void client.collections.credit('pay_1', { amount: { value: 1, currency: 'NGN' }, reason: 'discount' }, 'key');`,
    `void client.collections.movePayment({ id: 'pay_1', paymentId: 'pmt_1' }, { to: 'pay_2' });`,
    `void client.collections.recordPayment('pay_1', { amount: { value: 1, currency: 'NGN' }, method: 'cash' }, 'key');`,
    `void new Collections({ apiKey: process.env.API_KEY, baseUrl: process.env.BASE_URL });`,
  ];
  const wrong = [
    `void event.data.collection;`,
    `if (event.type === 'promise.made') void event.data.event.data?.transaction;`,
    `if (event.type === 'payment_option.failed') void event.data.event.data?.amount;`,
    `if (event.type === 'nothing.of.this') void event;`,
    `void client.call('GET /public/collections/{id}');`,
    `void client.call('GET /public/collections/{id}', {});`,
    `void client.collections.setStatus('pay_1', { status: 'completed' }, 'key');`,
    `void client.collections.update('pay_1', { expiresIn: 60 }, 'key');`,
  ];
  const all = [...programs, ...right.map(inProgram), ...wrong.map(inProgram)];
  const faults = await faultsOf(all);
  expect([...faults].filter(([index]) => index < programs.length + right.length)).toEqual([]);
  expect([...faults.keys()].toSorted((one, other) => one - other)).toEqual(
    wrong.map((_, index) => programs.length + right.length + index),
  );
});
