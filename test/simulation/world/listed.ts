/** In some worlds a business that many collections are made for at once lists them: every filter, in pages of every size, shows what a list of them says. */
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { metaOf } from '#test/simulation/model/list.ts';
import { askAll, CLOCKS, openBusiness } from './own-business.ts';
import type { World } from './world.ts';

export const LISTED = { name: 'listed', share: 0.12 };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Clocks of machines differ, and a run that stores an expiry takes a moment. */
const NEAR = 20 * SECOND;
const BURSTS = { min: 4, max: 9 };
const AT_ONCE = { min: 2, max: 11 };
const QUERIES = 24;
const MAX_PAGES = 80;
const STATUSES = ['pending', 'completed', 'cancelled', 'overdue', 'expired'];
const PAYABLE = ['pending', 'overdue'];

const PEOPLE = [
  { firstName: 'One', lastName: 'Listed', phone: '+2348055550001', email: 'one@listed.example' },
  { firstName: 'Two', lastName: 'Listed', phone: '08055550002', email: 'two@listed.example' },
  { firstName: 'Three', lastName: 'Listed', phone: '+2348055550003', email: 'Three@Listed.example' },
];

type Shown = {
  id: string;
  reference: string;
  createdAt: string;
  status: string;
  contact: { id: string; email: string };
};
type Made = Pick<Shown, 'id' | 'reference' | 'createdAt' | 'status'> & {
  contactId: string;
  person: number;
  expiresAt: number;
};
type Filter = { reference?: string; contact?: string; status?: string; createdFrom?: string; createdTo?: string };
type Lister = { world: World; random: Random; key: string; made: Made[] };

/** After all else, when nothing is broken any more; not where an operator or a retention period comes after it. */
export async function listMany(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, LISTED.name);
  if (without.has(LISTED.name) || !random.bool(LISTED.share)) return;
  const key = await openBusiness('Many Listed');
  const lister: Lister = { world, random, key, made: [] };
  const bursts = random.between(BURSTS.min, BURSTS.max);
  for (let burst = 0; burst < bursts && !world.kernel.isStopped(); burst += 1) {
    await makeAtOnce(lister, burst);
    await changeSome(lister);
    await look(lister);
  }
  for (let query = 0; query < QUERIES && !world.kernel.isStopped(); query += 1) {
    await look(lister);
    if (random.bool(0.3)) await world.kernel.runUntil(world.kernel.now() + random.between(1, 20) * MINUTE);
  }
  for (const limit of [1, 3, 50, 100].filter(() => random.bool(0.6))) await readPages(lister, limit);
  world.note('lists read in every way');
}

/** All of them are dated at one instant, or at two. */
async function makeAtOnce(lister: Lister, burst: number): Promise<void> {
  const { world, random, key, made } = lister;
  const asked = Array.from({ length: random.between(AT_ONCE.min, AT_ONCE.max) }, (_, index) => {
    const person = random.between(0, PEOPLE.length - 1);
    const body = {
      reference: `many-${burst}-${index}`,
      amount: { value: 10, currency: 'NGN' },
      contact: PEOPLE[person],
      expiresIn: random.pick([10, 20, 60, 10_000]),
      followUp: { enabled: false },
    };
    return { person, body };
  });
  const answers = await askAll(
    world,
    asked.map(({ body }) => ({ operation: 'create-collection', key, method: 'POST', body })),
  );
  for (const [index, { person, body }] of asked.entries()) {
    const answer = answers[index];
    if (answer?.status !== 201) return world.violate(9, `a create was answered ${answer?.status}`);
    const { id, reference, createdAt, status, contact } = answer.body.data as Shown;
    const expiresAt = Date.parse(createdAt) + body.expiresIn * MINUTE;
    made.push({ id, reference, createdAt, status, contactId: contact.id, person, expiresAt });
  }
}

const statusNow = ({ kernel }: World, { status, expiresAt }: Made): string =>
  PAYABLE.includes(status) && kernel.now() >= expiresAt ? 'expired' : status;
const isSure = ({ kernel }: World, { expiresAt }: Made): boolean => Math.abs(kernel.now() - expiresAt) > NEAR;

async function changeSome(lister: Lister): Promise<void> {
  const { world, random, key, made } = lister;
  const open = made.filter((each) => statusNow(world, each) === 'pending' && isSure(world, each) && random.bool(0.3));
  const wanted = open.map((each) => ({ each, to: random.pick(['completed', 'cancelled', 'overdue']) }));
  const answers = await askAll(
    world,
    wanted.map(({ each: { id }, to }) => ({
      operation: 'update-collection-status',
      key,
      method: 'PATCH',
      id,
      body: { status: to },
    })),
  );
  for (const [index, { each, to }] of wanted.entries()) {
    if (answers[index]?.status !== 200)
      world.violate(9, `a change of ${each.id} was answered ${answers[index]?.status}`);
    each.status = to;
  }
}

/** By one to three things; dates are on the instants of creates, and beside them. */
function aFilter({ random, made }: Lister): Filter {
  const { reference, contactId, createdAt, person } = random.pick(made);
  const { phone = '', email = '' } = PEOPLE[person] ?? {};
  const other = random.pick(made).createdAt;
  const beside = (at: string) => new Date(Date.parse(at) + random.pick([-1, 0, 0, 1])).toISOString();
  const [first, last] = [beside(createdAt), beside(other)].toSorted();
  const filter: Filter = {
    ...(random.bool(0.1) && { reference }),
    ...(random.bool(0.4) && { contact: random.pick([contactId, phone, email, email.toUpperCase()]) }),
    ...(random.bool(0.5) && { status: random.pick(STATUSES) }),
    ...(random.bool(0.4) && { createdFrom: first }),
    ...(random.bool(0.4) && { createdTo: last }),
  };
  return Object.keys(filter).length > 0 ? filter : { status: 'expired' };
}

