/** Compares an answer with an expected one, and lists the differences. */
import { isDeepStrictEqual } from 'node:util';
import { historyFaults } from './history.ts';
import type { shownAt } from './shown-collection.ts';
import type { Answer } from './wire.ts';

export type Shown = ReturnType<typeof shownAt>;

/** A received answer; header names are in lower case. */
export type Received = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

/** The differences between a shown collection and the expected one. Ids of events are not compared. */
export function dataFaults(found: Shown, expected: Shown): string[] {
  const { events, payable, ...rest } = found;
  const { events: happened, payable: wanted, ...fixed } = expected;
  return [...differences(rest, fixed), ...differences(payable, wanted), ...historyFaults(events, happened)];
}

type Fields = Record<string, unknown>;

function differences(found: Fields, expected: Fields): string[] {
  if (isDeepStrictEqual(found, expected)) return [];
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(found[name], expected[name]))
    .map((name) => `${name} ${JSON.stringify(found[name])} instead of ${JSON.stringify(expected[name])}`);
}

/** The differences between an answer and the expected one. Texts that no document fixes are free. */
export function answerFaults({ status, body, headers }: Received, expected: Answer): string[] {
  if (status !== expected.status) return [`${status} ${body['code'] ?? ''} instead of ${expected.status}`];
  const { data: wanted, ...fixed } = expected.body as Fields;
  const { data: given, ...rest } = body;
  const data = withoutIds(given);
  const named = Object.fromEntries(Object.keys(fixed).map((name) => [name, rest[name]]));
  const wantedHeaders = { 'idempotent-replayed': undefined, ...expected.headers };
  const foundHeaders = Object.fromEntries(Object.keys(wantedHeaders).map((name) => [name, headers[name]]));
  return [
    ...differences(named, fixed),
    ...differences(foundHeaders, wantedHeaders),
    ...(isCollection(data) && isCollection(wanted)
      ? dataFaults(data, wanted)
      : differences({ data }, { data: wanted })),
  ];
}

/** Entries of a ledger without their ids, which follow from keys that no document names. */
function withoutIds(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutIds);
  if (typeof data !== 'object' || data === null || !('recordedBy' in data)) return data;
  const { id: _id, ...entry } = data as Fields;
  return entry;
}

/** Of the faults against each of several expectations the fewest: none if one of them fits; undefined without any. */
export function fewest(faultsOfEach: Iterable<string[]>): string[] | undefined {
  let found: string[] | undefined;
  for (const faults of faultsOfEach) {
    if (faults.length === 0) return faults;
    if (found === undefined || faults.length < found.length) found = faults;
  }
  return found;
}

const isCollection = (data: unknown): data is Shown =>
  typeof data === 'object' && data !== null && 'events' in data && 'payable' in data;
