/** HTTP itself: kept connections, header names in any case, request ids. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { checkAnswer } from '#test/support/http-client.ts';
import { useService } from '#test/support/service.ts';

const service = useService();

/** Uses node:http because fetch writes every header name in lower case and hides the connection. */
async function get(path: string, headers: Record<string, string>, agent?: Agent) {
  const sent = request(`${service.baseUrl}${path}`, { headers, ...(agent && { agent }) });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks = await response.setEncoding('utf8').toArray();
  const entries = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = { status: response.statusCode ?? 0, headers: new Headers(entries), text: chunks.join('') };
  return { ...answer, ...checkAnswer('GET', path, answer), reused: sent.reusedSocket };
}

it.each(['x-api-key', 'X-API-Key', 'X-API-KEY', 'X-Api-Key'])(
  'the API key is accepted in a header written as %s',
  async (name) => {
    expect((await get('/public/providers', { [name]: service.keys.owner })).status).toBe(200);
  },
);

it('a connection stays open for the next request, whatever status the last one got', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const key = { 'x-api-key': service.keys.owner };
  const statuses: number[] = [];
  for (const [path, headers] of [
    ['/public/collections', key],
    ['/public/collections', {}],
    ['/public/nothing', key],
    ['/public/collections?page=0', key],
    ['/public/providers', key],
  ] as const) {
    const { status, reused } = await get(path, headers, agent);
    expect(reused).toBe(statuses.length > 0);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 401, 404, 400, 200]);
  agent.destroy();
});

it('every request gets a new request id, whatever id the caller sends', async () => {
  const headers = { 'x-api-key': service.keys.owner, 'x-request-id': 'mine', 'x-amzn-requestid': 'mine' };
  const answers = await Promise.all([1, 2, 3].map(() => get('/public/providers', headers)));
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain('mine');
});