const isAsked = (world: World, filter: Filter, each: Made): boolean => {
  const { reference, contact, status, createdFrom = '', createdTo = '~' } = filter;
  const { phone = '', email = '' } = PEOPLE[each.person] ?? {};
  return (
    (reference ?? each.reference) === each.reference &&
    (contact === undefined ||
      [each.contactId, phone, email.toLowerCase()].some((one) => one === contact || one === contact.toLowerCase())) &&
    (status ?? statusNow(world, each)) === statusNow(world, each) &&
    each.createdAt >= createdFrom &&
    each.createdAt < createdTo
  );
};

/** Reads one filter to its end, in pages of one size. */
async function look(lister: Lister): Promise<void> {
  const { world, random, key, made } = lister;
  // Not while something expires.
  while (!made.every((each) => isSure(world, each))) await world.kernel.runUntil(world.kernel.now() + NEAR);
  const filter = aFilter(lister);
  const limit = random.pick([1, 2, 3, 4, 7, 100]);
  const right = made.filter((each) => isAsked(world, filter, each));
  const found: Shown[] = [];
  let cursor: string | null = null;
  const from = world.kernel.now();
  const about = `list by ${JSON.stringify(filter)} in pages of ${limit}`;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = { ...filter, limit: String(limit), ...(cursor !== null && { cursor }) };
    const [answer] = await askAll(world, [{ operation: 'list-collections', key, query }]);
    if (answer?.status !== 200) return world.violate(14, `${about}: ${answer?.status}`);
    const { data, meta } = answer.body as { data: Shown[]; meta: Record<string, unknown> };
    if (data.length > limit) world.violate(14, `${about}: ${data.length} on a page`);
    if (meta['count'] !== null || meta['next'] !== null || meta['prev'] !== null)
      world.violate(14, `${about}: a count`);
    found.push(...data);
    cursor = meta['nextCursor'] as string | null;
    if (cursor === null) break;
  }
  const isByLog = filter.contact === undefined && filter.status === undefined;
  judge(lister, about, { found, right, from, isEnded: cursor === null, isByLog });
}

type Judged = {
  found: readonly Shown[];
  right: readonly Made[];
  /** When the first page was asked for. Small pages take long, so something may expire meanwhile. */
  from: number;
  isEnded: boolean;
  isByLog: boolean;
};

function judge(lister: Lister, about: string, { found, right, from, isEnded, isByLog }: Judged): void {
  const { world, made } = lister;
  const isEither = (each: Made) => each.expiresAt > from && each.expiresAt < world.kernel.now() + CLOCKS;
  const either = made.filter(isEither).map(({ id }) => id);
  const ids = found.map(({ id }) => id);
  const missing = right
    .filter(({ id }) => !ids.includes(id) && !either.includes(id))
    .map(({ reference, createdAt }) => `${reference} of ${createdAt}`);
  const odd = found
    .filter(({ id }) => !either.includes(id) && right.every((each) => each.id !== id))
    .map(({ reference }) => reference);
  const times = found.map(({ createdAt }) => createdAt);
  if (!isEnded) world.violate(14, `${about}: it has no end`);
  if (missing.length > 0) world.violate(14, `${about}: without ${missing.join()}`);
  if (odd.length > 0) world.violate(14, `${about}: with ${odd.join()}`);
  if (new Set(ids).size < ids.length) world.violate(14, `${about}: one twice`);
  // By dates alone in the order of the log, which machines with different clocks write.
  const slack = isByLog ? CLOCKS : 0;
  const before = (index: number) => Date.parse(times[index - 1] ?? '') + slack;
  if (times.some((at, index) => index > 0 && Date.parse(at) > before(index)))
    world.violate(14, `${about}: not the newest first`);
  for (const { id, status } of found) {
    const known = right.find((each) => each.id === id);
    if (known !== undefined && !isEither(known) && status !== statusNow(world, known))
      world.violate(14, `${about}: ${id} is ${status}`);
  }
}

/** The whole list, by numbers. */
async function readPages(lister: Lister, limit: number): Promise<void> {
  const { world, key, made } = lister;
  const found: Shown[] = [];
  for (let page = 1; page <= Math.ceil(made.length / limit) + 1; page += 1) {
    const query = { page: String(page), limit: String(limit) };
    const [answer] = await askAll(world, [{ operation: 'list-collections', key, query }]);
    if (answer?.status !== 200) return world.violate(14, `page ${page} of ${limit}: ${answer?.status}`);
    const { data, meta } = answer.body as { data: Shown[]; meta: Record<string, unknown> };
    const right = metaOf(made.length, { page, limit });
    for (const name of ['count', 'next', 'prev'] as const)
      if (meta[name] !== right[name])
        world.violate(14, `page ${page} of ${limit}: ${name} ${meta[name]} instead of ${right[name]}`);
    found.push(...data);
  }
  const ids = found.map(({ id }) => id);
  if (
    ids.toSorted().join() !==
    made
      .map(({ id }) => id)
      .toSorted()
      .join()
  )
    world.violate(14, `all pages of ${limit} together are not the list`);
}
