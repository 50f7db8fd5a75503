/** An HTTP server in place of AWS. It returns the answer that a test sets, or none, and records every request. */
import type { IncomingMessage } from 'node:http';
import { clock } from '#lib/clock.ts';
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
