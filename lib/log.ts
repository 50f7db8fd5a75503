/** Writes structured logs: one JSON object per line. Callers pass ids, codes and counts, never text from a person. */
import { type Clock, clock } from './clock.ts';
import type { Settings } from './settings.ts';

type Level = 'INFO' | 'WARN' | 'ERROR';
type Fields = Record<string, string | number | boolean | undefined>;

/** An event is in the past tense and in snake_case, such as `collection_created`. */
export type Log = {
  write: (level: Level, event: string, fields?: Fields) => void;
  /** Like `write`, and adds CloudWatch metrics where {@link METRICS} has them: a count of the event, and `measured` (`…_seconds` are in seconds). */
  count: (level: Level, event: string, fields?: Fields, measured?: Record<string, number>) => void;
  /**
   * A fault of our own, whatever became of the call: where it was thrown, without its message, which can quote a person's text. It is counted, and
   * as a {@link FAULT} of the function and its version: a release is judged by that.
   */
  fault: (event: string, error: unknown, fields?: Fields) => void;
  /**
   * Whether a call came to a good end, by the function and by its version: of what refuses politely nothing else would tell. Only what a release is
   * judged by calls it, and only Lambda's functions have versions.
   */
  judge: (outcome: Outcome) => void;
};

/** `bad` is also what the caller or a provider is to blame for: a release is judged by the share beside that of the version before. */
export type Outcome = 'good' | 'bad';

/** The metric of all faults. */
export const FAULT = 'fault';
export const outcomeMetric = (outcome: Outcome): string => `outcome_${outcome}`;

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

type Source = {
  clock: Pick<Clock, 'now'>;
  settings: Pick<Settings, 'stage' | 'version' | 'functionName'>;
  /** Lambda's trace of the call that runs now: `Root=1-…;Parent=…;Sampled=0`. */
  traceHeader?: () => string | undefined;
};

export function logTo(
  writeLine: (line: string) => void,
  { clock, settings: { stage, version, functionName }, traceHeader = () => undefined }: Source,
): Log {
  const dimensions = { Service: SERVICE, Stage: stage };
  const hasVersion = version !== undefined && functionName !== undefined;
  const ofFunction = { Service: SERVICE, Stage: stage, Function: functionName };
  const ofVersion = { ...ofFunction, Version: version };
  const callOf = callsOf(traceHeader);
  const line = (level: Level, event: string, fields: object): void =>
    writeLine(JSON.stringify({ timestamp: clock.now().toISOString(), level, event, version, ...callOf(), ...fields }));
  const metricsOf = (sets: readonly object[], names: readonly string[]) => ({
    Namespace: METRIC_NAMESPACE,
    Dimensions: sets.map((set) => Object.keys(set)),
    Metrics: names.map((Name) => ({ Name, Unit: Name.endsWith('_seconds') ? 'Seconds' : 'Count' })),
  });
  const counting = (metrics: readonly object[]) => ({
    _aws: { Timestamp: clock.now().getTime(), CloudWatchMetrics: metrics },
  });
  return {
    write: (level, event, fields = {}) => line(level, event, fields),
    count: (level, event, fields = {}, measured = {}) => {
      const counted = { [event]: 1, ...measured };
      const read = Object.keys(counted).filter((name) => level === 'ERROR' || METRICS.has(name));
      if (read.length === 0) return line(level, event, { ...fields, ...measured });
      line(level, event, { ...fields, ...counted, ...dimensions, ...counting([metricsOf([dimensions], read)]) });
    },
    fault: (event, error, fields = {}) => {
      const { name, stack } = (error ?? {}) as Error;
      const metrics = [
        metricsOf([dimensions], [event, FAULT]),
        ...(hasVersion ? [metricsOf([ofVersion], [FAULT])] : []),
      ];
      const thrown = { error: name, at: framesOf(stack) };
      const named = hasVersion ? ofVersion : dimensions;
      line('ERROR', event, { ...fields, ...thrown, [event]: 1, [FAULT]: 1, ...named, ...counting(metrics) });
    },
    judge: (outcome) => {
      if (!hasVersion) return;
      const name = outcomeMetric(outcome);
      line('INFO', 'call_judged', {
        [name]: 1,
        ...ofVersion,
        ...counting([metricsOf([ofFunction, ofVersion], [name])]),
      });
    },
  };
}

/** Lines of one call have one trace, also over the gateway, which sends it on. `coldStart` is true for the first call of a process. */
function callsOf(traceHeader: () => string | undefined) {
  let first: string | undefined;
  return () => {
    const trace = /Root=([^;]+)/.exec(traceHeader() ?? '')?.[1];
    first ??= trace;
    return { trace, ...(trace !== undefined && trace === first && { coldStart: true }) };
  };
}

/** What only code throws that is wrong, and no service that it asks. */
export const isBug = (error: unknown): boolean =>
  [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind);

const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())
    .join(' < ');

/** Writes to stdout directly, because Lambda's patched console would wrap each line in a second object. */
export const output = { write: (line: string): void => void process.stdout.write(`${line}\n`) };

const { STAGE: stage = 'local', AWS_LAMBDA_FUNCTION_VERSION: version } = process.env;
const { AWS_LAMBDA_FUNCTION_NAME: functionName } = process.env;

/** Lambda sets it anew for each call. */
const traceHeader = (): string | undefined => process.env['_X_AMZN_TRACE_ID'];

export const log: Log = logTo((line) => output.write(line), {
  clock,
  settings: { stage, version, functionName },
  traceHeader,
});
