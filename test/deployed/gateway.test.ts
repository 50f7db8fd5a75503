/** The gateway as it is deployed: unknown paths, known ones with other methods, and the addresses it gives. */
import { describe, expect, it } from 'vitest';

const BASE_URL = process.env['COLLECTIONS_BASE_URL'] ?? '';
const API_KEY = process.env['COLLECTIONS_API_KEY'] ?? '';

// biome-ignore lint/suspicious/noExplicitAny: the contract's own tests say what an envelope holds.
type Envelope = Record<string, any>;

const call = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${BASE_URL}${path}`, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Envelope };
};

describe('the deployed gateway', () => {
  it.each(['/', '/public', '/nowhere', '/public/nowhere', '/public/collections/pay_x/status/deeper'])(
    'sends %s, which no route takes, to the function that says 404 in the envelope',
    async (path) => {
      const { status, headers, body } = await call(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ status: 'error', code: 'route_not_found' });
      expect(headers.get('x-request-id')).toBeTruthy();
    },
  );

  it('says which methods a known path has', async () => {
    const { status, headers, body } = await call('/public/collections', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(body).toMatchObject({ status: 'error', code: 'method_not_allowed' });
    expect(headers.get('allow')).toMatch(/GET.*POST|POST.*GET/);
  });

  it.each(['/public/collections', '/public/providers', '/public/collections/pay_x'])(
    'lets the function behind %s refuse a caller without a key, and take one with it',
    async (path) => {
      expect((await call(path)).status).toBe(401);
      const { status, body } = await call(path, { headers: { 'x-api-key': API_KEY } });
      expect([200, 404]).toContain(status);
      expect(body).toHaveProperty('message');
    },
  );

  it('names a new collection by an address that answers', async () => {
    const contact = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };
    const created = await call('/public/collections', {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ reference: 'deployed-1', amount: { value: 45000, currency: 'NGN' }, contact }),
    });
    expect(created.status).toBe(201);
    const location = created.headers.get('location') ?? '';
    expect(location).toBe(`${BASE_URL}/public/collections/${created.body['data'].id}`);
    const found = await fetch(location, { headers: { 'x-api-key': API_KEY } });
    expect(((await found.json()) as Envelope)['data']).toEqual(created.body['data']);
  });
});
