/** One run of a collection in a world, which may break between any two of its steps. */
import type { SendResult } from '#lib/domain/attempt.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { type Address, addressesOf } from '#lib/domain/contact.ts';
import type { Outgoing, Sendable } from '#lib/domain/message/outgoing.ts';
import type { CloseOutcome, ProviderFindings } from '#lib/domain/payment/exchange.ts';
import { foldAddress } from '#lib/domain/phone.ts';
import { random } from '#lib/random.ts';
import { type RunPorts, type RunResult, runFollowUp } from '#lib/use-cases/run-follow-up.ts';
import { keepForLater, ledgerOf, recordEntry } from '#test/support/memory-store.ts';
import {
  advanceTo,
  claimSlots,
  deferSlot,
  endRetry,
  phoneIn,
  recordSkips,
  rowOf,
  saveCheck,
  saveRevision,
  saveStaleCheck,
  saveStatus,
  setDeferral,
  setNextRun,
  type World,
} from './world.ts';

/** The step is not reached; the step is done, but the invocation dies; the step is done, but its reply is lost. */
export const MISHAPS = ['dies before', 'dies after', 'loses the reply'] as const;
export type Mishap = (typeof MISHAPS)[number];
type BookStep = 'findMovements' | 'getLedger' | 'recordEntry' | 'keepForLater' | 'recordSkips';
type CheckStep = 'closeSession' | 'saveCheck' | 'saveStaleCheck';
type SendStep =
  | 'claimSlots'
  | 'send'
  | 'recordResult'
  | 'deferSlot'
  | 'endRetry'
  | 'setDeferral'
  | 'findReach'
  | 'optOut';
export type Step = 'load' | 'saveStatus' | 'saveRevision' | 'setNextRun' | SendStep | BookStep | CheckStep;

export type Given = {
  /** The run's number; absent for the sweeper. */
  runNumber?: number | undefined;
  /** The relay's, for a new collection. */
  asks?: boolean | undefined;
  /** The failure of the step with this number, from 1. */
  mishap?: (number: number, step: Step) => Mishap | undefined;
  /** Runs right before a step: another change, or a wait for the turns of others. */
  between?: (step: Step, number: number) => unknown;
};

export type Ended = RunResult | 'dead' | 'failed';

let invocations = 0;

/** Runs; resolves when the invocation is over, in any way. */
export async function invoke(world: World, given: Given = {}): Promise<Ended> {
  const dead = Promise.withResolvers<Ended>();
  invocations += 1;
  const ports = portsIn(world, { ...given, token: `invocation-${invocations}`, die: () => dead.resolve('dead') });
  const run = runFollowUp(ports, { ref: rowOf(world).ref, runNumber: given.runNumber, asks: given.asks }).catch(
    () => 'failed' as const,
  );
  return Promise.race([run, dead.promise]);
}

type Life = Given & { token: string; die: () => void };

function portsIn(world: World, { mishap, between, token, die }: Life): RunPorts {
  let number = 0;
  const step = async <T>(name: Step, effect: () => T, lost?: T): Promise<T> => {
    number += 1;
    const failure = mishap?.(number, name);
    await between?.(name, number);
    if (failure === 'dies before') return end();
    const result = effect();
    if (failure === 'dies after') return end();
    if (failure === undefined) return result;
    if (lost === undefined) throw new Error('no answer');
    return lost;
  };
  const end = (): Promise<never> => {
    die();
    return new Promise(() => {});
  };
  let tokens = 0;
  const nextToken = () => {
    tokens += 1;
    return `${token}.${tokens}`;
  };
  return {
    clock: { now: () => world.now, sleep: async () => {} },
    random: { ...random, fraction: () => 0.5, nonce: nextToken },
    settings: { baseUrl: 'https://collections.example', nothingDueBefore: undefined },
    configuredChannels: () => CHANNELS,
    isOneWay: (channel) => channel === 'sms',
    ...readsIn(world, step),
    claimSlots: (claim) => step('claimSlots', () => claimSlots(world, claim)),
    saveStatus: (_ref, change) => step('saveStatus', () => ({ ...saveStatus(world, change), stored: rowOf(world) })),
    saveRevision: (revised, now) => step('saveRevision', () => saveRevision(world, revised, now)),
    setNextRun: (_ref, after, at, slot) => step('setNextRun', () => setNextRun(world, after, at, slot)),
    findMovements: (_target, { reference = '' }) => step('findMovements', () => found(world, reference), MISSED),
    closeSession: (_target, { reference }) => step('closeSession', () => closed(world, reference), MISSED),
    saveCheck: (_ref, check) => step('saveCheck', () => saveCheck(world, check)),
    saveStaleCheck: (checked) => step('saveStaleCheck', () => saveStaleCheck(world, checked)),
    getLedger: () => step('getLedger', () => ledgerOf(world)),
    recordEntry: (_ref, booking, waiting) => step('recordEntry', () => recordEntry(world, booking, waiting)),
    keepForLater: (_ref, waiting) => step('keepForLater', () => keepForLater(world, waiting)),
    changePerson: async (_ref, change) => {
      const changed = change(world.person);
      if (changed) world.person = { ...changed, version: world.person.version + 1 };
      return true;
    },
    recordSkips: (_ref, attempts) => step('recordSkips', () => recordSkips(world, attempts)),
    send: (outgoing) => step('send', () => sent(world, outgoing), { kind: 'ambiguous', reason: 'no_answer' }),
    optOut: (addresses) => step('optOut', () => optOut(world, addresses)),
    findOpen: async () => [],
    ...WITHOUT_OTHER_DEBTS,
    recordEvent: async () => {},
    recordLastMessage: async () => {},
    deferSlot: ({ slot }, mine, result) => step('deferSlot', () => deferSlot(world, { slot, mine }, result)),
    setDeferral: (_ref, after, deferred) => step('setDeferral', () => setDeferral(world, after, deferred)),
    endRetry: (_ref, after, at) => step('endRetry', () => endRetry(world, after, at)),
    recordResult: ({ slot }, mine, result) => step('recordResult', () => recordResult(world, { slot, mine }, result)),
  };
}

