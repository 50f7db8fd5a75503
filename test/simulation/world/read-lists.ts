/** In some worlds no webhook of a business of its own ever comes: what was paid and what went back is found in its provider's lists, all of it and nothing else. */
import type { Provider, ProviderRequest, Reply } from '#test/simulation/aws/provider-http.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { type Asked, accountOf, askAll, CLOCKS, judgeSame, openBusiness, untilAnswered } from './own-business.ts';
import { aReturn, type Moved, movementsOf, rowsOf, sumOf } from './read-lists/moved.ts';
import type { World } from './world.ts';

export const READ_LISTS = { name: 'read-lists', share: 0.1 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How far the lists are read back. */
const BACK = { hour: 2 * HOUR, days: 8 * 24 * HOUR };
const ON_A_PAGE = 2;
const COLLECTIONS = 3;
const DUE = 1_000_000;

type Lists = {
  world: World;
  random: Random;
  key: string;
  provider: string;
  moved: Moved[];
  asked: ProviderRequest[];
  /** Of each list it fails once. */
  failing: Set<string>;
};

/** After all else, when nothing is broken any more. */
export async function readLists(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, READ_LISTS.name);
  if (without.has(READ_LISTS.name) || !random.bool(READ_LISTS.share)) return;
  const key = await openBusiness('Read Lists');
  const body = { name: 'The sandbox', slug: 'sandbox' };
  const [made] = await askAll(world, [{ operation: 'create-provider', key, method: 'POST', body }]);
  const provider = String(made?.body.data?.id);
  const lists: Lists = { world, random, key, provider, moved: [], asked: [], failing: new Set() };
  const secret = { secretKey: `sk_sandbox_${'r'.repeat(30)}` };
  world.payees.set(provider, { account: accountOf(key), secret, serve: serve(lists) });
  const ids = await makeCollections(lists);
  for (const reference of [...ids.keys(), 'of nobody here']) pay(lists, reference);
  await reconcile(lists, 'hour', ids);
  await reconcile(lists, 'days', ids);
  await reconcile(lists, 'days', ids);
  world.note('lists of a provider read');
}

async function makeCollections({ world, key }: Lists): Promise<Map<string, string>> {
  const references = Array.from({ length: COLLECTIONS }, (_, index) => `listed ${index}`);
  const asked = references.map((reference): Asked => {
    const contact = { firstName: 'Yaw', lastName: 'Osei', phone: '+233241230088', email: 'yaw@lists.example' };
    const amount = { value: DUE / 100, currency: 'NGN' };
    const body = { reference, amount, contact, provider: 'sandbox', expiresIn: 40_000, followUp: { enabled: false } };
    return { operation: 'create-collection', key, method: 'POST', body };
  });
  const answers = await askAll(world, asked);
  return new Map(references.map((reference, index) => [reference, String(answers[index]?.body.data?.id)]));
}

/** One to three payments, some of them too old for one list or for both, some of them given back. */
function pay({ world, random, moved }: Lists, reference: string): void {
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    const ago = random.pick([
      MINUTE,
      HOUR,
      BACK.hour - 5 * MINUTE,
      BACK.hour + 5 * MINUTE,
      7 * 24 * HOUR,
      BACK.days + HOUR,
    ]);
    const at = world.kernel.now() - ago;
    const minor = random.pick([DUE, DUE / 2, DUE + 5, random.between(1, DUE)]);
    const paid = { transaction: `sbx_${moved.length + 1}`, reference, minor, at };
    moved.push({ ...paid, ...(random.bool(0.5) && aReturn(random, { ...paid, now: world.kernel.now() })) });
  }
}

