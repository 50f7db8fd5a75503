/** In some worlds merchants look for collections by everything that there is, alone and together, in pages of every size: drawn apart from all else. */
import type { Collection } from '#lib/domain/collection.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { readToEnd } from './read-to-end.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const MORE_FILTERS = { name: 'more-filters', share: 0.3 };

const FILTERS = 6;
const WHOLE = 100;

type Query = Record<string, string>;

export const looksFurther = (seed: number, without: ReadonlySet<string>): boolean =>
  !without.has(MORE_FILTERS.name) && randomFrom(seed, MORE_FILTERS.name).bool(MORE_FILTERS.share);

/** Each is asked for whole, which the model judges, and in small pages, which show the same. */
export function lookFurther(world: World): void {
  if (!world.looksFurther) return;
  const random = randomFrom(world.seed, `${MORE_FILTERS.name} asked`);
  const begun = new Date(world.prefilled?.at ?? 0).toISOString();
  for (const by of world.tenants) {
    // The model does not know the contacts of what was there before.
    const all = storedCollections(world).filter(({ createdAt }) => createdAt > begun);
    const own = all.filter(({ ref }) => ref.account === by.account.id);
    if (own.length === 0) continue;
    for (let index = 0; index < FILTERS; index += 1) {
      const query = aFilter(random, own);
      world.callers.ask({ by, operation: 'list-collections', call: { query: { ...query, limit: String(WHOLE) } } }, 0);
      readPages(world, by, query, random.between(1, 5));
    }
    strangeCursor(world, by, random.pick(own));
  }
}

function aFilter(random: Random, own: readonly Collection[]): Query {
  const { reference, contact } = random.pick(own);
  const [from, to] = [random.pick(own), random.pick(own)].map(({ createdAt }) => createdAt).toSorted();
  const parts: Query[] = [
    { status: random.pick(STATUSES) },
    { contact: random.pick([contact.id, contact.email, contact.email.toUpperCase(), contact.phone]) },
    { contact: random.pick(['nobody@example.org', '+2348030000000']) },
    { createdFrom: `${from}`, createdTo: `${to}` },
    { createdTo: `${to}` },
    { reference: random.pick([reference, `${reference} of nobody`]) },
    {},
  ];
  const query = { ...random.pick(parts), ...random.pick(parts), ...random.pick(parts) };
  return Object.keys(query).length > 0 ? query : { status: random.pick(STATUSES) };
}

function readPages(world: World, by: Tenant, query: Query, limit: number): void {
  const list = { operation: 'list-collections', query, cursorName: 'cursor' } as const;
  readToEnd(world, by, { ...list, limit: WHOLE }, (whole) => {
    readToEnd(world, by, { ...list, limit }, (ids) => {
      world.note('filter read in small pages');
      const about = `${by.mark} list-collections ${JSON.stringify(query)}`;
      if (ids.join() !== whole.join())
        world.violate(14, `${about}: ${ids.join()} in pages of ${limit}, ${whole.join()} in a large one`);
    });
  });
}

/** A cursor says where its own filter goes on, and nothing about another one. */
function strangeCursor(world: World, by: Tenant, { reference }: Collection): void {
  const ask = (query: Query, then: (status: number, body: Page) => void) =>
    world.lambda.invoke('list-collections', anApiEvent({ query, key: by.apiKey }), (ending) => {
      if (ending.kind !== 'returned') return;
      const { statusCode, body } = ending.value as { statusCode: number; body: string };
      if (statusCode !== 503) then(statusCode, JSON.parse(body) as Page);
    });
  ask({ createdFrom: '2020-01-01T00:00:00Z', limit: '1' }, (_status, { meta }) => {
    const cursor = meta?.nextCursor ?? 'made-up';
    ask({ reference, cursor }, (status, { errors }) => {
      world.note('cursor of another filter');
      const [fault] = errors ?? [];
      if (status !== 400 || fault?.path !== 'cursor' || fault.message !== 'is not a nextCursor of this filter')
        world.violate(14, `${by.mark}: a cursor of another filter was answered ${status} ${JSON.stringify(errors)}`);
    });
  });
}

type Page = { meta?: { nextCursor: string | null }; errors?: { path: string; message: string }[] };
