/** What needs a person today: its items, and how many there are. */

import { signal } from '@preact/signals';
import type { AttentionResponse } from '#lib/contract/attention.ts';
import { HOUR_MS } from '#lib/domain/time/time-units.ts';
import { ask } from './api.ts';
import { linkTo } from './route.ts';
import { dayOf, daysAfter } from './typed-values.ts';

export type Item = AttentionResponse;
export type Reason = Item['reason'];

export const ATTENTION = 'public/attention';

const MAX_COUNTED = 100;

/** As far as they are counted; undefined before the first reading. */
export const waiting = signal<readonly Item[] | undefined>(undefined);

/** `100+` where there may be more. */
export const countText = (count: number): string => (count < MAX_COUNTED ? String(count) : `${MAX_COUNTED}+`);

/** A failure leaves what was known: the list says what is wrong. */
export async function countWaiting(): Promise<void> {
  const found = await ask<Item[]>('GET', `${ATTENTION}?limit=${MAX_COUNTED}`).catch(() => undefined);
  if (found !== undefined) waiting.value = found.data;
}

/** How many of each reason, the most first. */
export function byReason(items: readonly Item[]): [Reason, number][] {
  const counts = new Map<Reason, number>();
  for (const { reason } of items) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

export const linkToToday = (query: { reason?: Reason; assignee?: string } = {}): string =>
  linkTo('today', undefined, query);

/** Until when an item is put off: some hours, or the morning of another day, on the reader's clock. */
export const SNOOZES = {
  hours: (now: number): number => now + 3 * HOUR_MS,
  tomorrow: (now: number): number => Date.parse(`${dayOf(daysAfter(now, 1))}T09:00`),
  week: (now: number): number => Date.parse(`${dayOf(daysAfter(now, 7))}T09:00`),
} as const;
export type Snooze = keyof typeof SNOOZES;
