/** The HTTP transport below the SDK's retry code, in which requests and replies can be lost. */

import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { table } from '#lib/store/table/live-table.ts';

type Reply = { response: { statusCode: number; headers: Record<string, string>; body: unknown } };
type Handle = (request: { headers: Record<string, string> }, options: unknown) => Promise<Reply>;
const requestHandler = table.client.config.requestHandler as unknown as { handle: Handle };

/** Reads the whole reply, because an unread reply keeps its socket open. */
async function drained(send: () => Promise<Reply>): Promise<void> {
  const { response } = await send();
  for await (const _chunk of response.body as Readable);
}

const timeout = () => Object.assign(new Error('no reply in time'), { name: 'TimeoutError' });
const reset = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
const serverError = () => ({
  response: {
    statusCode: 500,
    headers: {},
    body: Readable.from([JSON.stringify({ __type: 'InternalServerError', message: 'internal' })]),
  },
});

/** Faults of one request. Only the first two reach the table. */
export const FAULTS = {
  'whose reply is lost': async (send) => {
    await drained(send);
    throw timeout();
  },
  'which is done but answered with a 500': async (send) => {
    await drained(send);
    return serverError();
  },
  'which never arrives': async () => {
    throw reset();
  },
} satisfies Record<string, (send: () => Promise<Reply>) => Promise<Reply>>;
export type Fault = keyof typeof FAULTS;

/** Injects the fault into each request whose number, from 1, `strikes` accepts, until the test ends. Returns the live request count. */
export function breakWire(fault: Fault, strikes: (request: number) => boolean): { requests: number } {
  const handle = requestHandler.handle;
  const made = { requests: 0 };
  requestHandler.handle = async (request, options) => {
    made.requests += 1;
    const send = () => handle.call(requestHandler, request, options);
    return strikes(made.requests) ? FAULTS[fault](send) : send();
  };
  onTestFinished(() => {
    requestHandler.handle = handle;
  });
  return made;
}
