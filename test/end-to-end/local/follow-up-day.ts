/** A day of follow-ups in a local run: its clock, its outbox, injected faults, receipts and replies. */
import { expect } from 'vitest';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { maskOptOutTokens } from '#lib/domain/links.ts';
import type { Client } from '#test/support/http-client.ts';

type Moved = { now: string; fired: number };
type Told = { delivered: boolean; status: number };

export type Day = {
  now(): Promise<Date>;
  advance(minutes: number): Promise<Moved>;
  /**
   * Advances to the next Wednesday morning, when Lagos has twelve hours ahead without quiet hours. When fewer hours are
   * enough, and this day still has them, the clock stays.
   */
  toMorning(hours?: number): Promise<void>;
  messages(collection: string): Promise<SentMessage[]>;
  schedules(): Promise<{ name: string; at: string; target: string }[]>;
  fault(service: string, kind: string, times: number): Promise<void>;
  clearFaults(): Promise<void>;
  receipt(messageId: string, status: string, reason?: string): Promise<Told>;
  reply(channel: string, from: string, text: string): Promise<Told>;
};

export function dayOf(baseUrl: () => string): Day {
  const local = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${baseUrl()}/_local/${path}`, { method, ...sent });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    return JSON.parse(text) as Result;
  };
  const now = async () => new Date((await local<Moved>('GET', 'clock')).now);
  const advance = (advanceMinutes: number) => local<Moved>('POST', 'clock', { advanceMinutes });
  return {
    now,
    advance,
    toMorning: async (hours = 12) => {
      const from = await now();
      if (!isMorning(from, hours)) await local('POST', 'clock', { now: nextMorning(from) });
    },
    messages: (collection) => local('GET', `messages?collection=${collection}`),
    schedules: () => local('GET', 'schedules'),
    fault: (service, kind, times) => local('POST', 'faults', { service, kind, times }),
    clearFaults: () => local('DELETE', 'faults'),
    receipt: (messageId, status, reason) =>
      local('POST', `messages/${messageId}/receipt`, { status, ...(reason && { reason }) }),
    reply: (channel, from, text) => local('POST', 'inbound', { channel, from, text }),
  };
}

const WEDNESDAY = 3;

const morningOf = (day: Date): Date => {
  const morning = new Date(day);
  morning.setUTCHours(7, 30, 0, 0);
  return morning;
};

/** Whether it is a Wednesday by day, with so many hours left of the twelve. */
function isMorning(now: Date, hours: number): boolean {
  const passed = (now.getTime() - morningOf(now).getTime()) / 3_600_000;
  return now.getUTCDay() === WEDNESDAY && passed >= 0 && 12 - passed >= hours;
}

function nextMorning(now: Date): string {
  const morning = morningOf(now);
  while (morning <= now || morning.getUTCDay() !== WEDNESDAY) morning.setUTCDate(morning.getUTCDate() + 1);
  return morning.toISOString();
}

export async function getPlan(client: Client, id: string): Promise<FollowUpPlanResponse> {
  const answer = await client.send('GET', `/public/collections/${id}/follow-ups`);
  expect(answer.status, answer.text).toBe(200);
  return answer.data as FollowUpPlanResponse;
}

/** The fields that must be equal in the plan and the outbox. */
export const asPlanned = ({ slots }: FollowUpPlanResponse) =>
  slots.map(({ slot, channel, tone, text }) => ({ slot, channel, tone, text }));
export const asSent = (messages: readonly SentMessage[]) =>
  messages.map(({ slot, channel, tone, text }) => ({ slot, channel, tone, text: maskOptOutTokens(text) }));

/** Fails unless each message was sent at the due time of its slot, or at most 90 seconds later. */
export function expectOnTime({ slots }: FollowUpPlanResponse, messages: readonly SentMessage[]): void {
  for (const { slot, sentAt } of messages) {
    const dueAt = slots.find((planned) => planned.slot === slot)?.dueAt ?? '';
    const late = Date.parse(sentAt) - Date.parse(dueAt);
    expect(late, `slot ${slot}, due ${dueAt}, sent ${sentAt}`).toBeGreaterThanOrEqual(0);
    expect(late, `slot ${slot}, due ${dueAt}, sent ${sentAt}`).toBeLessThanOrEqual(90_000);
  }
}
