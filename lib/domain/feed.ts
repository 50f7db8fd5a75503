/** Events as they were told, and the feed of an account's: where a reader is in it, and the opaque cursor that says so. */

import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import type { Account } from './account.ts';
import { validationFailed } from './errors.ts';
import { type CollectionRef, deriveHash, type EndpointRef } from './ids.ts';

/** An event of a collection, or of a webhook endpoint, as the feed has it. */
export type FedEvent = {
  ref: CollectionRef | EndpointRef;
  /** The id that the collection's history shows. */
  id: string;
  type: string;
  /** Counts the events of the collection from 1, without gaps; 0: it is about none. */
  sequence: number;
  /** When it was told, which is its place in the feed; of one collection it never decreases. */
  toldAt: string;
  /** JSON text, rendered once: the feed shows it, and webhooks carry it, byte for byte. */
  body: string;
  /** Its collection's. */
  spread?: true | undefined;
};

export type ToldEvent = FedEvent & { ref: CollectionRef };

/** What the table keeps for good of an event that was told: it is never told again. */
export type ToldRecord = Pick<ToldEvent, 'id' | 'sequence' | 'toldAt'> & {
  /** The number of the first event that was told with it. */
  telling: number;
  /** Of the first of events that were told together: JSON text of what statistics knew of the collection then. */
  facts?: string;
};

/** Events that were told together. */
export type Telling = readonly [ToldRecord, ...ToldRecord[]];

/** Of all that was told of a collection, by its numbers. */
export function lastTelling(told: readonly ToldRecord[]): Telling | undefined {
  const [first, ...others] = told.filter(({ telling }) => telling === told.at(-1)?.telling);
  return first && [first, ...others];
}

/** Its place in the feed: places sort as texts. Events of one millisecond and number have different ones, too. */
export const placeInFeed = ({ toldAt, sequence, id }: Pick<ToldEvent, 'toldAt' | 'sequence' | 'id'>): string =>
  `${toldAt}#${sixDigits(sequence)}#${id}`;

export const sixDigits = (sequence: number): string => String(sequence).padStart(6, '0');

/** Of events that are told together, each has its own instant: their places in the feed and their deliveries keep the order. */
export const toldAfter = (toldAt: string, index: number): string => new Date(Date.parse(toldAt) + index).toISOString();

/** For so long the feed shows an event. */
export const FEED_DAYS = 30;

/**
 * What is told is stored a moment later: within this time, because the table's client gives up after about 14 seconds, and
 * clocks differ. The feed ends this long before now, so that nothing is ever stored behind a reader.
 */
const SETTLED_MS = 30_000;

/** So long after its instant nothing is begun for the feed under it: what was begun is there, or is given up, long before a reader may pass. */
const FEED_WITHIN_MS = 5_000;

export const isTooLateToFeed = (toldAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(toldAt) > FEED_WITHIN_MS;

/** Whether no publisher still writes what was told at this instant, whatever its clock says. */
export const isSettled = (toldAt: string, now: Date): boolean => toldAt < before(now, SETTLED_MS);

/** The clocks that stamp what is told, and what changes. */
const SKEW_MS = 15_000;

/** Whether something was told since a change of the table, as far as two clocks can say. */
export const isToldSince = (toldAt: string, changedAt: Date): boolean =>
  Date.parse(toldAt) >= changedAt.getTime() - SKEW_MS;

/** The part of the feed after `after` and before `until`. Both sort as the entries' sort keys. */
export type FeedRange = { after: string; until: string };

export function feedRange(position: string, now: Date): FeedRange {
  const first = before(now, FEED_DAYS * DAY_MS);
  return { after: position > first ? position : first, until: before(now, SETTLED_MS) };
}

/**
 * Where an account's feed begins: a day before it was created, because the clock that stamped that may have been ahead of those
 * that stamp its events. What reads from here does not ask for days that the account did not live.
 */
export const feedStart = ({ createdAt }: Pick<Account, 'createdAt'>): string => before(new Date(createdAt), DAY_MS);

const before = (now: Date, milliseconds: number): string => new Date(now.getTime() - milliseconds).toISOString();

/** The days of a range, as entries are kept by day (`2026-07-01`). A reader may be ahead of this machine's clock. */
export function daysOf({ after, until }: FeedRange): string[] {
  const days: string[] = [];
  if (after >= until) return days;
  const last = until.slice(0, DAY_LENGTH);
  for (let day = after.slice(0, DAY_LENGTH); day <= last; day = nextDay(day)) days.push(day);
  return days;
}

const DAY_LENGTH = 'yyyy-mm-dd'.length;
const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, DAY_LENGTH);

const POSITION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z(?:#\d{6}#evt_[0-9a-z]{25})?$/;
const MAC_LENGTH = 25;

/** A reader's position, and the filter under which it was reached. */
type FeedPlace = { position: string; type?: string | undefined };

export const feedCursor = (place: FeedPlace, salt: string): string =>
  Buffer.from(`${macOf(place, salt)}${textOf(place)}`).toString('base64url');

const textOf = ({ position, type = '' }: FeedPlace): string => `${type} ${position}`;
const macOf = (place: FeedPlace, salt: string): string => deriveHash(salt, 'feed', textOf(place));

/** What a cursor says. Whether it is ours is known once the account's salt is: {@link checkCursor}. @throws validation_failed */
export function placeOf(cursor: string): FeedPlace {
  const [type = '', position = '', ...more] = textIn(cursor).slice(MAC_LENGTH).split(' ');
  if (more.length > 0 || !POSITION.test(position) || Number.isNaN(Date.parse(position.slice(0, 24)))) throw notOurs();
  return { position, ...(type !== '' && { type }) };
}

const textIn = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('latin1');

/** @throws validation_failed when the cursor is of another account, was read under another filter, or was changed */
export function checkCursor(cursor: string, type: string | undefined, salt: string): void {
  const place = placeOf(cursor);
  const given = Buffer.from(cursor);
  const expected = Buffer.from(feedCursor(place, salt));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notOurs();
  if (place.type !== type) throw refused('was answered to a request with another `type`');
}

const notOurs = () => refused('is not a cursor of this feed');
const refused = (message: string) => validationFailed([{ path: 'after', message }]);
