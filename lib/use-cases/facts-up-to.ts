/** What statistics know of a collection after some of its tellings. */
import type { ToldRecord } from '#lib/domain/feed.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { type Facts, factsOf, subjectOf } from '#lib/domain/insights/facts.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type FactsPorts = Pick<Store, 'getTold' | 'getHistory' | 'setToldFacts'> & Pick<Service, 'clock'>;

type ToldCollection = { ref: CollectionRef; told: readonly ToldRecord[] };

/** Of the last telling of these; undefined where there is none. What an earlier version has told of it is made anew, and kept. */
export async function factsUpTo(
  ports: Omit<FactsPorts, 'getTold'>,
  { ref, told }: ToldCollection,
  isIn: (told: ToldRecord) => boolean,
): Promise<Facts | undefined> {
  const last = told.findLast((each) => each.facts !== undefined && isIn(each));
  if (last?.facts === undefined) return undefined;
  const known = JSON.parse(last.facts) as Partial<Facts>;
  return known.journal === undefined ? factsAnew(ports, { ref, told }, last) : (known as Facts);
}

/** As it is now, under the telling that is given. */
export async function factsAnew(
  { getHistory, setToldFacts, clock }: Omit<FactsPorts, 'getTold'>,
  { ref }: ToldCollection,
  { sequence, facts: before }: ToldRecord,
): Promise<Facts> {
  const history = await getHistory(ref);
  if (history === undefined) throw new Error(`${collectionId(ref)} is told, and is not there`);
  const facts = factsOf(history, subjectOf(history.collection, before), clock.now());
  const text = JSON.stringify(facts);
  if (text !== before) await setToldFacts(ref, sequence, text);
  return facts;
}
