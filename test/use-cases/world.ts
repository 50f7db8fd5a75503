/** One collection in memory, with the table's conditions, a clock, and the messages that were sent. */
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import { decideStatus, type StatusChange, withChange } from '#lib/domain/change-status.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import type { SlotClaim } from '#lib/domain/follow-up/claim.ts';
import { type ExplainedPlan, explainPlan } from '#lib/domain/follow-up/explain.ts';
import type { Deferral, GivenFollowUp } from '#lib/domain/follow-up/follow-up.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import type { Outgoing, SendOutcome } from '#lib/domain/message/outgoing.ts';
import type { Waiting } from '#lib/domain/payment/book-movement.ts';
import type { EndedCheck } from '#lib/domain/payment/ended-checks.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import type { Movement, Progress } from '#lib/domain/payment/movement.ts';
import { numbered, type Session } from '#lib/domain/payment/session.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import type { DeferredSend } from '#lib/use-cases/send-by-first-channel.ts';
import { aContact, anAccount, CREATED_AT } from '#test/support/a-collection.ts';

export type World = {
  now: Date;
  account: Account;
  /** As stored; undefined before it is recorded. */
  row: Collection | undefined;
  attempts: Map<number, Attempt>;
  entries: Map<string, LedgerEntry>;
  waiting: Map<string, Waiting>;
  /** What the provider has been paid, by our reference or by the merchant's. */
  found: Map<string, Movement[]>;
  /** `open` where none is given. */
  progress: Map<string, Progress>;
  isProviderDown: boolean;
  /** The references that it was asked about, and those of the sessions that it was to close. */
  asked: string[];
  closed: string[];
  optedOut: Set<Channel>;
  /** What the account remembers of the contact. */
  person: Person;
  /** What a channel has accepted, whether or not its reply arrived. */
  accepted: { slot: number; channel: Channel; token: string; at: string; text: string }[];
  /** Every run that was set, as the stream shows it. */
  runs: { runNumber: number; nextRunAt: string }[];
  /** What the channels answer. */
  answer: (outgoing: Outgoing) => SendOutcome;
};

type Given = {
  reference?: string;
  followUp?: GivenFollowUp;
  expiresIn?: number;
  phone?: string;
  email?: string;
  now?: Date;
  account?: Account;
  sessions?: readonly Session[];
  /** Whether the reference names a transaction of the account's default provider. */
  namesTransaction?: boolean;
};

/** A collection that has just been recorded, for Ada in Lagos unless another phone is given. */
export function aWorld({ followUp, expiresIn = 1440, phone, email, now = CREATED_AT, ...given }: Given = {}): World {
  const { account = anAccount(), sessions = [], namesTransaction = false, reference = 'INV-1' } = given;
  const amount = { minor: 4_500_000, currency: 'NGN' } as const;
  const request = { reference, amount, expiresIn, followUp };
  const contact = aContact({ ...(phone !== undefined && { phone }), ...(email !== undefined && { email }) });
  const around = { account, contact, phone: phoneOf(contact, account), availableChannels: CHANNELS };
  const recorded = buildCollection({ ...request, payable: { enabled: false, methods: [] } }, around, now);
  const { referenceProvider = '', ...others } = recorded;
  let row: Collection | undefined = { ...others, sessions, ...(namesTransaction && { referenceProvider }) };
  const runs: World['runs'] = row.nextRunAt === undefined ? [] : [{ runNumber: 1, nextRunAt: row.nextRunAt }];
  return {
    now,
    account,
    get row() {
      return row;
    },
    set row(next) {
      if (next?.nextRunAt !== undefined && next.runNumber !== row?.runNumber)
        runs.push({ runNumber: next.runNumber, nextRunAt: next.nextRunAt });
      row = next;
    },
    attempts: new Map(),
    entries: new Map(),
    waiting: new Map(),
    found: new Map(),
    progress: new Map(),
    isProviderDown: false,
    asked: [],
    closed: [],
    optedOut: new Set(),
    person: NEW_PERSON,
    accepted: [],
    runs,
    answer: ({ attempt, message }) => ({ kind: 'accepted', messageId: `${message.channel}-${attempt.slot}` }),
  };
}

