/** The model's records of one world: a ledger for each account, and the time of each opt-out. */
import { optOutKey } from '#lib/store/deployment-keys.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { expectCreate } from '#test/simulation/model/expected.ts';
import { type Entry, type Ledger, openLedger, recordOld } from '#test/simulation/model/ledger.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { during, latest, type Timeline } from '#test/simulation/model/timeline.ts';
import type { Channel } from '#test/simulation/model/wire.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';

export type Records = {
  ledgers: ReadonlyMap<string, Ledger>;
  /** Whether each address is opted out, by the key of its item. */
  optOuts: Map<string, Timeline<boolean>>;
  /** The invocations that claimed a slot. */
  claimants: Invocation[];
};

export const BASE_URL = 'https://collections.example';

/** Call it after the tenants are opened. */
export function openRecords({ tenants, prefilled }: World): Records {
  const ledgers = new Map(tenants.map((tenant) => [tenant.account.id, ledgerOf(tenant)]));
  const ledger = prefilled && ledgers.get(prefilled.by.account.id);
  if (ledger) for (const made of prefilled.made) recordPaid(ledger, made, prefilled.at);
  return { ledgers, optOuts: new Map(), claimants: [] };
}

function ledgerOf({ account, mark }: Tenant): Ledger {
  const { id, salt, name, country } = account;
  const at = Date.parse(account.createdAt);
  const sandbox = { name: `${mark} Sandbox`, slug: 'sandbox', enabled: true, createdAt: at, updatedAt: at };
  const facts = { id, salt, name, ...(country !== undefined && { country }) };
  return openLedger(facts, new Map([['sandbox', sandbox]]), 'sandbox');
}

function recordPaid(ledger: Ledger, body: Parameters<typeof expectCreate>[0], at: number): void {
  const { known, ...expected } = expectCreate(body, ledger.account, at);
  const paid = { ...known, status: 'completed' as const, completedAt: at };
  recordOld(ledger, { ...expected, known: paid }, { idempotencyKey: undefined, body });
}

export const entryOf = ({ ledgers }: Records, account: string | undefined, id: string): Entry | undefined =>
  ledgers.get(account ?? '')?.entries.get(id);

type Time = { from: number; to: number };

/** Its details may have been corrected. */
type Contacted = Pick<Entry, 'known' | 'reachable'> & { versions?: Entry['versions'] | undefined };

const NEVER: Timeline<boolean> = [{ at: Number.NEGATIVE_INFINITY, value: false }];

/** Whether the address of the contact's channel was opted out; undefined if there is no such address. */
export function optOutOf({ optOuts }: Records, entry: Contacted, channel: Channel): Timeline<boolean> | undefined {
  const known = entry.versions ? latest(entry.versions) : entry.known;
  const { contact, account } = known;
  if (!(known.terms?.reachable ?? entry.reachable).includes(channel)) return undefined;
  const address = channel === 'email' ? contact.email.toLowerCase() : readPhone(contact.phone, account.country).shown;
  return optOutOfAddress({ optOuts }, channel, address);
}

export const optOutOfAddress = (
  { optOuts }: Pick<Records, 'optOuts'>,
  channel: Channel,
  address: string,
): Timeline<boolean> => optOuts.get(optOutKey(channel, address).pk) ?? NEVER;

export function recordOptOut({ optOuts }: Records, { pk }: { pk: string }, value: boolean, at: number): void {
  optOuts.set(pk, [...(optOuts.get(pk) ?? NEVER), { at, value }]);
}

const ALL: readonly Channel[] = ['whatsapp', 'sms', 'email'];

/** The sets of channels that the contact had opted out of, for each moment of a period, the latest first. */
export function optOutsDuring(records: Records, entry: Contacted, { from, to }: Time): Channel[][] {
  const of = ALL.map((channel) => ({ channel, timeline: optOutOf(records, entry, channel) ?? NEVER }));
  const changes = of.flatMap(({ timeline }) => timeline.map(({ at }) => at));
  const moments = [from, ...changes.filter((at) => at > from && at <= to)].toSorted((a, b) => b - a);
  return moments.map((at) =>
    of.flatMap(({ channel, timeline }) => (during(timeline, { from: at, to: at })[0] ? [channel] : [])),
  );
}
