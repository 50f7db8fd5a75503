/** What is wrong with a merged table, item by item, and with what the merge says that it has done. */
import { isDeepStrictEqual } from 'node:util';
import { mergedItem } from '#test/simulation/model/merged.ts';
import { judgeRun, OF_THE_RUN } from '#test/simulation/model/merged-collection.ts';
import { type Instants, type StoredItem, textIn, type Values, without } from '#test/simulation/model/merged-items.ts';
import type { World } from '#test/simulation/world/world.ts';
import { type Items, listOf, SEGMENT, segmentsOf } from './part.ts';

/** The families by the names that operators know; the first that matches. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^ACCOUNT#[^#]* KEY#/, 'keys'],
  [/^ACCOUNT#[^#]* MEMBER#|#AUDIT /, 'members'],
  [/^ACCOUNTS |^ACCOUNT#[^#]* ACCOUNT$|#CREDENTIALS /, 'accounts'],
  [/^OPTOUT/, 'opt-outs'],
  [/^UNREACHABLE/, 'unreachable'],
  [/#(PHONE|EMAIL)#/, 'contacts'],
  [/#PERSON#/, 'people'],
  [/^(MESSAGE|LASTMESSAGE|HELP)/, 'messages'],
  [/#TOLD |#EVENTS#/, 'told'],
  [/ COLLECTION$/, 'collections'],
  [/ ATTEMPT#/, 'attempts'],
  [/ (PAYMENT|WAITING)#/, 'payments'],
  [/ (EVENT|REPLY)#/, 'events'],
  [/#WEBHOOKS /, 'webhooks'],
  [/#DELIVERIES#/, 'deliveries'],
];

const familyOf = (name: string): string => FAMILIES.find(([key]) => key.test(name))?.[1] ?? 'other';
const isListed = (name: string): boolean => name.includes('#LIST ');

type Said = {
  added: Readonly<Record<string, number>>;
  changed: Readonly<Record<string, number>>;
  listed: number;
  failed: readonly string[];
};

/** What it says was added, changed and listed is what was. */
export function judgeTally(world: World, said: Said, { before, after }: { before: Items; after: Items }): void {
  if (said.failed.length > 0) world.violate(16, `could not be merged: ${said.failed.join()}`);
  // What has come since to the rows of an erased collection goes with the merge, and is not counted.
  if ([...after.values()].some(({ erasedAt }) => erasedAt !== undefined)) return;
  const right = { added: {} as Record<string, number>, changed: {} as Record<string, number>, listed: 0 };
  for (const [name, item] of after) {
    const known = before.get(name);
    const entries = [item, known].map((each) => ((each?.['entries'] ?? []) as unknown[]).length) as [number, number];
    if (isListed(name)) right.listed += entries[0] - entries[1];
    else if (!isDeepStrictEqual(item, known)) {
      const counts = known === undefined ? right.added : right.changed;
      counts[familyOf(name)] = (counts[familyOf(name)] ?? 0) + 1;
    }
  }
  const { added, changed, listed } = said;
  if (!isDeepStrictEqual({ added: { ...added }, changed: { ...changed }, listed }, right))
    world.violate(16, `a merge says ${JSON.stringify({ added, changed, listed })} of ${JSON.stringify(right)}`);
}

type Merged = { old: Items; own: Items; merged: Items };

