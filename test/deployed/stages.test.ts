/** Two stages in one account: each has its own address, accounts and collections. */
import { expect, it } from 'vitest';

const ONE = { baseUrl: process.env['COLLECTIONS_BASE_URL'] ?? '', key: process.env['COLLECTIONS_API_KEY'] ?? '' };
const TWO = { baseUrl: process.env['OTHER_STAGE_BASE_URL'] ?? '', key: process.env['OTHER_STAGE_API_KEY'] ?? '' };

const get = (baseUrl: string, key: string, path = '/public/collections'): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } });

it('a second stage of the account answers its own keys, and each refuses those of the other', async () => {
  expect((await get(ONE.baseUrl, ONE.key)).status).toBe(200);
  expect((await get(TWO.baseUrl, TWO.key)).status).toBe(200);
  expect((await get(ONE.baseUrl, TWO.key)).status).toBe(401);
  expect((await get(TWO.baseUrl, ONE.key)).status).toBe(401);
});

it('a collection of one stage is unknown to the other', async () => {
  const created = await fetch(`${TWO.baseUrl}/public/collections`, {
    method: 'POST',
    headers: { 'x-api-key': TWO.key, 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: 'of-stage-two',
      amount: { value: 5000, currency: 'NGN' },
      contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348012345678', email: 'ada@collect.example' },
    }),
  });
  const body = (await created.json()) as { data: { id: string } };
  expect(created.status, JSON.stringify(body)).toBe(201);
  const path = `/public/collections/${body.data.id}`;
  expect((await get(TWO.baseUrl, TWO.key, path)).status).toBe(200);
  expect((await get(ONE.baseUrl, ONE.key, path)).status).toBe(404);
});
