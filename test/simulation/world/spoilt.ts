/** In some worlds items of the table are spoilt, one at a time: what is read of them is refused as a whole, the log says where, and nothing wrong is shown. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { INDEX_ATTRIBUTES } from '#lib/store/indexes.ts';
import { loggableKey, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { webhookOfKey } from '#lib/store/webhook/keys.ts';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { copy, type Item } from '#test/simulation/table/value.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const SPOILT = { name: 'spoilt-items', share: 0.15 };

const ITEMS = 40;
const SECOND = 1_000;
const STEP = SECOND / 50;
/** Words of a list that the reader knows, by the beginning of the sort key. */
const WORDS: Readonly<Record<string, RegExp>> = {
  COLLECTION:
    /^(status|(terms|plan)\..*(cadence|tone)|terms\..*(channels|methods|given)\.\d+|(sessions|options)\.\d+\.method|events\.\d+\.type)$/,
  ATTEMPT: /^(status|tone|channel|claimedFor|channelsTried\.\d+|earlier\.channel)$/,
  PAYMENT: /^(kind|movement|standing|event)$/,
  ACCOUNT: /^(mode|providers\.\w+\.kind)$/,
  WEBHOOKS: /^endpoints\.\d+\.(status|statusReason)$/,
  DELIVERY: /^status$/,
};
/** JSON in a text. */
const TEXTS = ['terms', 'options', 'reported'];
/** What may be anything is not looked into; keys cannot be of another type. */
const WHOLE = ['metadata', 'body'];
const FREE = ['pk', 'sk', TTL_ATTRIBUTE];

type Read = { operation: FunctionName; call: Omit<Call, 'key'> };
type Asked = Read & { by: Tenant };

/** After all else that the model is told of, when nothing is broken any more. */
export async function spoilItems(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, SPOILT.name);
  if (without.has(SPOILT.name) || !random.bool(SPOILT.share)) return;
  const { oracle } = world;
  const lines: string[] = [];
  world.oracle = { ...oracle, logged: (line) => void lines.push(line) };
  const isRead = (item: Item) => readOf(world, item, random) !== undefined;
  const kinds = Map.groupBy(world.table.items.all().filter(isRead), kindOf);
  for (let left = ITEMS; left > 0 && !world.kernel.isStopped(); left -= 1) {
    const [, items] = random.pick([...kinds]);
    const item = random.pick(items);
    const asked = readOf(world, item, random);
    if (asked !== undefined) await spoil(world, item, { asked, random, lines });
  }
  world.oracle = oracle;
}

/** Each kind is drawn as often as another. */
function kindOf({ pk, sk }: Item): string {
  const [first = '', , kind = first] = String(pk).split('#');
  return kind === 'EVENTS' ? kind : `${kind} ${String(sk).split('#')[0]}`;
}

/** A request that reads the item. */
function readOf(world: World, { pk, sk }: Item, random: Random): Asked | undefined {
  const key = { pk: String(pk), sk: String(sk) };
  const by = world.tenants.find(({ account }) => key.pk.startsWith(`ACCOUNT#${account.id}`));
  const read = by && readIn(key, random);
  return read && { ...read, by };
}

function readIn({ pk, sk }: { pk: string; sk: string }, random: Random): Read | undefined {
  const ref = collectionRefOfKey(pk);
  if (ref !== undefined && !pk.endsWith('#TOLD')) {
    const operation = random.pick(['get-collection', 'get-follow-ups', 'list-payments'] as const);
    return { operation, call: { id: collectionId(ref) } };
  }
  if (sk === 'ACCOUNT') return { operation: 'list-providers', call: {} };
  if (sk === 'WEBHOOKS') return { operation: 'list-webhook-endpoints', call: {} };
  if (sk.startsWith('DELIVERY#')) {
    const id = webhookOfKey({ pk, sk })?.endpoint ?? '';
    return { operation: 'list-deliveries', call: { id, query: { limit: '100' } } };
  }
  if (pk.includes('#EVENTS#')) return { operation: 'list-events', call: { query: { limit: '100' } } };
  return pk.endsWith('#LIST') ? { operation: 'list-collections', call: { query: { limit: '100' } } } : undefined;
}

type Spoiling = { asked: Asked; random: Random; lines: string[] };