export function judgeMerged(world: World, instants: Instants, { old, own, merged }: Merged): void {
  const now = world.kernel.now();
  const partitions = Map.groupBy(merged.values(), ({ pk }) => pk);
  for (const name of new Set([...old.keys(), ...own.keys(), ...merged.keys()])) {
    if (isListed(name)) continue;
    const pair = { old: old.get(name), own: own.get(name) };
    const found = merged.get(name);
    const rows = partitions.get(name.split(' ')[0] ?? '') ?? [];
    const isBooked = pair.own === undefined && isBookedIn(own, pair.old);
    const right = isBooked ? undefined : mergedItem(pair, { instants, now, rows });
    // What the merchant has written since about what was erased is erased with it.
    const isErasedRow = found !== undefined && !name.endsWith(' COLLECTION') && rows.some(({ erasedAt }) => erasedAt);
    const faults = faultsOf(name, found, isErasedRow && right !== undefined ? found : right);
    for (const fault of faults) world.violate(16, `${name} ${fault}`);
    if (name.endsWith(' COLLECTION') && found !== undefined)
      for (const fault of judgeRun(pair, found, rows)) world.violate(16, `${name} ${fault}`);
  }
  for (const account of new Set([...merged.values()].flatMap(({ pk }) => /^ACCOUNT#([^#]*)#LIST$/.exec(pk)?.[1] ?? [])))
    judgeList(world, account, { old, own, merged });
}

/** Money that was ahead of its collection, and is on its ledger. */
const isBookedIn = (own: Items, waiting: StoredItem | undefined): boolean =>
  waiting?.sk.startsWith('WAITING#') === true && own.has(`${waiting.pk} ${waiting.sk.replace('WAITING#', 'PAYMENT#')}`);

/** Every write counts the version; and what is remembered until when follows from the rest. */
const FREE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/./, ['version']],
  [/^UNREACHABLE/, ['ttl']],
  [/ COLLECTION$/, OF_THE_RUN],
];

function faultsOf(name: string, found: StoredItem | undefined, right: StoredItem | undefined): string[] {
  if (found === undefined || right === undefined)
    return found === right ? [] : [right ? 'is missing after a merge' : 'has come back with a merge'];
  const free = FREE.flatMap(([key, names]) => (key.test(name) ? names : []));
  // What the model leaves out it cannot say.
  const unsaid = / COLLECTION$| PERSON$/.test(name)
    ? ['status', 'byStatus', 'completedAt', 'events', 'sends', 'payments'].filter(
        (each) => right[each] === undefined && found[each] !== undefined && isUnsaid(right, each),
      )
    : [];
  const [is, be] = [found, right].map((item) => without(item, [...free, ...unsaid])) as [Values, Values];
  return [...new Set([...Object.keys(is), ...Object.keys(be)])]
    .filter((each) => !isDeepStrictEqual(is[each], be[each]))
    .map((each) => `after a merge: ${each} ${show(is[each])} instead of ${show(be[each])}`);
}

/** A completion by the rows leaves out the state; too much of a person leaves out what is on record. */
const isUnsaid = (right: StoredItem, name: string): boolean => name !== 'completedAt' || right['status'] === undefined;

const show = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (each instanceof Set ? [...each] : each)) ?? 'nothing';

/** Continued where the new one is a beginning of the old one; else what is missing is appended. */
function judgeList(world: World, account: string, { old, own, merged }: Merged): void {
  const [before, after, found] = [old, own, merged].map((each) => listOf(each, account)) as [
    string[],
    string[],
    string[],
  ];
  const isBeginning = isDeepStrictEqual(before.slice(0, after.length), after);
  const right = isBeginning ? before : [...after, ...before.filter((hash) => !after.includes(hash))];
  if (!isDeepStrictEqual(found, right))
    world.violate(16, `the list of ${account} has ${found.length} after a merge, and ${right.length} in order`);
  for (const [index, { sk, entries }] of segmentsOf(merged, account).entries()) {
    const isFull = (entries as unknown[]).length === Math.min(SEGMENT, found.length - index * SEGMENT);
    if (Number(sk.replace('SEGMENT#', '')) !== index || !isFull)
      world.violate(16, `${sk} of ${account} is segment ${index} of its list, with ${(entries as unknown[]).length}`);
  }
  for (const [index, hash] of found.entries()) {
    const item = merged.get(`ACCOUNT#${account}#COLLECTION#${hash} COLLECTION`);
    if (item !== undefined && Number(textIn(item, 'startSegment')) > Math.floor(index / SEGMENT))
      world.violate(16, `${hash} is looked for behind its place in the list`);
  }
}
