/** One invocation that settles payments in memory, with whatever may befall it between any two of its steps. */

import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type ApplyPorts, applyPayments } from '#lib/use-cases/apply-payments.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { type Books, keepForLater, ledgerOf, recordPayment } from '#test/support/memory-ledger.ts';
import type { Mishap } from './invocation.ts';

export type ApplyStep = 'getLedger' | 'recordPayment' | 'keepForLater';

export type Life = {
  /** What befalls the step of this number, from 1. */
  mishap?: (number: number) => Mishap | undefined;
  /** Something else that happens right before a step, or a wait for the others' turn. */
  between?: (step: ApplyStep, number: number) => unknown;
};

export const NOW = minutesLater(11);

export const theBooks = (given: Partial<Books> = {}): Books => ({ row: aCollection(), payments: new Map(), ...given });

/** Ports whose steps are counted; `die` is told when an invocation comes to its end in one of them. */
export function portsOf(books: Books, { mishap, between }: Life = {}, die = () => {}) {
  const steps: ApplyStep[] = [];
  const slept: number[] = [];
  const step = async <T>(name: ApplyStep, effect: () => T): Promise<T> => {
    const number = steps.push(name);
    await between?.(name, number);
    const befalls = mishap?.(number);
    if (befalls === 'dies before') return end(die);
    const result = effect();
    if (befalls === 'dies after') return end(die);
    if (befalls === 'loses the reply') throw new Error('no answer');
    return result;
  };
  const ports: ApplyPorts = {
    clock: { now: () => NOW, sleep: async (milliseconds) => void slept.push(milliseconds) },
    random: { fraction: () => 0.5 },
    getLedger: () => step('getLedger', () => ledgerOf(books)),
    recordPayment: (_ref, appliedPayment) => step('recordPayment', () => recordPayment(books, appliedPayment)),
    keepForLater: (_ref, payment) => step('keepForLater', () => keepForLater(books, payment)),
  };
  return { ports, steps, slept };
}

const end = (die: () => void): Promise<never> => {
  die();
  return new Promise(() => {});
};

/** Settles; resolves when the invocation is over, in whatever way. */
export async function applyIn(
  books: Books,
  payments: readonly Payment[],
  life: Life = {},
): Promise<AppliedPayment[] | 'dead' | 'failed'> {
  const dead = Promise.withResolvers<'dead'>();
  const { ports } = portsOf(books, life, () => dead.resolve('dead'));
  const run = applyPayments(ports, { ref: aCollection().ref, payments }).catch(() => 'failed' as const);
  return Promise.race([run, dead.promise]);
}

/** What the relay does with a new collection, or with a payment that was ahead of it. */
export const relayIn = (books: Books, life: Life = {}) => applyIn(books, [], life);