/** As docs/reference/sandbox-provider.md has it, in short pages; nothing is known of single transactions. */
const serve =
  ({ moved, asked, failing }: Lists): Provider =>
  (request): Reply => {
    if (!request.path.startsWith('/v1/movements?'))
      return { status: 404, json: { error: { code: 'not_found', message: '' } } };
    asked.push(request);
    const query = new URLSearchParams(request.path.split('?')[1]);
    const [what, from, to, cursor] = ['what', 'from', 'to', 'cursor'].map((name) => query.get(name) ?? '');
    if (failing.delete(`${what}`)) return { status: 500, json: {} };
    const all = movementsOf(moved, `${what}`).filter(({ at }) => at >= `${from}` && at <= `${to}`);
    const begin = cursor === '' ? 0 : Number(cursor);
    const end = begin + ON_A_PAGE;
    const movements = all.slice(begin, end).map(({ json }) => json);
    return { status: 200, json: { movements, ...(end < all.length && { next: String(end) }) } };
  };

const LISTS = { hour: ['payments'], days: ['payments', 'refunds', 'disputes'] };

async function reconcile(lists: Lists, window: 'hour' | 'days', ids: ReadonlyMap<string, string>): Promise<void> {
  const { world, random, provider, moved, asked, failing } = lists;
  const { lambda, kernel } = world;
  // What one run could not read the next one does.
  if (random.bool(0.3)) {
    failing.add(random.pick(LISTS[window]));
    await run();
  }
  failing.clear();
  asked.length = 0;
  const now = kernel.now();
  await run();
  judgeAsked(lists, window, now);
  for (const each of moved) if (each.at >= now - BACK[window]) each.isPaid = true;
  if (window === 'days') for (const each of moved) each.isReturned = each.returned !== undefined;
  for (const [reference, id] of ids) await lookAt(lists, { reference, id });

  async function run(): Promise<void> {
    let isDone = false;
    lambda.invoke('reconcile-provider', { provider, window }, ({ kind }) => {
      if (kind !== 'returned') world.violate(9, `a run of the lists ${kind}`);
      isDone = true;
    });
    await untilAnswered(world, () => isDone);
  }
}

/** Each list of the window, from page to page, and no other. */
function judgeAsked({ world, moved, asked }: Lists, window: 'hour' | 'days', now: number): void {
  const from = new Date(now - BACK[window]).toISOString();
  const right = LISTS[window].flatMap((what) => {
    const count = movementsOf(moved, what).filter(({ at }) => at >= from).length;
    return Array.from({ length: Math.max(1, Math.ceil(count / ON_A_PAGE)) }, (_, page) => [what, page * ON_A_PAGE]);
  });
  const found = asked.map(({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const span = Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '');
    judgeSame(world, `how far ${window} reads back`, span, BACK[window]);
    if (Math.abs(Date.parse(query.get('to') ?? '') - now) > CLOCKS)
      world.violate(14, `${window}: read to ${query.get('to')}`);
    return [query.get('what'), Number(query.get('cursor') ?? 0)];
  });
  judgeSame(world, `the pages of ${window}`, found, right);
}

async function lookAt(
  { world, key, moved }: Lists,
  { reference, id }: { reference: string; id: string },
): Promise<void> {
  const own = moved.filter((each) => each.reference === reference);
  const [shown, listed] = await askAll(world, [
    { operation: 'get-collection', key, id },
    { operation: 'list-payments', key, id },
  ]);
  const { status, balance } = shown?.body.data ?? {};
  const paid = own.filter(({ isPaid }) => isPaid).reduce((sum, { minor }) => sum + minor, 0);
  const known = own.some((each) => each.isReturned && !each.isPaid);
  // A payment that is too old for its list is not known from what went back of it.
  if (known) return;
  judgeSame(
    world,
    `${reference}: received`,
    [status, balance?.received.value],
    [paid >= DUE ? 'completed' : 'pending', sumOf(own) / 100],
  );
  const rows = (listed?.body.data ?? []) as { kind: string; transaction: string; amount: { value: number } }[];
  const found = rows.map(({ kind, transaction, amount }) => `${transaction} ${kind} ${amount.value}`);
  judgeSame(world, `${reference}: its entries`, found.toSorted(), rowsOf(own).toSorted());
}
