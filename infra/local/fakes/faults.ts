/** Failures on demand: the next requests to a service fail in a chosen way, in the order in which they were set. */
import type { DatabaseSync } from 'node:sqlite';
import { CHANNELS } from '#lib/domain/channels/channels.ts';

export const FAULT_SERVICES = [...CHANNELS, 'scheduler', 'queue', 'kms', 'sandbox', 'api'] as const;
export type FaultService = (typeof FAULT_SERVICES)[number];

/** `error`: 500, and nothing is accepted. `lost-reply`: accepted, but the connection ends without an answer. */
export const FAULT_KINDS = ['reject', 'throttle', 'error', 'lost-reply'] as const;

/** Of the sandbox alone: like `error`, but only for requests that read what was paid. */
export const READ_FAULT = 'unavailable-verify';

/** Of the API itself: 429, 500 and 503 before anything is done; 504, or no answer, after all of it was. */
export const API_FAULTS = ['throttle', 'error', 'unavailable', 'timeout', 'lost-reply'] as const;
export type ApiFault = (typeof API_FAULTS)[number];

export type FaultKind = (typeof FAULT_KINDS)[number] | typeof READ_FAULT;

/** `times` counts HTTP requests, including the SDK's retries. */
type Fault = { service: FaultService; kind: FaultKind | ApiFault; times: number };

export type Faults = {
  setFault(fault: Fault): void;
  list(): Fault[];
  clear(): void;
  /** Uses one up: how the current request must fail; undefined when it must not. `isRead`: it may use a `READ_FAULT`. */
  take(service: FaultService, isRead?: boolean): FaultKind | undefined;
  takeApiFault(): ApiFault | undefined;
};

export function openFaults(state: DatabaseSync): Faults {
  const insert = state.prepare('INSERT INTO fault (service, kind, times) VALUES (?, ?, ?)');
  const all = state.prepare('SELECT service, kind, times FROM fault ORDER BY number');
  const first = state.prepare(
    'SELECT number, kind, times FROM fault WHERE service = ? AND kind <> ? ORDER BY number LIMIT 1',
  );
  const shorten = state.prepare('UPDATE fault SET times = times - 1 WHERE number = ?');
  const remove = state.prepare('DELETE FROM fault WHERE number = ?');
  const takeFirst = (service: FaultService, except: string): Fault['kind'] | undefined => {
    const row = first.get(service, except) as { number: number; kind: Fault['kind']; times: number } | undefined;
    if (row === undefined) return undefined;
    (row.times > 1 ? shorten : remove).run(row.number);
    return row.kind;
  };
  return {
    setFault: ({ service, kind, times }) => {
      if (times > 0) insert.run(service, kind, times);
    },
    list: () => all.all().map((row) => ({ ...row }) as Fault),
    clear: () => state.exec('DELETE FROM fault'),
    take: (service, isRead = false) => takeFirst(service, isRead ? '' : READ_FAULT) as FaultKind | undefined,
    takeApiFault: () => takeFirst('api', '') as ApiFault | undefined,
  };
}
