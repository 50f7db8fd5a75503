/**
 * What one collection adds to the statistics of its account, from its facts. The statistics are the sum over all collections,
 * so when its facts change, the difference of its figures is what is to be added.
 */

import type { MessageCost } from '#lib/domain/forecast/message-prices.ts';
import { type JournalEntry, type JournalKind, owedBy } from '#lib/domain/journal/journal.ts';
import { minorDigits } from '#lib/domain/money.ts';
import { MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import { localDay, toLocal, weekdayOf } from '#lib/domain/time/local-time.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/time/time-units.ts';
import { type DatedTerms, type Facts, MESSAGE_RESULTS, owedOf, type SentMessage } from './facts.ts';
import { paidAt } from './paid.ts';
import {
  type AccountZones,
  agedCell,
  COST_UNIT,
  costCell,
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
  addJournal(facts, zones, add);
  addRecovery(facts, zones, add);
  return figures;
}

/** Of what was asked, so much must have come, less what went back, for the experiment to call it paid. */
const PAID_SHARE = 0.9;

/**
 * An experiment counts a customer once, by the first collection in it, from the day on which the first automatic reminder is
 * due, in each arm: how many there are, then by days until payment; and what the messages about that collection cost. Who had paid by then
 * takes no part.
 */
export function experimentFiguresOf(facts: Facts, zones: AccountZones): Figures {
  const { arm, inExperiment } = facts;
  if (arm === undefined || inExperiment === undefined) return new Map();
  const { since, reminderAt } = inExperiment;
  const paid = paidAt(facts, PAID_SHARE);
  if (paid !== undefined && paid < reminderAt) return new Map();
  const day = localDay(zones.day, reminderAt);
  const numbers = [1, ...paidAfter(paid, reminderAt, EXPERIMENT_DAYS)];
  const cells = new Map<string, number[]>([[`${day}|${arm}`, numbers]]);
  for (const { cost, isShared } of facts.messages) {
    if (cost === undefined || isShared) continue;
    const cell = `${day}|${arm}|${cost.currency}`;
    cells.set(cell, sumOf(cells.get(cell) ?? [], [inUnits(cost), 1]));
  }
  return new Map([[statisticName('EXPERIMENT', monthOf(day), since), cells]]);
}

type Add = (kind: StatisticKind, day: number, cell: string, numbers: Numbers) => void;

/** By the day after which it is late. */
function addBook(facts: Facts, zones: AccountZones, add: Add): void {
  const owed = owedOf(facts);
  if (owed === 0) return;
  const day = lateAfter(facts.terms.at(-1) as DatedTerms, zones);
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
export const lateAfter = ({ dueDay, expiresAt }: DatedTerms, zones: AccountZones): number =>
  dueDay ?? localDay(zones.day, expiresAt);

type FlowName = (typeof FLOW_NUMBERS)[number];

const FLOW_OF = {
  asked: 'asked',
  corrected: 'corrected',
  returned: 'returned',
  restored: 'restored',
  credited: 'credited',
  written_off: 'writtenOff',
  reinstated: 'reinstated',
  overpaid: 'overpaid',
  moved: 'moved',
} as const satisfies Record<Exclude<JournalKind, 'received'>, FlowName>;

/** Each is told as it adds to its own name: what was received is no negative number. */
const FLOW_SIGNS: Partial<Record<FlowName, -1>> = {
  online: -1,
  byHand: -1,
  restored: -1,
  credited: -1,
  writtenOff: -1,
};

const flowNameOf = ({ kind, provider }: JournalEntry): FlowName => {
  if (kind === 'received') return provider === MERCHANT ? 'byHand' : 'online';
  return FLOW_OF[kind];
};

/** Both are what the journal says, on the day on which the books changed: later happenings change nothing of an earlier day. */
function addJournal(facts: Facts, zones: AccountZones, add: Add): void {
  for (const entry of facts.journal) {
    const name = flowNameOf(entry);
    const day = localDay(zones.day, entry.at);
    addFlow(add, day, { [name]: entry.minor * (FLOW_SIGNS[name] ?? 1) });
  }
  let before: Standing | undefined;
  for (const after of standingsOf(facts)) {
    addChange({ before, after }, zones, add);
    before = after;
  }
}

const addFlow = (add: Add, day: number, numbers: Partial<Record<FlowName, number>>): void =>
  add(
    'FLOW',
    day,
    String(day),
    FLOW_NUMBERS.map((name) => numbers[name] ?? 0),
  );

/** What is owed from an instant on, and until when payment is in time. */
export type Standing = { at: number; owed: number; terms: DatedTerms };

export function standingsOf({ journal, terms }: Pick<Facts, 'journal' | 'terms'>): Standing[] {
  const instants = new Set([...journal.map(({ at }) => at), ...terms.map(({ from }) => from)]);
  let owed = 0;
  return [...instants]
    .toSorted((one, other) => one - other)
    .map((at) => {
      owed += owedBy(journal.filter((entry) => entry.at === at));
      return { at, owed, terms: terms.findLast(({ from }) => from <= at) ?? (terms[0] as DatedTerms) };
    });
}

type StandingChange = { before: Standing | undefined; after: Standing };

function addChange({ before, after }: StandingChange, zones: AccountZones, add: Add): void {
  const day = localDay(zones.day, after.at);
  const [was, is] = [before, after].map((standing) => Number(standing !== undefined && standing.owed > 0));
  if (was !== is) addFlow(add, day, is ? { opened: 1 } : { closed: 1 });
  const addAged = ({ owed, terms }: Standing, sign: 1 | -1) => {
    if (owed > 0) add('AGED', day, agedCell(day, lateAfter(terms, zones)), [sign * owed, sign]);
  };
  if (before !== undefined) addAged(before, -1);
  addAged(after, 1);
}

/** A collection counts once for each key: by its first message of that key, and by how long it took from there to pay. */
function addRecovery(facts: Facts, zones: AccountZones, add: Add): void {
  const seen = new Map<string, SentMessage>();
  const paid = paidAt(facts);
  facts.messages.forEach((message, index) => {
    const numbers = MESSAGE_RESULTS.map((result) => Number(result === message.result && !message.isShared));
    const answers = answersTo(facts, index);
    for (const [dimension, key] of keysOf(facts, message, index, zones)) {
      const name = `${dimension}|${key}`;
      const first = seen.get(name);
      seen.set(name, first ?? message);
      const day = localDay(zones.day, message.at);
      const once = first === undefined ? [1, facts.amount, ...paidAfter(paid, message.at, PAID_DAYS)] : [];
      add('RECOVERY', day, recoveryCell(day, dimension, key), [...numbers, ...answers, ...once]);
      const { cost, isShared } = message;
      if (cost && !isShared) add('RECOVERY', day, costCell(day, dimension, key, cost.currency), [inUnits(cost), 1]);
    }
  });
}

const inUnits = ({ value }: MessageCost): number => Math.round(value * COST_UNIT);

/** Replies and opt-outs after this message and before the next. */
function answersTo({ messages, replies, optOuts }: Facts, index: number): [number, number] {
  const from = messages[index]?.at ?? 0;
  const until = messages[index + 1]?.at ?? Number.POSITIVE_INFINITY;
  const count = (times: readonly number[]) => times.filter((at) => at >= from && at < until).length;
  return [count(replies), count(optOuts)];
}

/** A one at the number of days that it took, counted up, and nothing where it is not paid: `[0, 1]` for less than a day. */
export function paidAfter(paidAt: number | undefined, from: number, most: number): number[] {
  if (paidAt === undefined || paidAt < from) return [];
  const days = Math.max(1, Math.ceil((paidAt - from) / DAY_MS));
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
