/** The model's records of one world: a ledger for each account, and the time of each opt-out. */
import { optOutKey, unreachableKey } from '#lib/store/opt-out/keys.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Known } from '#test/simulation/model/collection.ts';
import { type Closed, expectCreate } from '#test/simulation/model/expected.ts';
import { type Entry, type Ledger, openLedger, recordOld } from '#test/simulation/model/ledger.ts';
import type { Standing } from '#test/simulation/model/made-by.ts';
import type { Past } from '#test/simulation/model/past.ts';
import { readPhone } from '#test/simulation/model/people.ts';
import { during, latest, startWith, type Timeline } from '#test/simulation/model/timeline.ts';
import type { Channel } from '#test/simulation/model/wire.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';
import { lineOf } from './follow-members.ts';

export type Records = {
  ledgers: ReadonlyMap<string, Ledger>;
  /** Whether each address is opted out, or cannot be reached, by the key of its item. */
  closed: Map<string, Timeline<boolean>>;
  /** How each address that cannot be reached has failed last, by the same key. */
  failures: Map<string, Timeline<string>>;
  /** Of customers from before the world began, by account and person. */
  pasts: ReadonlyMap<string, Past>;
  /** The invocations that claimed a slot. */
  claimants: Invocation[];
  /** Name and role of each member that makes requests, by id. */
  standings: Map<string, Timeline<Standing>>;
  /** What the audit log of each account has on record, in words. */
  audited: { account: string; line: string }[];
  /** The invocations whose refusal by a role is on record. */
  denied: Set<number>;
};

export const BASE_URL = 'https://collections.example';

/** Call it after the tenants are opened. */
export function openRecords({ tenants, prefilled, members, regulars }: World): Records {
  const ledgers = new Map(tenants.map((tenant) => [tenant.account.id, ledgerOf(tenant)]));
  const ledger = prefilled && ledgers.get(prefilled.by.account.id);
  if (ledger) for (const made of prefilled.made) recordPaid(ledger, made, prefilled.at);
  const all = members?.all ?? [];
  const standings = new Map(all.map(({ id, name, role }) => [id, startWith<Standing>({ id, name, role })]));
  const audited = all.map(({ by, ...member }) => ({
    account: by.account.id,
    line: lineOf({ what: 'signed_in', member }),
  }));
  const pasts = new Map(regulars.map(({ account, person, past }) => [`${account} ${person}`, past]));
  return {
    ledgers,
    closed: new Map(),
    failures: new Map(),
    pasts,
    claimants: [],
    standings,
    audited,
    denied: new Set(),
  };
}

function ledgerOf({ account, mark }: Tenant): Ledger {
  const { id, salt, name, country, supportPhone, supportEmail } = account;
  const at = Date.parse(account.createdAt);
  const sandbox = { name: `${mark} Sandbox`, slug: 'sandbox', enabled: true, createdAt: at, updatedAt: at };
  const support = [supportPhone, supportEmail].filter((each) => each !== undefined);
  const facts = { id, salt, name, support, ...(country !== undefined && { country }) };
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

type Contacted = Pick<Entry, 'known' | 'reachable'>;

const NEVER: Timeline<boolean> = [{ at: Number.NEGATIVE_INFINITY, value: false }];

/** Undefined if there is no such address. */
export function addressOf({ known, reachable }: Contacted, channel: Channel): string | undefined {
  const { contact, account } = known;
  if (!(known.terms?.reachable ?? reachable).includes(channel)) return undefined;
  return channel === 'email' ? contact.email.toLowerCase() : readPhone(contact.phone, account.country).shown;
}

/** Whether an address had opted out of a channel. */
export const optOutOf = ({ closed }: Records, channel: Channel, address: string): Timeline<boolean> =>
  closed.get(optOutKey(channel, address).pk) ?? NEVER;

/** Whether a channel could not reach an address. */
export const blockOf = ({ closed }: Records, channel: Channel, address: string): Timeline<boolean> =>
  closed.get(unreachableKey(channel, address).pk) ?? NEVER;

export function recordClosed({ closed }: Records, { pk }: { pk: string }, value: boolean, at: number): void {
  closed.set(pk, [...(closed.get(pk) ?? NEVER), { at, value }]);
}

type Closing = { reason: string; until: number; at: number };

/** Closed until an instant, which a later failure may put off. */
export function recordClosedUntil(
  { closed, failures }: Records,
  { pk }: { pk: string },
  { reason, until, at }: Closing,
): void {
  failures.set(pk, [...(failures.get(pk) ?? []), { at, value: reason }]);
  const past = (closed.get(pk) ?? NEVER).filter((each) => each.at < at);
  closed.set(pk, [...past, { at, value: true }, { at: until, value: false }]);
}

const ALL: readonly Channel[] = ['whatsapp', 'sms', 'email'];

/** The channels that are closed to the contact, over time. */
export function closedOf(records: Records, entry: Contacted): Timeline<Closed> {
  const of = ALL.flatMap((channel) => {
    const address = addressOf(entry, channel);
    if (address === undefined) return [];
    const failures = records.failures.get(unreachableKey(channel, address).pk) ?? [];
    return [{ channel, failures, out: optOutOf(records, channel, address), block: blockOf(records, channel, address) }];
  });
  const changes = new Set([...NEVER, ...of.flatMap(({ out, block }) => [...out, ...block])].map(({ at }) => at));
  const isClosed = (timeline: Timeline<boolean>, at: number) => during(timeline, { from: at, to: at })[0] === true;
  return [...changes]
    .toSorted((a, b) => a - b)
    .map((at) => ({
      at,
      value: {
        optedOut: of.flatMap(({ channel, out }) => (isClosed(out, at) ? [channel] : [])),
        unreachable: of.flatMap(({ channel, block }) => (isClosed(block, at) ? [channel] : [])),
        why: Object.fromEntries(
          of.map(({ channel, failures }) => [channel, during(failures, { from: at, to: at })[0]]),
        ),
      },
    }));
}

/** The channels that were closed to the contact that a collection had at one moment, at each moment of a period, the latest first. */
export const closedTo = (records: Records, entry: Contacted, known: Known, time: Time): Closed[] =>
  during(closedOf(records, { ...entry, known }), time);

/** Of an entry, the contact as it was corrected last. */
type Corrected = Contacted & { versions?: Entry['versions'] };

export const closedDuring = (records: Records, { versions, ...entry }: Corrected, time: Time): Closed[] =>
  closedTo(records, entry, versions ? latest(versions) : entry.known, time);