async function spoil(world: World, item: Item, { asked, random, lines }: Spoiling): Promise<void> {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const places = placesIn(item);
  if (places.length === 0) return;
  const place = random.pick(places);
  const right = await answerTo(world, asked);
  world.table.items.set(key, spoiltAt(item, place, random));
  lines.length = 0;
  const found = await answerTo(world, asked);
  world.table.items.set(key, item);
  const about = `${asked.operation} of ${key.pk} ${key.sk} with a spoilt ${place.join('.')}`;
  const said = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'item_malformed');
  if (found === undefined || right?.status !== 200) return;
  if (found.status === 200) {
    if (found.text !== right.text) world.violate(9, `${about}: ${found.text?.slice(0, 300)}`);
    return;
  }
  world.note('spoilt item refused');
  if (found.status !== 500) world.violate(9, `${about}: ${found.status}`);
  const { pk, sk } = loggableKey(key);
  if (said?.pk !== pk || said?.sk !== sk || !isAt(String(said?.attribute), place))
    world.violate(9, `${about}: the log says ${JSON.stringify(said)}`);
}

/** Names that a caller chose are not logged. */
const isAt = (attribute: string, place: readonly string[]): boolean => {
  const named = attribute.split('.');
  return named.length === place.length && named.every((name, at) => name === '*' || name === place[at]);
};

async function answerTo(world: World, { operation, call, by }: Asked) {
  const answers: { status: number; text: string }[] = [];
  world.lambda.invoke(operation, anApiEvent({ ...call, key: by.apiKey }), (ending) => {
    if (ending.kind !== 'returned') return;
    const { statusCode: status, body } = ending.value as APIGatewayProxyResult;
    // A cursor says until when the feed was read.
    answers.push({ status, text: JSON.stringify(JSON.parse(body).data) });
  });
  const { kernel } = world;
  const latest = kernel.now() + 15 * SECOND;
  // Not longer than the answer takes: what else reads the item meanwhile, of the world too, would meet it spoilt.
  while (answers.length === 0 && kernel.now() < latest && !kernel.isStopped())
    await kernel.runUntil(kernel.now() + STEP);
  return answers[0];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !(value instanceof Set);

/** Every value, and every part of one. */
function placesIn(item: Item): string[][] {
  // What an index has beside instants may be any text.
  const isFree = ([name, value]: [string, unknown]) =>
    FREE.includes(name) || (INDEX_ATTRIBUTES.includes(name) && !/^\d{4}-/.test(String(value)));
  const parts = Object.entries(item).filter((part) => !isFree(part));
  return parts.flatMap(([name, value]) => {
    const inside = TEXTS.includes(name) ? JSON.parse(String(value)) : value;
    return [[name], ...(WHOLE.includes(name) ? [] : placesUnder(inside).map((rest) => [name, ...rest]))];
  });
}

const placesUnder = (value: unknown): string[][] =>
  isFields(value)
    ? Object.entries(value).flatMap(([name, part]) => [[name], ...placesUnder(part).map((rest) => [name, ...rest])])
    : [];

function spoiltAt(item: Item, [first = '', ...rest]: readonly string[], random: Random): Item {
  const value = item[first];
  const isText = TEXTS.includes(first);
  const isKey = INDEX_ATTRIBUTES.includes(first);
  const isWord = WORDS[String(item['sk']).split('#')[0] ?? '']?.test([first, ...rest].join('.')) === true;
  const spoilt = (of: unknown) => (isWord && random.bool(0.6) ? 'unheard' : wrong(of, random));
  if (rest.length === 0) return { ...copy(item), [first]: isText || isKey ? brokenText(value) : spoilt(value) } as Item;
  const root = isText ? JSON.parse(String(value)) : structuredClone(value);
  const last = rest.at(-1) ?? '';
  const parent = rest.slice(0, -1).reduce<Fields>((at, name) => at[name] as Fields, root as Fields);
  parent[last] = spoilt(parent[last]);
  return { ...copy(item), [first]: isText ? JSON.stringify(root) : root } as Item;
}

/** An attribute of an index stays a text. */
const brokenText = (value: unknown): string =>
  /^\d{4}-/.test(String(value)) ? 'soon' : `{${String(value).slice(1, -1)}`;

/** A value that no reader takes for this one. */
function wrong(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return random.pick<unknown>(['x', {}, 7]);
  if (value instanceof Uint8Array) return random.pick<unknown>([7, Buffer.from([1, 2, 3])]);
  if (isFields(value)) return random.pick<unknown>(['x', [], 7]);
  if (typeof value === 'number') return random.pick<unknown>(['7', 1.5, {}]);
  if (typeof value !== 'string') return random.pick<unknown>(['x', 7]);
  if (/^\d{4}-\d\d-\d\dT/.test(value))
    return random.pick<unknown>([7, 'soon', value.replace(/-\d\dT/, '-32T'), `${value} `]);
  return random.pick<unknown>([7, {}]);
}
