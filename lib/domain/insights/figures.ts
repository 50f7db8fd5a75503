/**
 * What one collection adds to the statistics of its account, from its facts. The statistics are the sum over all collections,
 * so when its facts change, the difference of its figures is what is to be added.
 */
import { localDay, toLocal, weekdayOf } from '#lib/domain/follow-up/local-time.ts';
import { minorDigits } from '#lib/domain/money.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time-units.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { type Facts, MESSAGE_RESULTS, owedOf, type SentMessage } from './facts.ts';
import {
  type AccountZones,
  EXPERIMENT_DAYS,
  type Figures,
  FLOW_NUMBERS,
  monthOf,
  type Numbers,
  PAID_DAYS,
  promisedCell,
  type RecoveryDimension,
  recoveryCell,
  type StatisticKind,
  statisticName,
  sumOf,
  WEEKDAYS,
} from './statistics.ts';

export function figuresOf(facts: Facts, zones: AccountZones): Figures {
  const figures = new Map<string, Map<string, number[]>>();
  const add: Add = (kind, day, cell, numbers) => {
    const name = statisticName(kind, monthOf(day), facts.currency);
    const statistic = figures.get(name) ?? new Map<string, number[]>();
    figures.set(name, statistic);
    statistic.set(cell, sumOf(statistic.get(cell) ?? [], numbers));
  };
  addBook(facts, zones, add);
  addFlow(facts, zones, add);
  addRecovery(facts, zones, add);
  return figures;
}

/** The experiment counts a customer once, by its first collection: how many there are, then by days until payment. */
export function experimentFiguresOf(facts: Facts, zones: AccountZones): Figures {
  if (facts.arm === undefined) return new Map();
  const day = localDay(zones.day, facts.createdAt);
  const numbers = [1, ...paidAfter(facts, facts.createdAt, EXPERIMENT_DAYS)];
  return new Map([
    [statisticName('EXPERIMENT', monthOf(day), EVERY_CURRENCY), new Map([[`${day}|${facts.arm}`, numbers]])],
  ]);
}

/** In the place of a currency where no money is counted. */
const EVERY_CURRENCY = '*';

type Add = (kind: StatisticKind, day: number, cell: string, numbers: Numbers) => void;

/** By the day after which it is late. */
function addBook(facts: Facts, zones: AccountZones, add: Add): void {
  const owed = owedOf(facts);
  if (owed === 0) return;
  const day = lateAfter(facts, zones);
  const isExpired = facts.status === 'expired';
  const isDisputed = facts.isDisputed === true;
  add('BOOK', day, String(day), [
    owed,
    1,
    isExpired ? owed : 0,
    Number(isExpired),
    isDisputed ? owed : 0,
    Number(isDisputed),
  ]);
  if (facts.promisedFor === undefined) return;
  const promised = localDay(zones.day, facts.promisedFor);
  add('BOOK', promised, promisedCell(promised), [owed, 1]);
}

/** The last day on which payment is in time. */
const lateAfter = ({ dueDay, expiresAt }: Facts, zones: AccountZones): number =>
  dueDay ?? localDay(zones.day, expiresAt);

/** `asked − received + returned − writtenOff + overpaid` is what is owed. */
function addFlow({ amount, received, createdAt, money, status, endedAt }: Facts, zones: AccountZones, add: Add): void {
  const on = (at: number, numbers: Partial<Record<(typeof FLOW_NUMBERS)[number], number>>) => {
    const day = localDay(zones.day, at);
    add(
      'FLOW',
      day,
      String(day),
      FLOW_NUMBERS.map((name) => numbers[name] ?? 0),
    );
  };
  on(createdAt, { asked: amount, opened: 1 });
  for (const { at, credited, byHand } of money) {
    if (credited < 0) on(at, { returned: -credited });
    else on(at, byHand ? { byHand: credited } : { online: credited });
  }
  const lastAt = money.at(-1)?.at ?? createdAt;
  if (received > amount) on(lastAt, { overpaid: received - amount });
  if (!isOpen(status)) on(endedAt ?? lastAt, { closed: 1, writtenOff: Math.max(0, amount - received) });
}

/** A collection counts once for each key: by its first message of that key, and by how long it took from there to pay. */
function addRecovery(facts: Facts, zones: AccountZones, add: Add): void {
  const seen = new Map<string, SentMessage>();
  facts.messages.forEach((message, index) => {
    const numbers = MESSAGE_RESULTS.map((result) => Number(result === message.result && !message.isShared));
    const answers = answersTo(facts, index);
    for (const [dimension, key] of keysOf(facts, message, index, zones)) {
      const name = `${dimension}|${key}`;
      const first = seen.get(name);
      seen.set(name, first ?? message);
      const day = localDay(zones.day, message.at);
      const once = first === undefined ? [1, facts.amount, ...paidAfter(facts, message.at, PAID_DAYS)] : [];
      add('RECOVERY', day, recoveryCell(day, dimension, key), [...numbers, ...answers, ...once]);
    }
  });
}

/** Replies and opt-outs after this message and before the next. */
function answersTo({ messages, replies, optOuts }: Facts, index: number): [number, number] {
  const from = messages[index]?.at ?? 0;
  const until = messages[index + 1]?.at ?? Number.POSITIVE_INFINITY;
  const count = (times: readonly number[]) => times.filter((at) => at >= from && at < until).length;
  return [count(replies), count(optOuts)];
}

/** A one at the number of days that it took, counted up, and nothing where it is not paid: `[0, 1]` for less than a day. */
export function paidAfter({ status, endedAt }: Facts, from: number, most: number): number[] {
  if (status !== 'completed' || endedAt === undefined || endedAt < from) return [];
  const days = Math.max(1, Math.ceil((endedAt - from) / DAY_MS));
  return [...Array.from({ length: Math.min(days, most + 1) }, () => 0), 1];
}

/** The twelfth message and later ones are one key: a plan has no more, and only who is reminded by hand gets there. */
const MAX_ATTEMPT = 12;

function keysOf(
  { country, amount, currency }: Facts,
  { at, channel, tone }: SentMessage,
  index: number,
  zones: AccountZones,
): [RecoveryDimension, string][] {
  const hour = Math.floor((toLocal(zones.hour, at) % DAY_MS) / HOUR_MS);
  const attempt = index + 1;
  return [
    ['channel', channel],
    ['tone', tone],
    ['attempt', attempt < MAX_ATTEMPT ? String(attempt) : `${MAX_ATTEMPT}+`],
    ['hour', String(hour).padStart(2, '0')],
    ['weekday', WEEKDAYS[weekdayOf(localDay(zones.hour, at))] ?? ''],
    ['country', country ?? 'unknown'],
    ['amountBand', amountBand(amount, currency)],
  ];
}

/** By powers of ten of the currency's whole units: `1000-9999`. */
export function amountBand(minor: number, currency: string): string {
  const whole = Math.floor(minor / 10 ** minorDigits(currency));
  if (whole < 1) return '0';
  const low = 10 ** (String(whole).length - 1);
  return `${low}-${low * 10 - 1}`;
}