/** The person of a world has one debt. */
export const WITHOUT_OTHER_DEBTS = {
  findOpenOf: async () => [],
  getCollections: async () => [],
  recordCovered: async () => {},
  bookedBeside: () => {},
};

const MISSED = { kind: 'unavailable', reason: 'timeout' } as const;

function found(world: World, reference: string): ProviderFindings {
  world.asked.push(reference);
  if (world.isProviderDown) return MISSED;
  const progress = world.progress.get(reference) ?? 'open';
  return { kind: 'found', movements: world.found.get(reference) ?? [], progress };
}

/** A session that is closed brings no more money. */
function closed(world: World, reference: string): CloseOutcome {
  world.closed.push(reference);
  if (world.isProviderDown) return MISSED;
  world.progress.set(reference, 'ended');
  return { kind: 'closed' };
}

/** As in the table, an opt-out only has an effect under the address that is looked up later; of a phone, it is of both channels. */
function optOut(world: World, addresses: readonly Address[]): void {
  const known = addressesOf(rowOf(world).contact, phoneIn(world));
  for (const { channel, address } of addresses) {
    if (known.some((other) => other.channel === channel && other.address === foldAddress(channel, address)))
      world.optedOut.add(channel);
  }
}

/** The partition of a collection that is not recorded has nothing in it. The first read of a run is the step `load`. */
export const readsIn = (
  world: World,
  step: <T>(name: Step, effect: () => T) => Promise<T> = async (_name, effect) => effect(),
) => {
  let isLoaded = false;
  return {
    getPartition: () => {
      isLoaded = false;
      return step('load', () => partitionOf(world));
    },
    getAccount: async () => world.account,
    repairList: async () => 'listed' as const,
    findReach: async () => {
      const read = () => ({ optedOut: [...world.optedOut], person: world.person });
      if (isLoaded) return step('findReach', read);
      isLoaded = true;
      return read();
    },
  };
};

const partitionOf = (world: World) => ({
  entries: [...ledgerOf(world).entries],
  waiting: [...ledgerOf(world).waiting],
  collection: world.row,
  creation: { nonce: 'n', startSegment: 0 },
  attempts: [...world.attempts.values()],
  events: [],
  replies: [],
  attention: [],
});

function sent(world: World, outgoing: Sendable) {
  const outcome = world.answer(outgoing as Outgoing);
  const { slot, token } = (outgoing as Outgoing).attempt;
  const { channel, text } = outgoing.message;
  if (outcome.kind === 'accepted') world.accepted.push({ slot, channel, token, at: world.now.toISOString(), text });
  return outcome;
}

function recordResult(world: World, { slot, mine }: { slot: number; mine: string }, result: SendResult): void {
  const row = world.attempts.get(slot);
  if (row?.token !== mine || row.status !== 'sending') throw new Error('not this invocation’s slot');
  const { at, ...fields } = result;
  const { own: claimed, ...kept } = row;
  const own = result.text === undefined && claimed ? { own: claimed } : {};
  world.attempts.set(slot, { ...kept, ...own, ...fields, at: { ...row.at, [result.status]: at } });
}

const MAX_RUNS = 200;

/** Without failures from now on: runs until no run is left, and answers how many runs that took. */
export async function heal(world: World): Promise<number> {
  for (let runs = 0; runs < MAX_RUNS; runs += 1) {
    const { nextRunAt } = rowOf(world);
    if (nextRunAt === undefined) return runs;
    advanceTo(world, nextRunAt);
    await invoke(world);
  }
  throw new Error('the chain of runs does not end');
}
