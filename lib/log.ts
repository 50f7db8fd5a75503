/** Writes structured logs: one JSON object per line. Callers pass ids, codes and counts, never text from a person. */
import { type Clock, clock } from './clock.ts';
import type { Settings } from './settings.ts';

type Level = 'INFO' | 'WARN' | 'ERROR';
type Fields = Record<string, string | number | boolean | undefined>;

/** An event is in the past tense and in snake_case, such as `collection_created`. */
export type Log = {
  write: (level: Level, event: string, fields?: Fields) => void;
  /**
   * Like `write`, and adds CloudWatch metrics where {@link METRICS} has them: a count of the event, and `measured` (`…_seconds` are in seconds). An error is
   * counted by the function and its version, too: a release is judged by that.
   */
  count: (level: Level, event: string, fields?: Fields, measured?: Record<string, number>) => void;
};

/** The CloudWatch namespace of this service's metrics. */
export const METRIC_NAMESPACE = 'Collections';

/** A dimension of every metric; an account of the service is never one. */
export const SERVICE = 'collections';

/**
 * What an alarm or the dashboard reads, besides errors: each costs some 30 US cents a month while it comes. Of other events the log
 * has the line, and CloudWatch Logs Insights counts those.
 */
export const METRICS: ReadonlySet<string> = new Set([
  ...['contact_opted_out', 'event_told', 'run_lag_seconds', 'run_swept', 'runs_swept', 'webhooks_swept'],
  ...['sent', 'failed', 'unknown', 'skipped', 'delivered', 'read'].map((result) => `followup_${result}`),
  ...['received', 'unexpected', 'session_opened', 'session_failed', 'option_failed', 'unconfirmed', 'misdirected'].map(
    (what) => `payment_${what}`,
  ),
  ...['payments_reconciled', 'reconciliation_failed', 'webhook_unsigned'],
  ...['delivered', 'retried', 'failed', 'held'].map((result) => `webhook_${result}`),
]);

type Source = { clock: Pick<Clock, 'now'>; settings: Pick<Settings, 'stage' | 'version' | 'functionName'> };

export function logTo(
  writeLine: (line: string) => void,
  { clock, settings: { stage, version, functionName } }: Source,
): Log {
  const dimensions = { Service: SERVICE, Stage: stage };
  const release =
    version === undefined || functionName === undefined ? {} : { Function: functionName, Version: version };
  const line = (now: Date, level: Level, event: string, fields: object): void =>
    writeLine(JSON.stringify({ timestamp: now.toISOString(), level, event, version, ...fields }));
  return {
    write: (level, event, fields = {}) => line(clock.now(), level, event, fields),
    count: (level, event, fields = {}, measured = {}) => {
      const now = clock.now();
      const counted = { [event]: 1, ...measured };
      const read = Object.keys(counted).filter((name) => level === 'ERROR' || METRICS.has(name));
      if (read.length === 0) return line(now, level, event, { ...fields, ...measured });
      const Metrics = read.map((Name) => ({
        Name,
        Unit: Name.endsWith('_seconds') ? 'Seconds' : 'Count',
      }));
      const named = level === 'ERROR' ? { ...dimensions, ...release } : dimensions;
      const sets = named === dimensions || release.Version === undefined ? [dimensions] : [dimensions, named];
      const metrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: sets.map((set) => Object.keys(set)), Metrics }];
      const _aws = { Timestamp: now.getTime(), CloudWatchMetrics: metrics };
      line(now, level, event, { ...fields, ...counted, ...named, _aws });
    },
  };
}

/** Writes to stdout directly, because Lambda's patched console would wrap each line in a second object. */
export const output = { write: (line: string): void => void process.stdout.write(`${line}\n`) };

const { STAGE: stage = 'local', AWS_LAMBDA_FUNCTION_VERSION: version } = process.env;
const { AWS_LAMBDA_FUNCTION_NAME: functionName } = process.env;

export const { write: log, count: logCounted } = logTo((line) => output.write(line), {
  clock,
  settings: { stage, version, functionName },
});
