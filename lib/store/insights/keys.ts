/** The keys of an account's statistics, of what its customers owe, and where an account with news stands in the index of what is due. */
import { type Key, shardOf } from '#lib/store/keys.ts';

const INSIGHTS = (account: string): string => `ACCOUNT#${account}#INSIGHTS`;

/** How far the events of the account are counted. */
export const positionKey = (account: string): Key => ({ pk: INSIGHTS(account), sk: 'POSITION' });

/** There since when the account has events that may not be counted. */
export const newsKey = (account: string): Key => ({ pk: INSIGHTS(account), sk: 'NEWS' });

/** When the weekly summary of the account is due, and who has it already. */
export const summaryKey = (account: string): Key => ({ pk: INSIGHTS(account), sk: 'SUMMARY' });

const accountOf = (pk: string): string | undefined => /^ACCOUNT#([0-9a-z]+)#INSIGHTS$/.exec(pk)?.[1];

export const accountOfNewsKey = ({ pk, sk }: Key): string | undefined => (sk === 'NEWS' ? accountOf(pk) : undefined);

export const accountOfSummaryKey = ({ pk, sk }: Key): string | undefined =>
  sk === 'SUMMARY' ? accountOf(pk) : undefined;

/** `name` is that of a statistic, or its beginning. */
export const statisticKey = (account: string, generation: number, name: string): Key => ({
  pk: INSIGHTS(account),
  sk: `STATISTIC#${generation}#${name}`,
});

/** The name in the key of a statistic. */
export const statisticNameIn = (sk: string): string => sk.split('#').slice(2).join('#');

/** Of a day (`2026-03-02`). `part` sorts what was booked on it: by rebuilds, then by counts. */
export const journalKey = (account: string, generation: number, day: string, part = ''): Key => ({
  pk: INSIGHTS(account),
  sk: `JOURNAL#${generation}#${day}${part === '' ? '' : `#${part}`}`,
});

const DIGITS = 9;
const MOST = 10 ** DIGITS - 1;

/** Of what a rebuild has found on a page of the list, the newest first: the oldest stand first. */
export const rebuiltPart = (page: number): string => `0#${digits(MOST - page)}`;

/** Of what a count has written together with this version of the position. */
export const countedPart = (version: number): string => `1#${digits(version)}`;

const digits = (number: number): string => String(number).padStart(DIGITS, '0');

const customerPartition = (account: string, contact: string): string => `ACCOUNT#${account}#CUSTOMER#${contact}`;

/** What a customer owes in a currency. */
export const owesKey = (account: string, contact: string, currency: string): Key => ({
  pk: customerPartition(account, contact),
  sk: `OWES#${currency}`,
});

/** The collection by which a customer counts in an experiment; `place` names both. */
export function firstKey(account: string, place: string): Key {
  const [contact = '', since = ''] = place.split('#');
  return { pk: customerPartition(account, contact), sk: `FIRST#${since}` };
}

const DUE_PREFIX = 'DUEINSIGHTS#';
const DUE_SHARDS = 4;

export const insightsShards = (): string[] => Array.from({ length: DUE_SHARDS }, (_, shard) => `${DUE_PREFIX}${shard}`);

export const insightsShard = (account: string): string => `${DUE_PREFIX}${shardOf(account, DUE_SHARDS)}`;

/** There are as many as accounts of which somebody wants a weekly summary. */
export const SUMMARY_SHARD = 'DUESUMMARY#0';
