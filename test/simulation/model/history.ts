/** The shown events of a collection: complete, in order of time, each cause before its effect, with what their reader needs. */
import { eventDataFaults, fixedData } from './event-data.ts';
import type { Member } from './made-by.ts';

export type ShownEvent = { type: string; timestamp: string; data?: Record<string, unknown> | undefined };

const words = ({ type, timestamp, data }: ShownEvent) =>
  `${timestamp} ${type}${whoIn(data)} ${JSON.stringify(fixedData(type, data))}`;

/** The member that an event names. */
export function whoIn(data: ShownEvent['data']): string {
  const { id, name } = (data?.['member'] ?? {}) as Partial<Member>;
  return data?.['member'] === undefined ? '' : ` by ${name} (${id})`;
}

/** The faults of the shown events; an empty list when they are as expected. */
export function historyFaults(shown: readonly ShownEvent[], expected: readonly ShownEvent[]): string[] {
  const missing = without(expected, shown).map((each) => `does not tell ${words(each)}`);
  const added = without(shown, expected).map((each) => `tells ${words(each)}`);
  const isSorted = shown.every(({ timestamp }, n) => n === 0 || (shown[n - 1] as ShownEvent).timestamp <= timestamp);
  const first = shown.find(({ type }) => !OF_ITS_OWN_CLOCK.test(type));
  return [
    ...missing,
    ...added,
    ...shown.flatMap(eventDataFaults),
    ...(isSorted ? [] : ['is not in order of time']),
    ...(first === undefined || first.type === 'collection.created' ? [] : [`begins with ${first.type}`]),
    ...(isEndedFirst(shown) ? [] : ['tells followup.stopped before what stopped it']),
    ...(isPaidFirst(shown) ? [] : ['tells collection.completed before the payment that completed it']),
  ];
}

/** The events that the first list has more often than the second. */
function without(all: readonly ShownEvent[], some: readonly ShownEvent[]): ShownEvent[] {
  const left = some.map(words);
  return all.filter((each) => {
    const at = left.indexOf(words(each));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Their rows are dated by the clock of the invocation that writes them; all other changes follow `updatedAt`. */
const OF_ITS_OWN_CLOCK = /^followup\.(?!stopped$)|^contact\./;

const ENDS = /^collection\.(completed|cancelled|expired)$/;

function isEndedFirst(shown: readonly ShownEvent[]): boolean {
  const stopped = shown.findIndex(({ type }) => type === 'followup.stopped');
  return stopped < 0 || shown.slice(0, stopped).some(({ type }) => ENDS.test(type));
}

/** A payment at the instant of the completion is its cause, so it comes first. */
function isPaidFirst(shown: readonly ShownEvent[]): boolean {
  const completed = shown.findIndex(({ type }) => type === 'collection.completed');
  const at = shown[completed]?.timestamp;
  return !shown.some(
    ({ type, timestamp }, n) => type === 'payment.received' && timestamp === at && completed >= 0 && n > completed,
  );
}
