/** The model and the product agree on pages of collections and on an account's providers. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ACCOUNTS, anyAccount } from './any-create.ts';
import { metaOf, pageOf, pageRequestOf } from './list.ts';
import * as product from './product.ts';
import {
  createProvider,
  getProvider,
  listProviders,
  type Providers,
  providerFault,
  updateProvider,
} from './providers.ts';
import type { AccountFacts } from './wire.ts';

it('model and product show the same page of any list', () => {
  const anyPage = fc.record({ page: fc.integer({ min: 1, max: 14 }), limit: fc.integer({ min: 1, max: 100 }) });
  fc.assert(
    fc.property(fc.nat(250), anyPage, (count, page) => {
      const recorded = Array.from({ length: count }, (_, n) => `pay_${n}`);
      const { ids, meta } = pageOf(recorded, page);
      expect(product.page(recorded, page)).toEqual({ ids, meta });
      expect(meta).toEqual(metaOf(count, page));
    }),
    { numRuns: 2_000 },
  );
});

it('model and product read the same page and limit from any query', () => {
  const anyText = fc.oneof(
    fc.constantFrom('1', '0', '-1', '1.5', '01', '1e1', ' 1', '', '100', '101', 'x'),
    fc.nat(120).map(String),
  );
  const anyQuery = fc.record({ page: anyText, limit: anyText, sort: fc.constant('asc') }, { requiredKeys: [] });
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(product.pageRequest(query)).toEqual(pageRequestOf(query));
    }),
    { numRuns: 1_000 },
  );
});

type Step =
  | { kind: 'create'; name: string; slug: string; enabled: boolean }
  | { kind: 'update'; slug: string; name?: string; enabled?: boolean };

const anySlug = fc.constantFrom('paystack', 'till', 'desk');
const anyName = fc.constantFrom('Till', 'Desk', ' Till ');

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name: anyName, slug: anySlug, enabled: fc.boolean() }),
  fc
    .record(
      { kind: fc.constant('update' as const), slug: anySlug, name: anyName, enabled: fc.boolean() },
      { requiredKeys: ['kind', 'slug'] },
    )
    .filter((step) => 'name' in step || 'enabled' in step),
);

it('model and product agree on the providers of an account after any changes', () => {
  const anySteps = fc.array(fc.tuple(anyStep, fc.integer({ min: -5_000, max: 60_000 })), {
    maxLength: 10,
    size: 'max',
  });
  fc.assert(
    fc.property(anyAccount, anySteps, (account, steps) => {
      let now = Date.parse('2026-03-01T09:00:00Z');
      let providers: Providers = new Map();
      let stored = new Map<string, product.Provider>();
      for (const [step, after] of steps) {
        now += after;
        if (step.kind === 'create') {
          const { providers: next, answer } = createProvider({ account, providers }, step, now);
          const { kind: _kind, ...given } = step;
          expect(answer.status).toBe(stored.has(step.slug) ? 409 : 201);
          if (!stored.has(step.slug))
            stored = new Map([...stored, [step.slug, product.addProvider(given, account, now)]]);
          providers = next;
        } else {
          const { kind: _kind, slug, ...given } = step;
          const known = stored.get(slug);
          const { providers: next, answer } = updateProvider({ account, providers }, slug, { ...given, now });
          expect(answer.status).toBe(known ? 200 : 404);
          if (known) stored = new Map([...stored, [slug, product.patchProvider(known, given, now)]]);
          providers = next;
        }
        expectSame({ account, providers }, stored);
      }
    }),
    { numRuns: 300 },
  );
});

type Owner = { account: AccountFacts; providers: Providers };

function expectSame(owner: Owner, stored: ReadonlyMap<string, product.Provider>): void {
  const shown = product.showProviders([...stored.values()]);
  expect(listProviders(owner).body).toMatchObject({ data: shown });
  const stranger = ACCOUNTS.find(({ id }) => id !== owner.account.id) as AccountFacts;
  for (const provider of shown) {
    expect(getProvider(owner.account, provider.id, [owner])).toMatchObject({ status: 200, body: { data: provider } });
    expect(getProvider(stranger, provider.id, [owner]).status).toBe(403);
    expect(providerFault(owner.providers, provider.slug)).toEqual(
      provider.enabled ? [] : [{ path: 'provider', message: 'is disabled' }],
    );
  }
  expect(getProvider(owner.account, 'prv_nothing', [owner]).status).toBe(404);
}
