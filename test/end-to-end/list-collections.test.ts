/** GET /public/collections: pages with the newest collection first and an exact count. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/support/service.ts';
import { createCollection, listCollections, type Page, setStatus } from './requests.ts';

const service = useService();
const CREATED = 25;
/** Ids in the order of the list. */
const newest: string[] = [];
let before = 0;

const idsOf = ({ data }: Page): string[] => data.map(({ id }) => id);

beforeAll(async () => {
  before = (await listCollections(service.owner)).meta.count;
  for (let number = 1; number <= CREATED; number++) {
    const { id } = await createCollection(service.owner);
    newest.unshift(id);
    const page = await listCollections(service.owner, '?limit=1');
    expect([page.meta.count, idsOf(page)]).toEqual([before + number, [id]]);
  }
});

describe('a page', () => {
  it('a page without a limit holds ten collections, the newest first', async () => {
    const page = await listCollections(service.owner);
    expect(idsOf(page)).toEqual(newest.slice(0, 10));
    expect(page.meta).toEqual({ count: before + CREATED, next: 2, prev: null });
  });

  it('each page of the list follows the one before without a gap or a repeat, up to the last page', async () => {
    const count = before + CREATED;
    for (const limit of [1, 7, 10, 25, 100]) {
      const seen: string[] = [];
      for (let page: number | null = 1; page !== null; ) {
        const { data, meta }: Page = await listCollections(service.owner, `?page=${page}&limit=${limit}`);
        const last = Math.ceil(count / limit);
        expect(meta).toEqual({ count, next: page < last ? page + 1 : null, prev: page > 1 ? page - 1 : null });
        seen.push(...data.map(({ id }) => id));
        page = seen.length < CREATED ? meta.next : null;
      }
      expect(seen.slice(0, CREATED)).toEqual(newest);
    }
  });

  it.each(['9007199254740993', '100000', `1${'0'.repeat(300)}`])(
    'page %s of the list, which is past the end, is empty',
    async (page) => {
      const count = before + CREATED;
      const { data, meta } = await listCollections(service.owner, `?page=${page}&limit=10`);
      expect([data, meta]).toEqual([[], { count, next: null, prev: Math.ceil(count / 10) }]);
    },
  );

  it('a page of the list shows the current state of each collection', async () => {
    const id = newest[3] ?? '';
    const changed = await setStatus(service.owner, id, 'completed');
    const { data } = await listCollections(service.owner, '?limit=100');
    expect(data.find((item) => item.id === id)).toEqual(changed);
  });
});

describe('400', () => {
  const bad = ['0', '-1', '1.5', '1e2', '', '%20', '+1', 'one', '0x1', '01', '1,2', 'null', `1${'0'.repeat(310)}`];

  it.each([...bad, '101', '1000'])('the list answers 400 to limit=%s and names the parameter', async (limit) => {
    const { status, error } = await service.owner.send('GET', `/public/collections?limit=${limit}`);
    expect([status, error?.errors?.map(({ path }) => path)]).toEqual([400, ['limit']]);
  });

  it.each(bad)('the list answers 400 to page=%s and names the parameter', async (page) => {
    const { status, error } = await service.owner.send('GET', `/public/collections?page=${page}`);
    expect([status, error?.errors?.map(({ path }) => path)]).toEqual([400, ['page']]);
  });

  it.each(['page=1&page=2', 'page=1&page=1', 'limit=5&limit=10'])(
    'the list answers 400 when a parameter is given twice: %s',
    async (query) => {
      const { status, error } = await service.owner.send('GET', `/public/collections?${query}`);
      const path = query.split('=')[0];
      expect([status, error?.errors]).toEqual([400, [{ path, message: 'must be given once' }]]);
    },
  );

  it('a refused list request names every faulty parameter at once', async () => {
    const { error } = await service.owner.send('GET', '/public/collections?page=0&limit=0&sort=asc');
    expect(error?.errors?.map(({ path }) => path).toSorted()).toEqual(['limit', 'page', 'sort']);
  });
});
