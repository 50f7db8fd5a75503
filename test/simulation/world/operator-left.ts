/** What an operator's erasure leaves: nothing of the person but what docs/operations/privacy.md names. */
import { emailSubject, phoneSubject } from '#lib/domain/erasure.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { textOf } from '#test/support/item-text.ts';
import { endpointsOf } from './merchants.ts';
import { type Command, isNamed } from './operator-commands.ts';
import { type Told, valuesOf } from './operator-customers.ts';
import { INDEXED, type State } from './operator-judge.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const NOTHING = '(?!)';
/** No create or correction takes longer. */
const UNDER_WAY = 2 * MINUTE;

/** Once a command has ended. */
export function judgeAfter(world: World, state: State, command: Command): void {
  const { kind, ended, found, starts, tenant, named } = command;
  if (kind !== 'erase' || ended !== 'done') return;
  const all = new Map(storedCollections(world).map((each) => [each.id, each]));
  const started = starts.at(-1) ?? 0;
  for (const id of found) {
    const collection = all.get(id);
    if (collection === undefined || collection.erasedAt !== undefined) continue;
    // An index may not show the newest yet.
    if (named.by === 'contact' && Date.parse(collection.createdAt) > started - INDEXED) continue;
    if (isNamed(tenant, named, collection)) world.violate(15, `${id} is not erased with ${named.value}`);
  }
  const others = state.commands.filter((each) => each !== command && each.ended !== 'done');
  judgeTexts(world, state, (id) => command.matched.has(id) && !others.some(({ matched }) => matched.has(id)));
}

/** No text of an erased collection is left, and no person or phone leads to it. */
function judgeTexts(world: World, { told }: State, isJudged: (id: string) => boolean = () => true): void {
  const erased = storedCollections(world).filter(({ erasedAt }) => erasedAt !== undefined);
  const gone = new Set(erased.map(({ id }) => id).filter(isJudged));
  // What the merchant writes beside money that it records after the erasure stays.
  const erasedAt = new Map(erased.map((each) => [each.id, Date.parse(each.erasedAt ?? '')]));
  const isBefore = ({ id, at, isOfMoney }: Told) => !isOfMoney || at < (erasedAt.get(id) ?? 0) - MINUTE;
  const texts = told.filter((each) => gone.has(each.id) && isBefore(each)).flatMap(({ names }) => names);
  const hashes = erased.filter(({ id }) => gone.has(id)).map(({ ref }) => ref.hash);
  if (hashes.length === 0) return;
  const [any, anyOrHash] = [new RegExp(texts.join('|') || NOTHING), new RegExp([...texts, ...hashes].join('|'))];
  for (const item of world.table.items.all()) {
    if (outlives(world, item)) continue;
    const leads = item['sk'] === 'PERSON' || item['sk'] === 'LASTMESSAGE';
    const [left] = (leads ? anyOrHash : any).exec(textOf(item)) ?? [];
    if (left !== undefined) world.violate(15, `${item['pk']} ${item['sk']} still says ${left}`);
  }
}

/** docs/operations/privacy.md names what has an end of its own. */
function outlives(world: World, item: Item): boolean {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  const endpoints = world.tenants.flatMap((tenant) => endpointsOf(world, tenant).map(({ id }) => id));
  return (
    sk === 'ACCOUNT' ||
    /^(OPTOUT|UNREACHABLE|HELP)/.test(pk) ||
    (sk === 'MESSAGE' && !world.isCalm) ||
    (sk.startsWith('DELIVERY#') && !endpoints.includes(String(item['endpoint'])))
  );
}

/** When nothing is left to do. */
export function judgeEnd(world: World, state: State): void {
  judgeTexts(world, state);
  for (const command of state.commands) {
    if (command.kind !== 'erase' || command.ended !== 'done') continue;
    judgeValue(world, state, command);
    const isSame = ({ tenant, named }: Command) => tenant === command.tenant && named.value === command.named.value;
    // One that died, and was refused since, has not ended.
    if (!state.commands.some((each) => isSame(each) && each.ended === 'refused')) judgeLog(world, command);
  }
}

/** Nothing connects the collections any more. A write of an earlier run that died may come late. */
function judgeLog(world: World, { tenant, named, starts }: Command): void {
  const { salt, id, country } = tenant.account;
  const { value } =
    named.by === 'phone'
      ? phoneSubject(salt, readPhone(named.value, country).lookup)
      : named.by === 'email'
        ? emailSubject(salt, named.value)
        : named;
  for (const each of world.table.items.partition('ERASURES'))
    if (each['account'] === id && each['value'] === value && each['hashes'] !== undefined)
      if (Date.parse(String(each['at'])) >= (starts.at(-1) ?? 0))
        world.violate(15, `${each['sk']} has ended, and names its collections`);
}

/** The phone or email by which somebody was erased is nowhere, unless the same was named again. */
function judgeValue(world: World, { told }: State, { tenant, named, starts }: Command): void {
  if (named.by === 'contact') return;
  const [value = ''] = valuesOf(tenant, { [named.by]: named.value });
  const since = (starts.at(-1) ?? 0) - UNDER_WAY;
  if (told.some((each) => each.by === tenant && each.at >= since && valuesOf(tenant, each).includes(value))) return;
  // What a correction has replaced stays with its collection.
  const isLive = storedCollections(world).some(
    ({ ref, contact, erasedAt, replaced = [] }) =>
      ref.account === tenant.account.id &&
      erasedAt === undefined &&
      [...valuesOf(tenant, contact), ...replaced].includes(value),
  );
  if (isLive) return;
  world.note('operator: judged by value');
  for (const item of world.table.items.all()) {
    const pk = String(item['pk']);
    const isOwn = pk.startsWith(`ACCOUNT#${tenant.account.id}`) || item['account'] === tenant.account.id;
    if (!isOwn || outlives(world, item)) continue;
    if (textOf(item).toLowerCase().includes(value)) world.violate(15, `${pk} ${item['sk']} still says ${value}`);
  }
}
