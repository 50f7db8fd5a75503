/** Examples of the model of the whole contract: its answers and the order of refusals. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTS, anyAccount, anyBody } from './any-create.ts';
import { contactOf, emptyAddressBook, findContactId, remember } from './people.ts';
import * as product from './product.ts';
import { createProvider, type Providers } from './providers.ts';
import { type AccountState, create, get, list, patchStatus } from './service.ts';
import type { AccountFacts, CreateBody } from './wire.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const BASE = { baseUrl: product.BASE_URL };
const [ACCOUNT, OTHER] = ACCOUNTS as [AccountFacts, AccountFacts];

const empty = (account: AccountFacts): AccountState => ({
  account,
  providers: new Map(),
  book: emptyAddressBook(),
  collections: new Map(),
  recorded: [],
});

const BODY: CreateBody = {
  reference: 'order-1',
  amount: { value: 45_000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  payable: { enabled: true },
};

const at = (state: AccountState, minutes = 0) => ({ state, now: NOW + minutes * 60_000, ...BASE });

it('the model answers a create with 201, its replay with 201, and a duplicate and a conflict with 409', () => {
  const asked = { idempotencyKey: 'k', body: BODY };
  const { state, answer } = create(at(empty(ACCOUNT)), asked);
  const { id } = (answer.body as { data: { id: string } }).data;
  expect(answer).toMatchObject({
    status: 201,
    headers: { location: `${BASE.baseUrl}/public/collections/${id}` },
    body: { status: 'success', message: 'Collection created successfully', data: { status: 'pending' } },
  });
  const replay = create(at(state, 1), asked).answer;
  expect(replay).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' }, body: answer.body });
  const refusals = [
    [
      { idempotencyKey: undefined, body: BODY },
      { code: 'duplicate_reference', existing: { id } },
    ],
    [{ idempotencyKey: 'k', body: { ...BODY, expiresIn: 60 } }, { code: 'idempotency_conflict' }],
  ] as const;
  for (const [again, body] of refusals)
    expect(create(at(state, 1), again).answer).toMatchObject({ status: 409, body: { status: 'error', ...body } });
  expect(create(at(state, 1), { ...asked, body: { ...BODY, provider: 'none' } }).answer.status).toBe(400);
});

it('the model answers reads, lists and status changes, and refuses foreign and unknown collections', () => {
  const { state } = create(at(empty(ACCOUNT)), { idempotencyKey: undefined, body: BODY });
  const [id] = state.recorded as [string];
  const others = [state];
  expect(get(at(state), id, [])).toMatchObject({ status: 200, body: { message: 'Collection retrieved successfully' } });
  expect(get(at(empty(OTHER)), id, others)).toMatchObject({
    status: 403,
    body: { status: 'error', code: 'collection_forbidden', message: 'Collection belongs to different account' },
  });
  expect(get(at(state), 'pay_nothing', [])).toMatchObject({ status: 404, body: { message: 'Collection not found' } });
  expect(list(at(state), {})).toMatchObject({ status: 200, body: { meta: { count: 1, next: null, prev: null } } });
  expect(list(at(state), { page: '0' }).status).toBe(400);
  const done = patchStatus(at(state, 1), { id, to: 'completed' }, []);
  expect(done.answer).toMatchObject({
    status: 200,
    body: { data: { status: 'completed', completedAt: expect.any(String) } },
  });
  expect(patchStatus(at(done.state, 2), { id, to: 'completed' }, []).answer.body).toEqual(done.answer.body);
  expect(patchStatus(at(done.state, 2), { id, to: 'cancelled' }, []).answer).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  });
  expect(patchStatus(at(state, 1440), { id, to: 'cancelled' }, []).answer.status).toBe(409);
  expect(patchStatus(at(state, 1440), { id, to: 'completed' }, []).answer.status).toBe(200);
  expect(get(at(state, 1440), id, [])).toMatchObject({ body: { data: { status: 'expired' } } });
});

it('the model allows fifty providers, and refuses a taken slug before a full account', () => {
  let providers: Providers = new Map();
  for (let n = 0; n < 50; n += 1)
    providers = createProvider({ account: ACCOUNT, providers }, { name: 'Till', slug: `till-${n}` }, NOW).providers;
  const answers = ['till-0', 'till-50'].map(
    (slug) => createProvider({ account: ACCOUNT, providers }, { name: 'Till', slug }, NOW).answer,
  );
  expect(answers.map(({ body }) => (body as { code: string }).code)).toEqual(['provider_slug_taken', 'provider_limit']);
});

it('model and product find a contact by the same phone and email, the phone first', () => {
  fc.assert(
    fc.property(anyBody, anyBody, anyAccount, ({ contact: first }, { contact: second }, account) => {
      const known = contactOf(first, account, undefined);
      const book = remember(emptyAddressBook(), known, account);
      const [was, is] = [first, second].map((person) => product.lookupOf(person, account));
      const isFound = was?.phone === is?.phone || was?.email === is?.email;
      expect(findContactId(book, second, account)).toBe(isFound ? known.id : undefined);
    }),
    { numRuns: 500 },
  );
});
