/** An HTTP client with a fixed number of open connections. */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends one request. @throws Error when the status is not `expected`. */
export type Send = (method: string, path: string, expected: number, body?: object) => Promise<unknown>;

export function openConnections(baseUrl: string, apiKey: string, maxSockets: number): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const send: Send = (method, path, expected, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const sent = request(`${baseUrl}${path}`, { method, agent, headers }, async (answer) => {
      try {
        const received = await text(answer);
        if (answer.statusCode !== expected) throw new Error(`${method} ${path}: ${answer.statusCode} ${received}`);
        resolve(JSON.parse(received));
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
    return promise;
  };
  return { send, close: () => agent.destroy() };
}