export const rowOf = ({ row }: World): Collection => {
  if (row === undefined) throw new Error('nothing is recorded');
  return row;
};

/** The plan as it is now, and its overdue mark. */
export function planIn(world: World): ExplainedPlan & { overdueAt?: string } {
  const row = rowOf(world);
  const { overdueAt } = planFollowUps(row, settingIn(world));
  const plan = explainPlan(row, settingIn(world));
  return overdueAt === undefined ? plan : { ...plan, overdueAt: new Date(overdueAt).toISOString() };
}

/** What the plan depends on beside the collection. */
export const settingIn = (world: World) => ({
  account: world.account,
  phone: phoneIn(world),
  availableChannels: CHANNELS,
  optedOut: [...world.optedOut],
  attempts: [...world.attempts.values()],
});

export const phoneIn = (world: World): Phone => phoneOf(rowOf(world).contact, world.account);

export const advanceTo = (world: World, at: string | number | Date): void => {
  world.now = new Date(Math.max(world.now.getTime(), new Date(at).getTime()));
};

function write(world: World, row: Collection): void {
  const before = rowOf(world);
  if (row.nextRunAt !== before.nextRunAt && row.nextRunAt !== undefined && row.runNumber !== before.runNumber + 1)
    throw new Error('a run without a number of its own');
  world.row = row;
}

const withoutRun = ({ nextRunAt: _over, ...row }: Collection): Collection => row;

export function claimSlots(world: World, claim: SlotClaim): 'won' | 'lost' {
  const row = rowOf(world);
  const { expected, attempts, nextRunAt, now } = claim;
  const holds =
    isPayable(row.status) &&
    row.expiresAt > now.toISOString() &&
    row.status === expected.status &&
    row.nextSlot === expected.nextSlot &&
    row.runNumber === expected.runNumber &&
    (claim.person?.person.version ?? world.person.version) === world.person.version &&
    (claim.retried ? isRetryable(world, claim.retried) : !attempts.some(({ slot }) => world.attempts.has(slot)));
  if (!holds) return 'lost';
  for (const attempt of attempts) world.attempts.set(attempt.slot, attempt);
  if (claim.person) world.person = { ...claim.person.person, version: world.person.version + 1 };
  const nextSlot = (attempts.at(-1)?.slot ?? Number.NaN) + 1;
  const { retry: _taken, deferral: _over, ...rest } = withoutRun(row);
  const moved = { ...rest, nextSlot, runNumber: row.runNumber + 1 };
  write(world, nextRunAt === undefined ? moved : { ...moved, nextRunAt });
  return 'won';
}

const isRetryable = (world: World, { slot, token }: Attempt): boolean => {
  const stored = world.attempts.get(slot);
  return stored?.token === token && stored.status === 'deferred';
};

/** The slot's run again, while the collection can be paid and no later slot is claimed. */
function setRetry(world: World, retry: { slot: number; at: string }): boolean {
  const row = rowOf(world);
  if (!isPayable(row.status) || row.expiresAt <= world.now.toISOString() || row.nextSlot !== retry.slot + 1)
    return false;
  write(world, { ...row, retry, nextRunAt: retry.at, runNumber: row.runNumber + 1 });
  return true;
}

export function deferSlot(
  world: World,
  { slot, mine }: { slot: number; mine: string },
  deferred: Omit<DeferredSend, 'status' | 'channelsTried'> & { channelsTried: readonly string[] },
) {
  const attempt = world.attempts.get(slot);
  if (attempt?.token !== mine || attempt.status !== 'sending') throw new Error('not this invocation’s slot');
  const { retryAt, at, channelsTried } = deferred;
  if (!setRetry(world, { slot, at: retryAt })) return 'lost';
  const times = { deferred: at, ...attempt.at };
  world.attempts.set(slot, {
    ...attempt,
    status: 'deferred',
    retryAt,
    channelsTried: channelsTried as readonly Channel[],
    at: times,
  });
  return 'saved';
}

