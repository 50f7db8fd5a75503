/** The sandbox provider on a server of its own, without the service; a test sets how its webhooks are answered. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { sandboxUrl } from '#infra/local/aws-environment.ts';
import { type LocalCalls, localCall, plainJson } from '#infra/local/control-api/local-call.ts';
import type { SandboxNeeds } from '#infra/local/control-api/sandbox-input.ts';
import { openDatabase } from '#infra/local/data-dir.ts';
import { type FaultKind, READ_FAULT } from '#infra/local/fakes/fake.ts';
import { startServer } from '#infra/local/gateway/server.ts';
import { openSandbox, type Sandbox } from '#infra/sandbox/open-sandbox.ts';

export const KEY = 'sk_sandbox_0123456789abcdefghij';
export const OTHER_KEY = 'sk_sandbox_jihgfedcba9876543210';
export const PROVIDER = 'prv_one';
export const NOW = new Date('2030-01-01T10:00:00.500Z');

type Taken = { path: string; body: string; signature: string | undefined };

export type SandboxServer = Sandbox & {
  url: string;
  folder: string;
  /** The keys of the service's providers. */
  keys: Map<string, string>;
  /** How the next calls fail. */
  faults: FaultKind[];
  /** The webhooks received, and the statuses that answer the next ones; 200 when there are none. */
  webhooksTaken: Taken[];
  answers: number[];
  /** Called while a webhook is being received. */
  whenTaken: () => void;
  clock: Date;
};

const started: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const end of started) await end();
});

type Offer = (parts: SandboxNeeds) => LocalCalls;

/** In the folder of an earlier sandbox, it goes on with the earlier records. `offer` adds calls of the local run. */
export async function startSandbox(
  folder = mkdtempSync(join(tmpdir(), 'sandbox-')),
  offer: Offer = () => ({}),
): Promise<SandboxServer> {
  const webhooksTaken: Taken[] = [];
  const answers: number[] = [];
  const faults: FaultKind[] = [];
  const keys = new Map([[PROVIDER, KEY]]);
  const list = () =>
    [...keys].map(([provider, secretKey]) => ({ provider, credentials: JSON.stringify({ secretKey }) }));
  const get = (asked: string) => list().find(({ provider }) => provider === asked)?.credentials;
  const server = await startServer(0, (request) => answer(request));
  const { baseUrl } = server;
  const sandbox = openSandbox({
    url: sandboxUrl(baseUrl),
    baseUrl,
    database: openDatabase(folder),
    credentials: { list, get },
    faults: { take: (_service, isRead) => takeFault(faults, isRead) },
    now: () => running.clock,
  });
  const call = localCall({ ...sandbox.calls, ...offer({ ...sandbox, now: () => running.clock }) });
  const answer = async (request: IncomingMessage) => {
    const { method = '', headers, url = '' } = request;
    const [path = '', query = ''] = url.split('?');
    const body = await text(request);
    if (!path.startsWith('/webhooks/')) return call({ method, path, query, headers, body });
    running.whenTaken();
    webhooksTaken.push({ path, body, signature: headers['x-sandbox-signature']?.toString() });
    return plainJson(answers.shift() ?? 200, {});
  };
  started.push(async () => {
    await sandbox.close().catch(() => {});
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const running: SandboxServer = {
    ...sandbox,
    url: sandboxUrl(baseUrl),
    folder,
    keys,
    faults,
    webhooksTaken,
    answers,
    whenTaken: () => {},
    clock: NOW,
  };
  return running;
}

function takeFault(faults: FaultKind[], isRead: boolean): FaultKind | undefined {
  const index = faults.findIndex((kind) => isRead || kind !== READ_FAULT);
  return index === -1 ? undefined : faults.splice(index, 1)[0];
}

type Asked = { method: 'GET' | 'POST'; path: string; body?: object | undefined; key?: string };

/** Calls the API as the merchant of the key. */
export async function askSandbox(
  { url }: SandboxServer,
  { method, path, body, key = KEY }: Asked,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

export const aSession = (reference: string, given: object = {}): object => ({
  reference,
  method: 'checkout',
  amount: { minor: 4_500_000, currency: 'NGN' },
  customer: { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '+2348031234567' },
  business: 'Shoes & Sons',
  description: 'Two pairs of <b>shoes</b>',
  expiresAt: '2030-01-02T10:00:00.000Z',
  returnUrl: 'https://shop.example/back?returned=1',
  cancelUrl: 'https://shop.example/back?cancelled=1',
  ...given,
});
