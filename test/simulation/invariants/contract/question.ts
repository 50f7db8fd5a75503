/** A request with the time between its start and its answer: the model answers for each moment in it. */

import { unknownFrom } from '#test/simulation/model/attempts.ts';
import type { Known } from '#test/simulation/model/collection.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import type { Entry, Ledger } from '#test/simulation/model/ledger.ts';
import type { AccountState, Asking } from '#test/simulation/model/service.ts';
import { during, isSince, latest } from '#test/simulation/model/timeline.ts';
import type { Answer, Asked } from '#test/simulation/world/callers.ts';
import { BASE_URL, type Records } from './records.ts';

export type Question = {
  asked: Asked;
  by: number;
  ledger: Ledger;
  /** In true time, without the skew of clocks. */
  time: { from: number; to: number };
  skew: number;
};

export function questionOf({ ledgers }: Records, { asked, invocation, answeredAt }: Answer): Question {
  const { number: by, startedAt: from, environment } = invocation;
  const ledger = ledgers.get(asked.by.account.id) as Ledger;
  return { asked, by, ledger, time: { from, to: answeredAt }, skew: environment.skew };
}

/** A collection at one moment; undefined at a moment before it existed. */
export type Found = { entry: Entry; known: Known } | undefined;

export function findings(entry: Entry | undefined, time: Question['time']): Found[] {
  if (entry === undefined) return [undefined];
  const found: Found[] = during(entry.versions, time).map((known) => ({ entry, known }));
  return isSince(entry.versions, time.from) ? found : [...found, undefined];
}

/** The possible instants of the clock; more than one only when something that is shown changes between them. */
export function instantsFor(known: Known | undefined, { time, skew }: Question): number[] {
  const [first, last] = [time.from + skew, time.to + skew];
  const changes = known ? [known.expiresAt, known.course?.pause?.until ?? 0, ...known.attempts.map(unknownFrom)] : [];
  return [first, ...changes.filter((each) => first < each && each <= last)];
}

/** An account's state with at most one collection, which is enough for a request that names one. */
export function stateWith({ account, providers, defaultProvider, book }: Ledger, found: Found): AccountState {
  const collections = new Map(found ? [[found.known.id, { ...found.entry, known: found.known }]] : []);
  const state = { account, providers: latest(providers), defaultProvider, book: latest(book) };
  return { ...state, collections, recorded: [...collections.keys()] };
}

export const askingIn = (state: AccountState, now: number): Asking => ({ state, now, baseUrl: BASE_URL });

/** The ledger of the account that an id names. */
export const ownerOf = ({ ledgers }: Records, id: string): Ledger | undefined => ledgers.get(accountOfId(id));
