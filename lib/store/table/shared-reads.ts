/**
 * Reads that every request of an account asks for: those of a busy account share them, because one partition answers 3,000 a second. The first
 * ones in five seconds are read as always, so an account below that sees each change at once.
 */
import type { Table } from './table.ts';

/** How old an answer may be that is shared. */
export const SHARED_MS = 5_000;
/** In so long a process reads so often; more get the last answer. */
const FREELY = 20;
const MAX_KEPT = 10_000;

type Window = { since: number; reads: number; answer?: { value: unknown } };

let kept = new Map<string, Window>();

/** As a process begins. */
export function forgetSharedReads(): void {
  kept = new Map();
}

/** After a write of this process: who runs all functions in one process, as a local run does, sees its own changes at once. */
export function forgetShared(account: string): void {
  for (const key of kept.keys()) if (key.includes(account)) kept.delete(key);
}

/** `what` names the read, and its second argument what it reads. Of what a claim decides by, nothing is shared. */
export const sharedWhenBusy =
  <Args extends readonly string[], Value>(what: string, read: (table: Table, ...args: Args) => Promise<Value>) =>
  async (table: Table, ...args: Args): Promise<Value> => {
    const { window, isOften } = countRead(table, what, args.join(' '));
    if (isOften && window.answer) return window.answer.value as Value;
    const value = await read(table, ...args);
    window.answer = { value };
    return value;
  };

/** Whether this process reads a thing more often than freely, in the five seconds in which it may keep what it learns of it. */
export function countRead(table: Table, what: string, id: string): { window: Window; isOften: boolean } {
  const window = windowOf([table.name, what, id].join(' '), table.clock.now().getTime());
  window.reads += 1;
  return { window, isOften: window.reads > FREELY };
}

function windowOf(key: string, now: number): Window {
  const known = kept.get(key);
  if (known !== undefined && Math.abs(now - known.since) < SHARED_MS) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const fresh = { since: now, reads: 0 };
  kept.set(key, fresh);
  return fresh;
}
