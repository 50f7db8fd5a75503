/** One invocation that applies payments in memory, and may break between any two of its steps. */

import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type ApplyPorts, applyPayments } from '#lib/use-cases/apply-payments.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { keepForLater, ledgerOf, type MemoryLedger, recordPayment } from '#test/support/memory-ledger.ts';
import type { Mishap } from './invocation.ts';

export type ApplyStep = 'getLedger' | 'recordPayment' | 'keepForLater';

export type Life = {
  /** The failure of the step with this number, from 1. */
  mishap?: (number: number) => Mishap | undefined;
  /** Runs right before a step: another change, or a wait for the turns of others. */
  between?: (step: ApplyStep, number: number) => unknown;
};

export const NOW = minutesLater(11);

export const aMemoryLedger = (given: Partial<MemoryLedger> = {}): MemoryLedger => ({
  row: aCollection(),
  payments: new Map(),
  ...given,
});

/** Ports that count their steps; `die` is called when an invocation ends in one of them. */
export function portsOf(stored: MemoryLedger, { mishap, between }: Life = {}, die = () => {}) {
  const steps: ApplyStep[] = [];
  const slept: number[] = [];
  const step = async <T>(name: ApplyStep, effect: () => T): Promise<T> => {
    const number = steps.push(name);
    await between?.(name, number);
    const failure = mishap?.(number);
    if (failure === 'dies before') return end(die);
    const result = effect();
    if (failure === 'dies after') return end(die);
    if (failure === 'loses the reply') throw new Error('no answer');
    return result;
  };
  const ports: ApplyPorts = {
    clock: { now: () => NOW, sleep: async (milliseconds) => void slept.push(milliseconds) },
    random: { fraction: () => 0.5 },
    getLedger: () => step('getLedger', () => ledgerOf(stored)),
    recordPayment: (_ref, appliedPayment) => step('recordPayment', () => recordPayment(stored, appliedPayment)),
    keepForLater: (_ref, payment) => step('keepForLater', () => keepForLater(stored, payment)),
  };
  return { ports, steps, slept };
}

const end = (die: () => void): Promise<never> => {
  die();
  return new Promise(() => {});
};

/** Applies payments; resolves when the invocation is over, in any way. */
export async function applyIn(
  stored: MemoryLedger,
  payments: readonly Payment[],
  life: Life = {},
): Promise<AppliedPayment[] | 'dead' | 'failed'> {
  const dead = Promise.withResolvers<'dead'>();
  const { ports } = portsOf(stored, life, () => dead.resolve('dead'));
  const run = applyPayments(ports, { ref: aCollection().ref, payments }).catch(() => 'failed' as const);
  return Promise.race([run, dead.promise]);
}

/** The relay's work for a new collection, or for a payment that came before it. */
export const relayIn = (stored: MemoryLedger, life: Life = {}) => applyIn(stored, [], life);
