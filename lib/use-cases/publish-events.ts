/**
 * Tells the events of a collection that have not been told yet: each once, in the order in which its history shows them,
 * numbered without gaps. An event, its number, its place in the feed and its deliveries are written together, so a crash
 * between two events leaves the rest for the next invocation (docs/decisions/0034-events-are-told-once.md).
 */
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { Told, ToldEvent } from '#lib/domain/told-event.ts';
import type { Clock } from './ports.ts';

/** An item of the table that is put together with the event. Its key is new. */
export type Put = Readonly<Record<string, unknown>> & { pk: string; sk: string };

/** The bodies are rendered once the number is known. */
type Tellable = Pick<ToldEvent, 'id' | 'type'> & { render: (sequence: number) => string };

type Loaded = { collection: { entryCount: number }; entries: readonly LedgerEntry[] };

export type PublishPorts<History extends Loaded, Receiver> = {
  clock: Clock;
  getHistory: (ref: CollectionRef) => Promise<History | undefined>;
  /** What was told of the collection, by its numbers. */
  getTold: (ref: CollectionRef) => Promise<readonly Told[]>;
  /** Who may want an event of the account. */
  getReceivers: (account: string) => Promise<readonly Receiver[]>;
  /** All that the collection's history shows, in its order. */
  toTellables: (history: History, now: Date) => readonly Tellable[];
  /** `lost`: another invocation has told an event under this number, or is about to. */
  tell: (told: ToldEvent, deliveries: readonly Put[]) => Promise<'told' | 'lost'>;
  /** The deliveries that the event needs, one for each receiver that wants it. */
  deliveriesOf: (receivers: readonly Receiver[], told: ToldEvent) => Put[];
  /** Starts deliveries that are stored. It does not throw: those that it could not start are found by the sweeper. */
  queueDeliveries: (deliveries: readonly Put[]) => Promise<void>;
};

/** Each lost race means that another invocation has told an event of this collection. */
const MAX_RACES = 20;
/** One read is not one instant: an entry of the ledger may be missing that the collection already counts. */
const MAX_TORN_READS = 4;
const PAUSE_MS = 20;

/** Answers what this invocation told. @throws service_unavailable when other invocations are always faster */
export async function publishEvents<History extends Loaded, Receiver>(
  ports: PublishPorts<History, Receiver>,
  ref: CollectionRef,
): Promise<ToldEvent[]> {
  const done: ToldEvent[] = [];
  for (let tries = 1; tries <= MAX_RACES; tries += 1) {
    if (tries > 1) await ports.clock.sleep(PAUSE_MS);
    const [history, told, receivers] = await Promise.all([
      ports.getHistory(ref),
      ports.getTold(ref),
      ports.getReceivers(ref.account),
    ]);
    if (history === undefined) return done;
    if (isTorn(history) && tries <= MAX_TORN_READS) continue;
    if ((await tellAll(ports, { ref, history, told, receivers, done })) === 'told') return done;
  }
  throw serviceUnavailable();
}

const isTorn = ({ collection, entries }: Loaded): boolean => entries.length < collection.entryCount;

type Telling<History, Receiver> = {
  ref: CollectionRef;
  history: History;
  told: readonly Told[];
  receivers: readonly Receiver[];
  done: ToldEvent[];
};

async function tellAll<History extends Loaded, Receiver>(
  ports: PublishPorts<History, Receiver>,
  { ref, history, told, receivers, done }: Telling<History, Receiver>,
): Promise<'told' | 'lost'> {
  const known = new Set(told.map(({ id }) => id));
  let sequence = told.length;
  let latest = told.at(-1)?.toldAt ?? '';
  for (const { id, type, render } of ports.toTellables(history, ports.clock.now())) {
    if (known.has(id)) continue;
    sequence += 1;
    // The clocks of two machines differ: in the feed, too, the numbers of a collection must rise.
    const now = ports.clock.now().toISOString();
    latest = now > latest ? now : latest;
    const event = { ref, id, type, sequence, toldAt: latest, body: render(sequence) };
    const deliveries = ports.deliveriesOf(receivers, event);
    if ((await ports.tell(event, deliveries)) === 'lost') return 'lost';
    done.push(event);
    if (deliveries.length > 0) await ports.queueDeliveries(deliveries);
  }
  return 'told';
}
