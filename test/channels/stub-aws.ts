/**
 * An HTTP server in place of AWS. It returns the answer that a test sets, or none, and records every request.
 * Sends by the real adapters, with the senders that a test names.
 * Addresses on this machine that accept no connection.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { LIMITS, type Limits } from '#lib/channels/adapter.ts';
import { openChannels, type Send } from '#lib/channels/send.ts';
import { clock } from '#lib/clock.ts';
import type { Senders } from '#lib/domain/channels/channels.ts';
import { log } from '#lib/log.ts';
import { type Reply, startStubServer } from '#test/support/stub-server.ts';

type Received = { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown>; at: Date };

const ENDPOINTS = ['SESV2', 'SOCIALMESSAGING', 'PINPOINT_SMS_VOICE_V2', 'SCHEDULER', 'SQS'];

export function pointAwsAt(url: string): void {
  for (const service of ENDPOINTS) process.env[`AWS_ENDPOINT_URL_${service}`] = url;
}

export type StubAws = Awaited<ReturnType<typeof startStubAws>>;

export async function startStubAws({ lasts = false } = {}) {
  const received: Received[] = [];
  const replies: { reply: Reply } = { reply: { status: 500 } };
  const answer = ({ url: path = '', headers }: IncomingMessage, body: string): Reply => {
    received.push({ path, headers, body: JSON.parse(body || '{}'), at: clock.now() });
    return stub.reply;
  };
  const stub = Object.assign(await startStubServer(answer, { lasts }), replies, { received });
  return stub;
}

const lasting: Partial<Record<string, Promise<StubAws>>> = {};

/** One for all test files of a process, because a client of AWS remembers where it has sent its first request. */
export const stubAwsFor = (clients: 'channels' | 'scheduler'): Promise<StubAws> => {
  lasting[clients] ??= startStubAws({ lasts: true });
  return lasting[clients];
};

export const sendBy = (senders: Senders, limits: Limits = LIMITS): Send =>
  openChannels({ settings: { senders }, clock, log, limits }).send;

/** A port that refuses connections, because no server listens on it. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const LISTENS = `require('node:net').createServer()
  .listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port); })`;

/** A port that neither accepts nor refuses connections: its server is stopped, and its queue is full. */
export async function crowdedPort(): Promise<string> {
  const child = spawn(process.execPath, ['-e', LISTENS], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(printed);
  child.kill('SIGSTOP');
  const queue = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    child.kill('SIGKILL');
    for (const socket of queue) socket.destroy();
  });
  await sleep(100);
  return `http://127.0.0.1:${port}`;
}
