/** HTTPS below the real sender of webhooks: each request to `node:https` is exchanged with a receiver of this world. */
import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/** `chunks` end early where the connection breaks. `retryAfter` is a header. */
type Answer = { status: number; chunks?: readonly Buffer[]; breaksOff?: boolean; retryAfter?: string | undefined };
/** The code of an error of the connection, or the name of what gave up. */
type NoAnswer = { code: string } | { name: string };
export type Outcome = Answer | NoAnswer;

export type Request = { url: URL; options: RequestOptions; body: string };

export function connectHttps(exchange: (request: Request) => Promise<Outcome>): void {
  const request = (url: URL, options: RequestOptions): ClientRequest => {
    const events = new EventEmitter();
    const end = (body: string) => {
      const socket = new EventEmitter();
      events.emit('socket', socket);
      socket.emit('secureConnect');
      void exchange({ url, options, body }).then((outcome) => {
        if ('status' in outcome) events.emit('response', responseOf(outcome));
        else events.emit('error', Object.assign(new Error('not sent'), outcome));
        events.emit('close');
      });
    };
    const destroy = (error: Error) => events.emit('error', error);
    return Object.assign(events, { end, destroy }) as unknown as ClientRequest;
  };
  Object.assign(https, { request });
  syncBuiltinESMExports();
}

/** The parts of a response that the sender reads. */
function responseOf({ status, chunks = [], breaksOff = false, retryAfter }: Answer): object {
  async function* read() {
    yield* chunks;
    if (breaksOff) throw new Error('aborted');
  }
  return {
    statusCode: status,
    headers: { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
    destroy: () => {},
    [Symbol.asyncIterator]: read,
  };
}
