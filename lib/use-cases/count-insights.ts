/**
 * Counts the events of an account that are not counted yet: reads its feed from where it was read to, compares what is known
 * of each collection then and now, and stores the sums together with the new position, so that each event counts once.
 */
import { type Account, isSpread } from '#lib/domain/account.ts';
import { feedRange, placeInFeed } from '#lib/domain/feed.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import {
  bookedIn,
  type Change,
  type CountedFacts,
  customersIn,
  debtsIn,
  firstPosition,
  isTooMany,
  owedWith,
  type Position,
  placeInExperiment,
  RULES,
  SETTLED_MS,
} from '#lib/domain/insights/counted.ts';
import type { Facts } from '#lib/domain/insights/facts.ts';
import { experimentFiguresOf, figuresOf } from '#lib/domain/insights/figures.ts';
import { spreadFrom, type Told, withTold } from '#lib/domain/insights/rush.ts';
import {
  type AccountZones,
  accountZones,
  addStatistic,
  differenceOf,
  type Figures,
  type Statistic,
} from '#lib/domain/insights/statistics.ts';
import { HOUR_MS } from '#lib/domain/time/time-units.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { type FactsPorts, factsUpTo } from './facts-up-to.ts';
import { type RebuildPorts, rebuildInsights } from './rebuild-insights.ts';

export type CountPorts = Pick<
  Store,
  | 'getAccount'
  | 'getNews'
  | 'clearNews'
  | 'getPosition'
  | 'readFeed'
  | 'getStatistics'
  | 'getOwed'
  | 'getFirstCollections'
  | 'saveCounted'
  | 'spreadAccount'
> &
  FactsPorts &
  RebuildPorts &
  Pick<Service, 'clock'>;

/** Entries of the feed that are counted in one transaction. */
const MAX_ENTRIES = 80;

type Outcome = {
  outcome: 'counted' | 'lost' | 'rebuilding' | 'rebuilt' | 'unfinished';
  collections: number;
  spreads?: true;
};

/**
 * Until `deadline` at most. `lost`: another invocation counts the same account. Sums of an earlier version are made anew first,
 * which may take longer.
 */
export async function countInsights(ports: CountPorts, accountId: string, deadline: Date): Promise<Outcome> {
  const until = new Date(ports.clock.now().getTime() - SETTLED_MS);
  const [account, news, stored] = await Promise.all([
    ports.getAccount(accountId),
    ports.getNews(accountId),
    ports.getPosition(accountId),
  ]);
  if (account === undefined) return { outcome: 'counted', collections: 0 };
  const state = stateOf(account, stored ?? firstPosition(account));
  const isNew = stored === undefined && ports.clock.now().getTime() - Date.parse(account.createdAt) < NEW_MS;
  if ((state.position.rebuildingUntil ?? '') > ports.clock.now().toISOString())
    return { outcome: 'rebuilding', collections: 0 };
  if (stored?.rules !== RULES && !isNew)
    return { outcome: 'rebuilt', collections: (await rebuildInsights(ports, account)).collections };
  let collections = 0;
  let lately: Told = { since: state.position.asOf, events: 0 };
  let spreads: { spreads?: true } = {};
  for (let limit = MAX_ENTRIES; ; ) {
    const step = await countStep(ports, state, limit);
    if (step === 'too many') limit = Math.ceil(limit / 2);
    else if (step === 'lost') return { outcome: 'lost', collections, ...spreads };
    else {
      collections += step.collections;
      const { told, isRush } = withTold(lately, step.events, state.position.asOf);
      lately = told;
      if (isRush && !isSpread(account) && (await ports.spreadAccount(accountId, spreadFrom(ports.clock.now()))))
        spreads = { spreads: true };
      if (!step.hasMore) break;
      if (ports.clock.now() > deadline) return { outcome: 'unfinished', collections, ...spreads };
    }
  }
  if (news !== undefined) await ports.clearNews(accountId, { dueAt: news, until });
  return { outcome: 'counted', collections, ...spreads };
}

/** An account that is older and was never counted may have events that earlier versions told, and no longer be in the feed from its beginning. */
const NEW_MS = 24 * HOUR_MS;

/** What a run knows. Nobody else writes the sums while its writes are not lost, so they are read once. */
type State = { account: Account; zones: AccountZones; position: Position; statistics: Map<string, Statistic> };

const stateOf = (account: Account, position: Position): State => ({
  account,
  zones: accountZones(account),
  position,
  statistics: new Map(),
});

