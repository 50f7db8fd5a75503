/** Whether an answer is one that the model expects, and in what it differs. */
import { isDeepStrictEqual } from 'node:util';
import type { shownAt } from './collection.ts';
import { historyFaults, type ShownEvent } from './history.ts';
import type { Answer } from './wire.ts';

export type Shown = ReturnType<typeof shownAt>;

/** An answer as it was received; names of headers in lower case. */
export type Received = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

/** Parts that the model does not know yet: they are not compared. */
const isUnknownEvent = ({ type }: ShownEvent): boolean =>
  // ▲ What became of each attempt, of each option, and of the contact.
  type === 'payment_option.failed' || type === 'contact.opted_out' || /^followup\.(?!stopped$)/.test(type);
// ▲ What a provider says of the ways to pay that it has opened.
const isKnownOption = ({ method }: { method: string }): boolean => method === 'payment_link';

/** In what a shown collection differs from what it should be. The ids of events are not compared. */
export function dataFaults(found: Shown, expected: Shown): string[] {
  const { events, payable, ...rest } = found;
  const { events: happened, payable: wanted, ...fixed } = expected;
  const known = { ...payable, options: payable.options.filter(isKnownOption) };
  return [
    ...differences(rest, fixed),
    ...differences(known, wanted),
    ...historyFaults(
      events.filter((event) => !isUnknownEvent(event)),
      happened,
    ),
  ];
}

type Fields = Record<string, unknown>;

function differences(found: Fields, expected: Fields): string[] {
  if (isDeepStrictEqual(found, expected)) return [];
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(found[name], expected[name]))
    .map((name) => `${name} ${JSON.stringify(found[name])} instead of ${JSON.stringify(expected[name])}`);
}

/** In what an answer differs from what it should be; a text that no document fixes is any text. */
export function answerFaults({ status, body, headers }: Received, expected: Answer): string[] {
  if (status !== expected.status) return [`${status} ${body['code'] ?? ''} instead of ${expected.status}`];
  const { data: wanted, ...fixed } = expected.body as Fields;
  const { data, ...rest } = body;
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

const isCollection = (data: unknown): data is Shown =>
  typeof data === 'object' && data !== null && 'events' in data && 'payable' in data;
