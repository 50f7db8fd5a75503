/** One invocation that books movements in memory, and may break between any two of its steps. */
import { type Booking, keyOf, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { random } from '#lib/random.ts';
import { type BookPorts, bookMovements } from '#lib/use-cases/book-movements.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { keepForLater, ledgerOf, type MemoryLedger, recordEntry } from '#test/support/memory-store.ts';
import type { Mishap } from './invocation.ts';

export type BookStep = 'getLedger' | 'recordEntry' | 'keepForLater';

export type Life = {
  /** The failure of the step with this number, from 1. */
  mishap?: (number: number) => Mishap | undefined;
  /** Runs right before a step: another change, or a wait for the turns of others. */
  between?: (step: BookStep, number: number) => unknown;
};

export const NOW = minutesLater(11);

export const aMemoryLedger = (given: Partial<MemoryLedger> = {}): MemoryLedger => ({
  row: aCollection(),
  entries: new Map(),
  waiting: new Map(),
  ...given,
});

/** A movement that came before its collection. */
export const keep = (stored: MemoryLedger, reported: ReportedMovement): void =>
  keepForLater(stored, { key: keyOf(reported), reported, recordedAt: NOW.toISOString() });

/** Ports that count their steps; `die` is called when an invocation ends in one of them. */
export function portsOf(stored: MemoryLedger, { mishap, between }: Life = {}, die = () => {}) {
  const steps: BookStep[] = [];
  const slept: number[] = [];
  const step = async <T>(name: BookStep, effect: () => T): Promise<T> => {
    const number = steps.push(name);
    await between?.(name, number);
    const failure = mishap?.(number);
    if (failure === 'dies before') return end(die);
    const result = effect();
    if (failure === 'dies after') return end(die);
    if (failure === 'loses the reply') throw new Error('no answer');
    return result;
  };
  const ports: BookPorts = {
    clock: { now: () => NOW, sleep: async (milliseconds) => void slept.push(milliseconds) },
    random: { ...random, fraction: () => 0.5 },
    getLedger: () => step('getLedger', () => ledgerOf(stored)),
    recordEntry: (_ref, booking, waiting) => step('recordEntry', () => recordEntry(stored, booking, waiting)),
    keepForLater: (_ref, waiting) => step('keepForLater', () => keepForLater(stored, waiting)),
  };
  return { ports, steps, slept };
}

const end = (die: () => void): Promise<never> => {
  die();
  return new Promise(() => {});
};

/** Books movements; resolves when the invocation is over, in any way. */
export async function bookIn(
  stored: MemoryLedger,
  reported: readonly ReportedMovement[],
  life: Life = {},
): Promise<Booking[] | 'dead' | 'failed'> {
  const dead = Promise.withResolvers<'dead'>();
  const { ports } = portsOf(stored, life, () => dead.resolve('dead'));
  const run = bookMovements(ports, { ref: aCollection().ref, reported }).catch(() => 'failed' as const);
  return Promise.race([run, dead.promise]);
}

/** The relay's work for a new collection, or for what came before it. */
export const relayIn = (stored: MemoryLedger, life: Life = {}) => bookIn(stored, [], life);