async function countStep(
  ports: CountPorts,
  state: State,
  limit: number,
): Promise<'too many' | 'lost' | { collections: number; events: number; hasMore: boolean }> {
  const { account, position } = state;
  const range = feedRange(position.position, ports.clock.now());
  const page = await ports.readFeed(account.id, { ...range, limit, isSpread: isSpread(account) });
  const told = lastToldIn(page.bodies);
  if (told.length === 0 && !page.hasMore) return { collections: 0, events: 0, hasMore: false };
  const asOf = page.hasMore ? page.position.slice(0, INSTANT_LENGTH) : range.until;
  const next = { ...position, position: page.position, asOf };
  const changes = await Promise.all(told.map((each) => changeOf(ports, each, position)));
  const counted = await sumsWith(ports, state, changes);
  if (isTooMany(counted) && limit > 1) return 'too many';
  if ((await ports.saveCounted(account.id, next, counted)) === 'lost') return 'lost';
  state.position = { ...next, version: position.version + 1 };
  for (const [name, cells] of counted.statistics) state.statistics.set(name, cells);
  return { collections: told.length, events: page.bodies.length, hasMore: page.hasMore };
}

const INSTANT_LENGTH = 'yyyy-mm-ddThh:mm:ss.sssZ'.length;

/** Events of webhook endpoints are about no collection. */
type Body = { sequence: number; data: { collection?: { id: string } } };

/** The last number that is told of a collection there. */
type LastTold = { ref: CollectionRef; last: number };

function lastToldIn(bodies: readonly string[]): LastTold[] {
  const numbers = new Map<string, number>();
  for (const { sequence, data } of bodies.map((body) => JSON.parse(body) as Body))
    if (data.collection !== undefined) numbers.set(data.collection.id, sequence);
  return [...numbers].flatMap(([id, last]) => {
    const ref = parseCollectionId(id);
    return ref === undefined ? [] : [{ ref, last }];
  });
}

/** Up to the number that was read, because a later one may be taken already, and not be in the feed: that may be told anew. */
async function changeOf(ports: CountPorts, { ref, last }: LastTold, { position }: Position): Promise<Change> {
  const told = await ports.getTold(ref);
  const [before, after] = await Promise.all([
    factsUpTo(ports, { ref, told }, (each) => placeInFeed(each) <= position),
    factsUpTo(ports, { ref, told }, (each) => each.sequence <= last),
  ]);
  return { hash: ref.hash, before, after };
}

/** The new sums of all that changes. */
async function sumsWith(
  ports: CountPorts,
  { account, zones, position: { generation }, statistics: known }: State,
  changes: readonly Change[],
): Promise<CountedFacts> {
  const debts = debtsIn(changes);
  const [stored, firstCollections] = await Promise.all([
    ports.getOwed(account.id, debts),
    firstCollectionsFor(ports, account.id, changes),
  ]);
  const owed = owedWith(stored, debts);
  const differences = [
    ...changes.map(({ before, after }) => differenceOf(figures(before, zones), figures(after, zones))),
    ...changes
      .filter(
        ({ hash, after }) => after !== undefined && firstCollections.all.get(placeInExperiment(after) ?? '') === hash,
      )
      .map(({ before, after }) => differenceOf(inExperiment(before, zones), inExperiment(after, zones))),
    customersIn(stored, owed),
  ];
  const names = [...new Set(differences.flatMap((each) => [...each.keys()]))];
  const unknown = names.filter((name) => !known.has(name));
  for (const [name, cells] of await ports.getStatistics(account.id, generation, unknown)) known.set(name, cells);
  const statistics = new Map<string, Statistic>();
  for (const difference of differences)
    for (const [name, cells] of difference)
      statistics.set(name, addStatistic(statistics.get(name) ?? known.get(name) ?? new Map(), cells));
  const journal = bookedIn(changes, zones.day);
  return { journal, statistics, owed, firstCollections: firstCollections.added };
}

const figures = (facts: Facts | undefined, zones: AccountZones): Figures =>
  facts === undefined ? new Map() : figuresOf(facts, zones);

const inExperiment = (facts: Facts | undefined, zones: AccountZones): Figures =>
  facts === undefined ? new Map() : experimentFiguresOf(facts, zones);

async function firstCollectionsFor(ports: CountPorts, account: string, changes: readonly Change[]) {
  const taking = changes.flatMap(({ hash, after }) => {
    const place = after && placeInExperiment(after);
    return place === undefined ? [] : [{ hash, place }];
  });
  const stored = await ports.getFirstCollections(account, [...new Set(taking.map(({ place }) => place))]);
  const added = new Map<string, string>();
  for (const { hash, place } of taking) if (!stored.has(place) && !added.has(place)) added.set(place, hash);
  return { all: new Map([...stored, ...added]), added };
}