/** The message of a slot fails for good after its channel has accepted it. */
export function failSlot(world: World, slot: number, reason = 'Email Bounced'): boolean {
  const attempt = world.attempts.get(slot);
  if (attempt?.status !== 'sent' && attempt?.status !== 'delivered') return false;
  const at = world.now.toISOString();
  const failed = { ...attempt, reason, at: { ...attempt.at, failed: at } };
  const isGiven = attempt.earlier === undefined && setRetry(world, { slot, at });
  world.attempts.set(slot, isGiven ? { ...failed, status: 'deferred', retryAt: at } : { ...failed, status: 'failed' });
  return isGiven;
}

export function endRetry(world: World, after: number, nextRunAt: string): boolean {
  const row = rowOf(world);
  if (!isPayable(row.status) || row.runNumber !== after) return false;
  const { retry: _ended, ...rest } = row;
  write(world, { ...rest, nextRunAt, runNumber: after + 1 });
  return true;
}

export function saveStatus(world: World, change: StatusChange): { saved: boolean } {
  const row = rowOf(world);
  const { from, updatedAt, unexpiredAt, expiresAt = row.expiresAt, run } = change;
  const holds =
    from.includes(row.status) &&
    row.updatedAt <= updatedAt &&
    (unexpiredAt === undefined || row.expiresAt > unexpiredAt) &&
    row.expiresAt === expiresAt &&
    (run === undefined || run.after === row.runNumber);
  if (!holds) return { saved: false };
  const next = withChange(row, change);
  write(world, run === undefined ? next : { ...next, nextRunAt: run.at, runNumber: run.after + 1 });
  return { saved: true };
}

/** Answers what is stored then. */
export function saveRevision(world: World, revised: Collection, now: Date): { saved: boolean; stored: Collection } {
  const row = rowOf(world);
  const isFree = row.runNumber === revised.runNumber - 1 && row.updatedAt <= revised.updatedAt;
  if (!isPayable(row.status) || row.expiresAt <= now.toISOString() || !isFree) return { saved: false, stored: row };
  write(world, revised);
  return { saved: true, stored: revised };
}

export function setNextRun(world: World, after: number, nextRunAt: string, postponedSlot?: number): boolean {
  const row = rowOf(world);
  if (!isPayable(row.status) || row.runNumber !== after) return false;
  write(world, { ...row, nextRunAt, runNumber: after + 1, ...(postponedSlot !== undefined && { postponedSlot }) });
  return true;
}

export function setDeferral(
  world: World,
  after: number,
  { nextRunAt, deferral, status }: { nextRunAt: string; deferral: Deferral; status: Status },
): boolean {
  const row = rowOf(world);
  if (row.status !== status || row.runNumber !== after) return false;
  write(world, { ...row, nextRunAt, deferral, runNumber: after + 1 });
  return true;
}

export function saveCheck(world: World, { runNumber, ended, referenceEnded, nextRunAt }: EndedCheck): boolean {
  const row = rowOf(world);
  if (row.runNumber !== runNumber) return false;
  const sessions = numbered(row.sessions).map(({ number, ...session }) =>
    ended.includes(number) ? { ...session, ended: true } : session,
  );
  const checked = { ...withoutRun(row), sessions, runNumber: runNumber + 1, ...(referenceEnded && { referenceEnded }) };
  write(world, nextRunAt === undefined ? checked : { ...checked, nextRunAt });
  return true;
}

export function saveStaleCheck(world: World, checked: Collection): boolean {
  const row = rowOf(world);
  if (!isPayable(row.status) || row.runNumber !== checked.runNumber - 1) return false;
  write(world, checked);
  return true;
}

/** Rows of slots that can no longer be claimed. */
export function recordSkips(world: World, attempts: readonly Attempt[]): void {
  for (const attempt of attempts) if (!world.attempts.has(attempt.slot)) world.attempts.set(attempt.slot, attempt);
}

/** The merchant or a payment changes the status, if that is allowed. */
export function changeStatus(world: World, to: Status, by: 'caller' | 'payment' = 'caller'): void {
  const decision = decideStatus(rowOf(world), { to, by }, world.now);
  if (decision.kind === 'change') saveStatus(world, decision.change);
  if (decision.kind === 'refused' && decision.expiry) saveStatus(world, decision.expiry);
}
