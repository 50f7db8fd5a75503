/** The states of a collection and the transitions between them. */
import type { Status } from './wire.ts';

export type Cause = 'caller' | 'payment' | 'time';

type Transition = { from: readonly Status[]; to: Status; by: readonly Cause[]; event: string };

export const TRANSITIONS: readonly Transition[] = [
  { from: ['pending', 'overdue'], to: 'completed', by: ['caller', 'payment'], event: 'collection.completed' },
  // Cash may come on day two.
  { from: ['expired'], to: 'completed', by: ['caller', 'payment'], event: 'collection.completed' },
  { from: ['pending', 'overdue'], to: 'cancelled', by: ['caller'], event: 'collection.cancelled' },
  { from: ['pending'], to: 'overdue', by: ['caller', 'time'], event: 'collection.overdue' },
  { from: ['pending', 'overdue'], to: 'expired', by: ['caller', 'time'], event: 'collection.expired' },
];

export const transitionOf = (from: Status, to: Status, by: Cause): Transition | undefined =>
  TRANSITIONS.find((each) => each.to === to && each.from.includes(from) && each.by.includes(by));

export const isPayable = (status: Status): boolean => status === 'pending' || status === 'overdue';
