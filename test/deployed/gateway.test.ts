/** The deployed gateway: unknown paths, unknown methods of known paths, and the Location of a new collection. */
import { describe, expect, it } from 'vitest';
import { aPng } from '#test/domain/logo/images.ts';

const BASE_URL = process.env['COLLECTIONS_BASE_URL'] ?? '';
const API_KEY = process.env['COLLECTIONS_OTHER_API_KEY'] ?? '';

// biome-ignore lint/suspicious/noExplicitAny: the tests of the contract check the content of an envelope.
type Envelope = Record<string, any>;

const call = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${BASE_URL}${path}`, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Envelope };
};

describe('the deployed gateway', () => {
  it.each(['/', '/public', '/nowhere', '/public/nowhere', '/public/collections/pay_x/status/deeper'])(
    'the deployed gateway answers the unknown path %s with 404 in the envelope',
    async (path) => {
      const { status, headers, body } = await call(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ status: 'error', code: 'route_not_found' });
      expect(headers.get('x-request-id')).toBeTruthy();
    },
  );

  it('the deployed gateway answers 405 with Allow to an unknown method of a known path', async () => {
    const { status, headers, body } = await call('/public/collections', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(body).toMatchObject({ status: 'error', code: 'method_not_allowed' });
    expect(headers.get('allow')).toMatch(/GET.*POST|POST.*GET/);
  });

  it.each(['/public/collections', '/public/providers', '/public/collections/pay_x'])(
    'the deployed gateway passes %s to its function, which checks the key',
    async (path) => {
      expect((await call(path)).status).toBe(401);
      const { status, body } = await call(path, { headers: { 'x-api-key': API_KEY } });
      expect([200, 404]).toContain(status);
      expect(body).toHaveProperty('message');
    },
  );

  it.each(['*/*', 'image/avif,image/webp,*/*;q=0.8'])('a logo reaches who accepts %s byte by byte', async (accept) => {
    const image = aPng();
    const { status, body } = await call('/public/account/logo', {
      method: 'PUT',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ image }),
    });
    expect(status).toBe(200);
    const shown = await fetch(body['data'].logo.url, { headers: { accept } });
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(image);
  });

  it('the Location of a collection created in a deployment can be read', async () => {
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
